import type { WidgetData } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { addProblemTexts } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BoardData } from './boards.contract.ts'
import { useBoardAnswers } from './use-board-answers.tsx'

const data = { asOf: '2026-11-27T09:30:00Z', totalPayments: 7 } as unknown as WidgetData
const answered = (of: WidgetData | null): BoardData => ({
  asOf: '2026-11-27T09:30:00Z',
  answers: [
    {
      widgetId: 'statuses',
      data: of,
      fault: of === null ? { code: 'widget.failed', text: { en: 'It failed' } } : null,
    },
  ],
})
const places = ['statuses']

test('a widget that fails shows what it had before, but nothing of another mode', () => {
  const { result, rerender } = renderHook(
    ({ latest, of }) => useBoardAnswers(latest, null, { of, places }),
    { initialProps: { latest: answered(data), of: 'Live' } },
  )
  rerender({ latest: answered(null), of: 'Live' })
  expect(result.current.get('statuses')).toEqual({ data, reason: { en: 'It failed' } })
  rerender({ latest: answered(null), of: 'Test' })
  expect(result.current.get('statuses')).toEqual({ data: undefined, reason: { en: 'It failed' } })
})

test('where no figures could be had at all, each widget says why', () => {
  const problem = Object.assign(Object.create(CallProblem.prototype), { message: 'No answer' })
  const { result } = renderHook(() => useBoardAnswers(undefined, problem, { of: 'Live', places }))
  expect(result.current.get('statuses')).toEqual({ data: undefined, reason: { en: 'No answer' } })
})

test('a refusal is said in the language of the page', () => {
  addProblemTexts('en', { 'report.too_many_days': 'Çok fazla gün' })
  const fault = {
    ...{ code: 'report.too_many_days', text: { en: 'At most 7 days' } },
    params: { days: 7 },
  }
  const latest = { ...answered(null), answers: [{ widgetId: 'statuses', data: null, fault }] }
  const { result } = renderHook(() => useBoardAnswers(latest, null, { of: 'Live', places }))
  expect(result.current.get('statuses')?.reason).toEqual({ en: 'Çok fazla gün' })
})

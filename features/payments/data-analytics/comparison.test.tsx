import type { SummaryReport } from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import { summaryReports } from '@counterfoil/features/payments/summary-reports/summary-reports.contract.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Comparison } from './comparison.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const days = { from: '2026-10-22', to: '2026-11-20', today: '2026-11-20' }
const of = (figures: object, totals: readonly object[]) =>
  ({
    ...{ ...days, asOf: '2026-11-20T12:00:00.000Z', timeZone: 'Europe/London', groupBy: ['day'] },
    ...{ source: 'rollups', rows: [], names: {}, hiddenColumns: [], totals },
    all: { count: 1, ...figures },
  }) as unknown as SummaryReport

test('figures of first attempts are not compared by acquirer, not even with a period without payments', async () => {
  const none = { firstTryApproved: null, firstTryDeclined: null, firstTryRate: null }
  answerFetch(() => of(none, []))
  const report = of(none, [{ currency: 'GBP', count: 1, volume: 300, ...none }])
  const filter = { provider: 'sandbox_beta' }
  renderInPortal(<Comparison report={report} filter={filter} call={summaryReports.tool.call} />)
  const row = (await screen.findByText('Approved at the first attempt · GBP')).closest('tr')
  if (row === null) throw new Error('There is no such row')
  await screen.findByText('Payments · GBP')
  await vi.waitFor(() => expect(within(row).getAllByText('–')).toHaveLength(3))
  within(row).getByTitle(/^Not available by acquirer/)
})

test('days so far stand beside as much time, and say so', async () => {
  const report = of({}, [{ currency: 'GBP', count: 1, volume: 300 }])
  const asked = answerFetch(() => report)
  renderInPortal(<Comparison report={report} filter={{}} call={summaryReports.tool.call} />)
  await screen.findByRole('heading', { name: /so far, and as much time before/ })
  const span = () => ['dateFrom', 'dateTo'].map((name) => asked.at(-1)?.query.get(name))
  // noon in London, where it was summer time until the 25th
  await vi.waitFor(() => expect(span()).toEqual(['2026-09-22', '2026-10-21T11:00:00.000Z']))
})

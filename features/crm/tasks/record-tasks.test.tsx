import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import RecordTasks from './record-tasks.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const task = (n: number) => ({
  ...{ id: `task-${n}`, name: `Task ${n}`, kind: 'call', doneAt: null, dueOn: '2026-11-20' },
  ...{ assigneeId: null, assigneeName: null, version: 1, isOverdue: false },
})

test('a record with many tasks has all of them, page by page, and one with few has no pages', async () => {
  let all = Array.from({ length: 60 }, (_, n) => task(n))
  answerFetch(({ query }) => {
    const [page, size] = [Number(query.get('pageIndex')), Number(query.get('pageSize'))]
    return { data: all.slice(page * size, (page + 1) * size), count: all.length }
  })
  const shown = renderInPortal(<RecordTasks about={{ leadId: 'l' }} />)
  await screen.findByText('Task 0')
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Task 59')
  shown.unmount()
  all = all.slice(0, 3)
  renderInPortal(<RecordTasks about={{ leadId: 'l' }} />)
  await screen.findByText('Task 2')
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})

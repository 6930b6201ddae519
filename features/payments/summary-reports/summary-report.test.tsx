import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { operatorPage, SummaryReportPart } from './summary-report.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const figures = { count: 1, volume: 300, captured: 0, refunded: 0, currency: 'GBP' }
const report = {
  ...{ asOf: '2026-11-20T12:00:00.000Z', from: '2026-10-22', to: '2026-11-20' },
  ...{ timeZone: 'Europe/London', today: '2026-11-20', groupBy: ['declineReason'] },
  ...{ source: 'rollups', rows: [{ ...figures, keys: { declineReason: null } }], names: {} },
  ...{ totals: [figures], all: { count: 1 }, hiddenColumns: [] },
}

test('in one currency asks for the payments of the report above, by its id and its days', async () => {
  const asked = answerFetch(({ path }) => {
    if (path.includes('decline-reasons')) return report
    if (path.includes('base-currency')) {
      const total = { count: 1, volume: 300, baseCurrency: 'GBP' }
      const none = { rows: [], rates: [], missing: [], hiddenColumns: ['captured'] }
      return { ...report, ...none, baseCurrency: 'GBP', total }
    }
    return path.endsWith('/form') ? undefined : { data: [], count: 0 }
  })
  const { default: Page } = operatorPage('declinedReasons')
  renderInPortal(<Page />, {}, '/start?currency=GBP')
  fireEvent.click(await screen.findByRole('button', { name: 'In one currency' }))
  await screen.findByText(/In GBP/)
  const found = asked.find(({ path }) => path.includes('base-currency'))
  expect(Object.fromEntries(found?.query ?? [])).toMatchObject({
    ...{ report: 'crm-reports-declined-transaction-reasons', groupBy: 'declineReason' },
    ...{ dateFrom: report.from, dateTo: report.to, currency: 'GBP' },
  })
  // what is hidden is not in the answer, and nothing stands for it
  expect(screen.queryByText(/Captured/, { selector: 'p' })).toBeNull()
})

test('a report of money says which day an amount counts on, and that fees and disputes are not deducted', async () => {
  answerFetch(({ path }) => (path.includes('explore') ? report : undefined))
  renderInPortal(<SummaryReportPart face="tool" />)
  await screen.findByText(/count on the day of their payment, before fees and disputes$/)
})

test('what stands above the rows has the days of the report', async () => {
  answerFetch(({ path }) => (path.includes('explore') ? report : undefined))
  const above = vi.fn(() => null)
  renderInPortal(<SummaryReportPart face="tool" above={above} />)
  await vi.waitFor(() => expect(above).toHaveBeenCalled())
  expect(above.mock.lastCall).toEqual([
    expect.objectContaining({ from: report.from }),
    expect.objectContaining({ dateFrom: report.from, dateTo: report.to }),
    expect.anything(),
  ])
})

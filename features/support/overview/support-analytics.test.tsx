import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Analytics, AnalyticsRow } from './analytics.contract.ts'
import SupportAnalytics from './support-analytics.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const figures = {
  ...{ created: 2, closed: 1, answered: 1, answerMedian: 5, answerP90: 5 },
  ...{ resolutionMedian: 5, resolutionP90: 5, answerBreaches: 0, resolutionBreaches: 0 },
}
const row = (key: string | null): AnalyticsRow => ({ ...figures, key, name: key })
const report = (rows: AnalyticsRow[]): Analytics => ({
  ...{ asOf: '2026-11-20T12:00:00.000Z', from: '2026-11-17T00:00:00.000Z' },
  ...{ to: '2026-11-21T12:00:00.000Z', channel: 'CustomerToTenant', rows, all: figures },
})

async function shown(groupBy: string, rows: AnalyticsRow[]) {
  answerFetch(({ path }) => (path.endsWith('/support-analytics') ? report(rows) : undefined))
  const permissions = ['CRM.Support.Lookup', 'Reports.SupportAnalytics.Reports.View']
  renderInPortal(
    <SupportAnalytics />,
    { audience: 'tenant', permissions },
    `/start?groupBy=${groupBy}`,
  )
  return within(await screen.findByRole('table'))
}

test('days without a ticket stand in the chart, and a day opens its tickets', async () => {
  const table = await shown('day', [row('2026-11-18'), row('2026-11-20')])
  const opened = 'createdFrom=2026-11-18&createdTo=2026-11-18'
  expect((await table.findAllByRole('link', { name: '2' }))[0]?.getAttribute('href')).toContain(
    opened,
  )
  const bars = [...document.querySelectorAll('[data-bar]')]
  expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
    '17/11/2026 · 0',
    '18/11/2026 · 2',
    '19/11/2026 · 0',
    '20/11/2026 · 2',
  ])
  expect(bars.map((bar) => bar.getAttribute('href')?.includes(opened) ?? null)).toEqual([
    null,
    true,
    null,
    false,
  ])
})

test('a month opens the days of it that the report has, and a merchant its tickets', async () => {
  const months = await shown('month', [row('2026-11')])
  expect((await months.findAllByRole('link', { name: '2' }))[0]?.getAttribute('href')).toContain(
    'createdFrom=2026-11-17&createdTo=2026-11-20',
  )
  cleanup()
  const merchants = await shown('merchant', [row('m-1'), row(null)])
  const links = await merchants.findAllByRole('link', { name: '2' })
  expect(
    links.map((link) =>
      new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('customerId'),
    ),
  ).toEqual(['m-1'])
})

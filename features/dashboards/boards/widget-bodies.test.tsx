import type { WidgetData } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TableBody } from './widget-bodies.tsx'
import { WidgetTile } from './widget-tile.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (provider: string): WidgetData['data'][number] => ({
  ...{ cells: { provider, count: 1 }, links: {}, keys: { provider }, baseCurrency: 'GBP' },
  ...{ count: 1, volume: null, successRate: null, isPartial: false },
})
const page = (...providers: string[]): WidgetData => ({
  ...{ asOf: '2026-11-27T09:30:00Z', from: null, to: null, summary: { en: '3 payments' } },
  ...{ totalCount: 3, totalPayments: 3, totalSuccessRate: null, totalLink: null },
  ...{ totalVolume: [], alertViewModels: [], count: providers.length, data: providers.map(row) },
  columns: [
    { id: 'provider', label: { en: 'Provider' }, unit: 'text' },
    { id: 'count', label: { en: 'Payments' }, unit: 'count' },
  ],
})
const configuration = {
  ...{ widgetType: 'TABLE_WIDGET' as const, description: '', isLast24Hours: false },
  tableConfiguration: { pageIndex: 0, pageSize: 1 },
}
const widget = {
  ...{ widgetId: 'w', categoryId: 'payments', owner: 'product' as const, version: null },
  ...{ title: { en: 'Providers' }, filters: {}, configuration, fault: null },
  data: {
    ...{ dataSourceEndpoint: '', dataSourceMoreDataEndpoint: null },
    ...{ dataSourceEndpointId: 'transactions', dataSourceType: 'transactions' },
  },
}
const table = (data: WidgetData) => (
  <TableBody
    placed={{ filters: {}, widget }}
    configuration={configuration}
    data={data}
    title="Providers"
  />
)
const isDimmed = () => screen.getByRole('table').closest('[data-older]') !== null
const later = () => fireEvent.click(screen.getByRole('button', { name: 'Next rows' }))

test('a page is dimmed and said to be old while the next one loads', async () => {
  let answer = (_: WidgetData) => {}
  const asked = answerFetch(
    () =>
      new Promise<WidgetData>((resolve) => {
        answer = resolve
      }),
  )
  renderInPortal(table(page('Alpha')))
  expect(isDimmed()).toBe(false)
  later()
  await waitFor(() => expect([isDimmed(), asked.length]).toEqual([true, 1]))
  expect(screen.getByText('Alpha')).toBeDefined()
  answer(page('Beta'))
  await screen.findByText('Beta')
  expect(isDimmed()).toBe(false)
})

test('a page that cannot be loaded says why, can be asked for again, and leaves the way back', async () => {
  let isBroken = true
  answerFetch(() =>
    isBroken
      ? Response.json({ errors: [{ message: 'Too many rows' }] }, { status: 400 })
      : page('Beta'),
  )
  renderInPortal(table(page('Alpha')))
  later()
  await screen.findByText('Too many rows')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Beta')
  fireEvent.click(screen.getByRole('button', { name: 'Previous rows' }))
  expect(screen.getByText('Alpha')).toBeDefined()
})

test('a widget says of which days and currency its user has it', () => {
  const tile = (filters: Record<string, string>) => {
    const data = { ...page('Alpha'), from: '2026-11-01', to: '2026-11-27' }
    const place = {
      ...{ id: 'p', widgetId: 'w', title: null, width: 6 as const, height: 1 },
      widget,
    }
    const answer = { data, reason: undefined }
    renderInPortal(<WidgetTile placed={{ ...place, filters, fault: null }} answer={answer} />)
    const said = screen
      .getByRole('region', { name: 'Providers' })
      .querySelector('header + p')?.textContent
    cleanup()
    return said
  }
  expect(tile({ currency: 'GBP' })).toBe('GBP')
  expect(tile({ currency: 'GBP', dateFrom: '2026-11-01' })).toBe('01/11/2026 – 27/11/2026 · GBP')
  expect(tile({})).toBe('3 payments')
})

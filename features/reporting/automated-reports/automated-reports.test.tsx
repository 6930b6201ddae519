import { addDays, addMonths, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { ClientProvider } from '@counterfoil/kit/web/calls/use-call.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import AutomatedReports from './automated-reports.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let go: ReturnType<typeof useNavigate>
let at: ReturnType<typeof useLocation>

function Places() {
  go = useNavigate()
  at = useLocation()
  return at.pathname === '/automated-reports' ? <AutomatedReports /> : null
}

test('a report that is scheduled says its filters in words, and opens the form once', async () => {
  answerFetch(({ path }) =>
    path.endsWith('/sources') || path.endsWith('/targets') ? [] : { data: [], count: 0 },
  )
  renderInPortal(<Places />)
  const query = {
    ...{ sort: 'created', order: 'desc', columns: 'status', timezoneOffset: 0 },
    ...{ groupBy: 'provider,declineReason', timeZone: 'Europe/London' },
    ...{ status: 'captured,waiting_for_approval', method: 'bank_transfer,card', cardBrand: '-' },
  }
  act(() => void go('/automated-reports', { state: { source: 'declines', query } }))
  const dialog = await screen.findByRole('dialog', { name: 'New automated report' })
  expect(dialog.textContent).toContain(
    'As they were on the report: Group by: Provider, Decline reason · Time zone: Europe/London · Status: Captured, Waiting for approval · Method: Bank transfer, Card · Card brand: None',
  )
  // a reload finds what the browser keeps with the address
  expect([at.pathname, at.state]).toEqual(['/automated-reports', null])
})

test('a report of last month is scheduled once a month, on its first day', async () => {
  answerFetch(({ path }) =>
    path.endsWith('/sources') || path.endsWith('/targets') ? [] : { data: [], count: 0 },
  )
  renderInPortal(<Places />)
  const month = `${localDay(new Date(), 'Europe/London').slice(0, 7)}-01`
  const query = { dateFrom: addMonths(month, -1), dateTo: addDays(month, -1) }
  act(() => void go('/automated-reports', { state: { source: 'declines', query } }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New automated report' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^How often/).value).toBe('Monthly')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Day(?!s)/).value).toBe('1')
})

test('records, countries and schemes that a report is filtered by are called by their names', async () => {
  const [merchant, mid] = [
    '01943ad7-aa80-77dd-91e9-951a6bb427a2',
    '01943ad7-aa80-77dd-91e9-951a6bb42700',
  ]
  const asked = answerFetch(({ path }) => {
    if (path.endsWith('/filter-names')) return { [merchant]: 'Harbour Books', [mid]: 'HB-LIVE' }
    return path.endsWith('/sources') || path.endsWith('/targets') ? [] : { data: [], count: 0 }
  })
  renderInPortal(<Places />)
  const query = {
    ...{ merchantId: merchant, midId: `${mid},-`, cardBrand: 'american_express,visa' },
    customerCountry: 'DE',
  }
  act(() => void go('/automated-reports', { state: { source: 'payments', query } }))
  const dialog = await screen.findByRole('dialog', { name: 'New automated report' })
  await within(dialog).findByText(
    'As they were on the report: Merchant: Harbour Books · MID: HB-LIVE, None · Card brand: American Express, Visa · Customer’s country: Germany',
  )
  const names = asked.find(({ path }) => path.endsWith('/filter-names'))
  expect(names?.query.get('midId')).toBe(mid)
})

test('the list says of which mode each report is, where it has one', async () => {
  const none = { query: {}, day: null, targetId: null, skipEmpty: false, merchantId: null }
  const row = (id: string, mode: string, hasModes: boolean) => ({
    ...{ id, ...none, mode, hasModes, name: id, source: id, sourceName: { en: 'A report' } },
    ...{ format: 'csv', days: 'yesterday', frequency: 'daily', atTime: '07:30', timeZone: 'UTC' },
    ...{ delivery: 'portal', isActive: true, pausedFor: null, nextRunAt: null, lastRun: null },
    version: 1,
  })
  const data = [row('sales', 'Test', true), row('money', 'Live', true), row('audit', 'Live', false)]
  answerFetch(() => ({ data, count: data.length }))
  renderInPortal(<Places />, {}, '/automated-reports')
  const cells = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cells('sales')).toContain('Test')
  expect(await cells('money')).toContain('Live')
  expect(await cells('audit')).not.toContain('Live')
})

describe('a report that is scheduled', () => {
  interface Saved {
    readonly mode: string
    readonly days: string
  }

  async function scheduled(
    query: object,
    user: Parameters<typeof renderInPortal>[1] = {},
    mode: 'Live' | 'Test' = 'Test',
  ) {
    const asked = answerFetch(({ path }) => {
      if (path.endsWith('/targets')) return []
      if (!path.endsWith('/sources')) return { data: [], count: 0 }
      const name = { en: 'Declines', tr: '' }
      return [{ id: 'declines', name, hasModes: true, isPrintable: false }]
    })
    const client = createClient({
      token: () => 'token',
      renew: async () => false,
      mode: () => mode,
    })
    renderInPortal(
      <ClientProvider value={{ client, mode }}>
        <Places />
      </ClientProvider>,
      user,
    )
    act(() => void go('/automated-reports', { state: { source: 'declines', query } }))
    const dialog = await screen.findByRole('dialog', { name: 'New automated report' })
    const field = (name: string) =>
      screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) })
    const save = async () => {
      fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Declines' } })
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))
      await vi.waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
      return asked.find(({ method }) => method === 'POST')?.body as Saved
    }
    return { dialog, field, save }
  }

  const choicesOf = (field: HTMLElement) => {
    fireEvent.click(field)
    const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
    return within(list as HTMLElement)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent)
  }

  test('has the mode of the portal, which the form shows and changes', async () => {
    const { field, save } = await scheduled({})
    expect(field('Mode').value).toBe('Test')
    expect((await save()).mode).toBe('Test')
    cleanup()
    const other = await scheduled({})
    fireEvent.click(other.field('Mode'))
    fireEvent.click(screen.getByRole('option', { name: 'Live', hidden: true }))
    expect((await other.save()).mode).toBe('Live')
  })

  test('is of the modes alone that a merchant processes in', async () => {
    const merchant = { audience: 'merchant', merchantId: 'm', processingStatus: 'SandboxEnabled' }
    const { field } = await scheduled({}, merchant as never)
    expect(choicesOf(field('Mode'))).toEqual(['Test'])
  })

  test('has the days of the page, or the nearest choice, and says so', async () => {
    const day = (ago: number) => addDays(localDay(new Date(), 'Europe/London'), -ago)
    const exact = await scheduled({ dateFrom: day(7), dateTo: day(1) })
    expect(exact.field('Days').value).toMatch(/The last seven days|Last week/)
    expect(exact.dialog.textContent).not.toContain('nearest')
    cleanup()
    const near = await scheduled({ dateFrom: '2026-01-01', dateTo: '2026-02-10' })
    expect(near.field('Days').value).toBe('Last month')
    const words = 'The page had 01/01/2026 to 10/02/2026. This choice is the nearest.'
    expect(near.dialog.textContent).toContain(words)
    expect((await near.save()).days).toBe('last_month')
  })
})

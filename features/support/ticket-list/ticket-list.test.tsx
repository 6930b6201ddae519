import type { TicketRow } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, place, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { useShortcutKeys } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'
import TicketListPage from './ticket-list.tsx'
import { ticketFilterNames, toTicketQuery } from './ticket-query.rules.ts'

installPopovers()
let asked: Asked[] = []
let saved: string[] = []
let rows: readonly TicketRow[] = []

const row = {
  ticketId: 't1',
  code: 'T-1',
  tenantId: 'n',
  tenantName: 'Northwind Pay',
  customerId: 'h',
  customerName: 'Harbour Books',
  ticketChannelType: 'CustomerToTenant',
  state: 'Opened',
  category: 'Processing',
  subject: 'A refund is missing',
  priority: 'High',
  requester: 'Harbour Books',
  waitingOn: 'agent',
  isUnread: true,
  label: null,
  assignee: null,
  isEscalated: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  closedAt: null,
  dueAt: null,
} satisfies TicketRow

async function show(audience: Audience, address?: string) {
  renderInPortal(
    <TicketListPage />,
    { audience, merchantId: audience === 'merchant' ? 'h' : null },
    address,
  )
  await pass(0)
  await until(() => expect(screen.getByText('A refund is missing')).toBeDefined())
}
const merchant = {
  merchantId: '0191f3a4-0000-7000-8000-0000000000dd',
  legalBusinessName: 'Harbour Books',
  merchantStatus: 'Suspended',
  processingStatus: 'NoProcessing',
  tenantId: '0191f3a4-0000-7000-8000-0000000000bb',
}
const listed = () => asked.filter(({ path }) => /ticket(\/my)?$/.test(path))

beforeEach(() => {
  vi.useFakeTimers()
  saved = []
  rows = [row]
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  asked = answerFetch(({ method, path }) => {
    // as the server answers what changes a ticket
    if (method === 'POST' && /\/(assign|close|open|priority)$/.test(path)) return new Response(null)
    if (path.endsWith('/export')) return new Response('zip')
    if (path === '/api/merchants') return { data: [merchant], count: 1 }
    return /ticket(\/my)?$/.test(path) ? { data: rows, count: 21 } : []
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the list of tickets', () => {
  test('begins with an empty search, page 0 and 10 tickets [support.list.defaults] [lists.page-size.support]', async () => {
    await show('merchant')
    const { query, path } = listed()[0] as Asked
    expect([path, query.get('search') ?? '', query.get('page'), query.get('size')]).toEqual([
      '/api/support/ticket/my',
      '',
      '0',
      '10',
    ])
  })

  test('names the time that is due, which on a phone stands near that of the last change, and says which is overdue or nearly', async () => {
    const dueIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    rows = [
      { ...row, ticketId: 't1', dueAt: dueIn(-1) },
      { ...row, ticketId: 't2', subject: 'Another', dueAt: dueIn(3) },
      { ...row, ticketId: 't3', subject: 'A third', dueAt: dueIn(5) },
      { ...row, ticketId: 't4', subject: 'Paused', waitingOn: 'requester', dueAt: dueIn(3) },
    ]
    await show('tenant')
    const dues = screen.getAllByText(/^(Due|Overdue|Due soon)$/).filter((one) => one.closest('td'))
    expect(dues.map((one) => one.textContent)).toEqual(['Overdue', 'Due soon', 'Due', 'Due'])
  })

  test('keeps filters, search and page in the URL', async () => {
    await show('tenant')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'refund' } })
    await pass(400)
    expect(place()).toContain('search=refund')
    fireEvent.click(screen.getByRole('button', { name: /next/i }))
    await pass(0)
    expect(place()).toContain('page=1')
    expect(listed().at(-1)?.query.get('page')).toBe('1')
    act(() => screen.getByRole('radio', { name: 'To the platform' }).click())
    await pass(0)
    expect(place()).toMatch(/ticketChannelType=TenantToPlatform/)
    expect(place()).not.toContain('page=')
  })

  test('a link with a merchant names it, whichever it is, and the tickets are its own', async () => {
    await show('tenant', `/tenant/support-tickets?customerId=${merchant.merchantId}`)
    await until(() =>
      expect(screen.getByRole('button', { name: 'Customer: Harbour Books' })).toBeDefined(),
    )
    expect(listed().at(-1)?.query.get('customerId')).toBe(merchant.merchantId)
  })

  test('marks what is unread, and leads to the ticket’s page for the user’s role', async () => {
    await show('tenant')
    expect(screen.getByRole('img', { name: 'Unread' })).toBeDefined()
    const link = screen.getByRole('link', { name: /A refund is missing/ })
    expect(link.getAttribute('href')).toBe('/tenant/support-tickets/h/t1')
    cleanup()
    await show('platform')
    expect(screen.getByRole('link', { name: /A refund is missing/ }).getAttribute('href')).toBe(
      '/platform/support-tickets/n/t1',
    )
  })

  test.each(['merchant', 'platform'] as const)(
    'a %s saves it as a zip under the stem of filename.csv [support.export-name]',
    async (audience) => {
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved.push(this.download)
      })
      await show(audience)
      fireEvent.click(screen.getByRole('button', { name: 'Export' }))
      await until(() => expect(saved).toEqual(['filename.zip']))
    },
  )

  test("the platform's export names its tenants as JSON [support.export-tenants]", async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    renderInPortal(
      <ExportButton query={{ tenantId: 'n,b', state: 'Opened', sort: 'created', order: 'desc' }} />,
      { audience: 'platform' },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    await until(() => expect(asked).toHaveLength(1))
    const { path, query } = asked[0] as Asked
    expect(path).toBe('/api/support/ticket/export')
    expect(Object.fromEntries(query)).toEqual({
      tenants: '["n","b"]',
      language: 'en',
      state: 'Opened',
      sort: 'created',
      order: 'desc',
    })
  })
})

test('days become instants of the zone, instants stay, and nonsense flags are left out', () => {
  const at = (day: string, time: string) => `${day}T${time}Z`
  expect(
    toTicketQuery(
      {
        createdFrom: '2026-11-01',
        createdTo: '2026-11-02',
        closedFrom: '2026-11-01T10:00:00Z',
        closedTo: '2026-11-30',
        isUnread: 'perhaps',
        isOverdue: 'true',
      },
      at,
    ),
  ).toEqual({
    createdFrom: '2026-11-01T00:00:00Z',
    createdTo: '2026-11-03T00:00:00Z',
    closedFrom: '2026-11-01T10:00:00Z',
    closedTo: '2026-12-01T00:00:00Z',
    isOverdue: 'true',
  })
  expect(new Set(ticketFilterNames).size).toBe(ticketFilterNames.length)
})

test('the filter by assignee searches colleagues on the server, and names those of a link', async () => {
  const [ole, zoe] = [
    { id: 'ole', name: 'Ole Berg', email: 'o@n.example', awayUntil: null },
    { id: 'zoe', name: 'Zoe Zahn', email: 'z@n.example', awayUntil: null },
  ]
  asked = answerFetch(({ path, query }) => {
    if (!path.endsWith('/assignees')) {
      return /ticket(\/my)?$/.test(path) ? { data: rows, count: 21 } : []
    }
    return query.get('ids') === 'zoe' || query.get('search') === 'zah' ? [zoe] : [ole]
  })
  await show('tenant', '/tenant/support-tickets?assigneeId=zoe')
  await until(() =>
    expect(screen.getByRole('button', { name: 'Assignee: Zoe Zahn' })).toBeDefined(),
  )
  cleanup()
  await show('tenant', '/tenant/support-tickets?assigneeId=none')
  fireEvent.click(screen.getByRole('button', { name: 'Assignee: Unassigned' }))
  await until(() => expect(screen.getByRole('checkbox', { name: 'Ole Berg' })).toBeDefined())
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'zah' } })
  await pass(300)
  await until(() => expect(screen.getByRole('checkbox', { name: 'Zoe Zahn' })).toBeDefined())
  fireEvent.click(screen.getByRole('checkbox', { name: 'Zoe Zahn' }))
  await pass(0)
  expect(listed().at(-1)?.query.getAll('assigneeId').join()).toBe('none,zoe')
})

test('tickets are chosen on the page that is seen: another page, filter or reading has none chosen that it does not show', async () => {
  const steps = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path)
  const choose = async () => {
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose row 1' }))
    await until(() => expect(screen.getByText('1 ticket chosen')).toBeDefined())
  }
  await show('tenant')
  await choose()
  fireEvent.click(screen.getByRole('button', { name: /next/i }))
  expect(screen.queryByText('1 ticket chosen')).toBeNull()
  await until(() => expect(place()).toContain('page=1'))
  expect(screen.queryByText('1 ticket chosen')).toBeNull()
  await choose()
  fireEvent.click(screen.getByRole('radio', { name: 'To the platform' }))
  await pass(0)
  expect(screen.queryByText('1 ticket chosen')).toBeNull()
  await choose()
  rows = []
  await pass(30_000)
  expect(screen.queryByText('1 ticket chosen')).toBeNull()
  expect(steps()).toEqual([])
})

test('by keyboard: to a row, choose it, assign it to oneself and close it', async () => {
  renderInPortal(<TicketListPage />, { audience: 'tenant', id: 'nora' })
  renderHook(useShortcutKeys)
  await until(() => expect(screen.getByText('A refund is missing')).toBeDefined())
  const press = async (key: string) => {
    act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }))
    await pass(0)
  }
  const done = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path)
  const path = `/api/support/ticket/${row.customerId}/${row.ticketId}`
  await press('j')
  expect(document.activeElement?.closest('tr')?.textContent).toContain('A refund is missing')
  await press('a')
  await until(() => expect(done()).toEqual([`${path}/assign`]))
  await press('x')
  expect(screen.getByText('1 ticket chosen')).toBeDefined()
  await press('e')
  await until(() => expect(done()).toEqual([`${path}/assign`, `${path}/close`]))
  await until(() => expect(snackbars().join()).toContain('1 ticket changed'))
})

test('a ticket that a colleague took meanwhile stays theirs: it is said, and the list is read again', async () => {
  let isTaken = false
  asked = answerFetch(({ method, path }) => {
    const message = 'Zoe Zahn works on this ticket by now.'
    if (method === 'POST') {
      isTaken = true
      return Response.json({ code: 'assignee.changed', errors: [{ message }] }, { status: 409 })
    }
    const assignee = isTaken ? { id: 'zoe', name: 'Zoe Zahn' } : null
    return /ticket(\/my)?$/.test(path) ? { data: [{ ...row, assignee }], count: 1 } : []
  })
  await show('tenant')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose row 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Assign to me' }))
  const said = '0 changed, 1 could not be changed. Zoe Zahn works on this ticket by now.'
  await until(() => expect(snackbars().join()).toContain(said))
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ from: null })
  await until(() => expect(screen.getByText('Zoe Zahn')).toBeDefined())
})

test('chosen tickets are assigned to a colleague, and those that could not be stay chosen', async () => {
  rows = [row, { ...row, ticketId: 't2', code: 'T-2', subject: 'Another one' }]
  asked = answerFetch(({ method, path }) => {
    if (path.endsWith('/assignees')) {
      return [{ id: 'zoe', name: 'Zoe Zahn', email: 'z@n.example', awayUntil: '2026-12-01' }]
    }
    // the second one was removed meanwhile
    if (method === 'POST') return path.includes('t2') ? undefined : new Response(null)
    return /ticket(\/my)?$/.test(path) ? { data: rows, count: 2 } : []
  })
  await show('tenant')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose row 1' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose row 2' }))
  await until(() => expect(screen.getByText('2 tickets chosen')).toBeDefined())
  fireEvent.click(screen.getByRole('combobox', { name: 'Assign to' }))
  const colleague = { name: /^Zoe Zahn \(away until/, hidden: true }
  await until(() => expect(screen.getByRole('option', colleague)).toBeDefined())
  fireEvent.click(screen.getByRole('option', colleague))
  await until(() => expect(snackbars().join()).toContain('1 changed, 1 could not be changed'))
  const posted = asked.filter(({ method }) => method === 'POST')
  expect(posted.map(({ path, body }) => [path, body])).toEqual(
    ['t1', 't2'].map((id) => [
      `/api/support/ticket/h/${id}/assign`,
      { assignee: 'zoe', from: null },
    ]),
  )
  expect(screen.getByText('1 ticket chosen')).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Choose row 2' })).toHaveProperty('checked', true)
})

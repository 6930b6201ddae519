import { presencePingMs } from '@counterfoil/features/support/feed/feed.contract.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AssigneeField, BillableField, JiraField, PriorityField } from './agent-fields.tsx'
import { Presence } from './presence.tsx'
import { ServiceLevelFacts } from './service-level-facts.tsx'
import { ticketApiOf } from './ticket-api.rules.ts'
import { TicketTimes } from './ticket-times.tsx'
import type { TicketDetails } from './tickets.contract.ts'

installPopovers()
let asked: Asked[] = []
let others: { id: string; name: string }[] = []
let refused: string | undefined

const asPlatformAgent = ticketApiOf({ tenantId: 'n', ticketId: 't' })
const asTenantAgent = ticketApiOf({ customerId: 'h', ticketId: 't' })
const ticket = {
  ticketId: 't',
  priority: 'Medium',
  assignee: null,
  billable: false,
  jiraTicket: 'PAY-1',
  actions: ['priority', 'assign', 'billable', 'jiraTicket'],
  serviceLevel: null,
} as unknown as TicketDetails

async function show(children: ReactNode) {
  renderInPortal(children, { id: 'nora', audience: 'platform' })
  await pass(0)
}
/** The portal of the tests has an output of its own. */
const here = () => document.querySelector('div[role=status]')?.textContent
const done = () =>
  asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

beforeEach(() => {
  vi.useFakeTimers()
  others = []
  refused = undefined
  asked = answerFetch(({ method, path }) => {
    if (path.endsWith('/presence')) return { others }
    if (path.endsWith('/assignees'))
      return [{ id: 'ole', name: 'Ole Berg', email: 'ole@n.example', awayUntil: null }]
    if (method !== 'POST' || refused === undefined) return new Response(null, { status: 204 })
    return Response.json({ code: refused, errors: [{ message: 'No' }] }, { status: 400 })
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a chosen priority is set; who may not set one reads it', async () => {
  await show(<PriorityField ticket={ticket} api={asTenantAgent} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'High' } })
  await pass(0)
  expect(done()).toEqual([['/api/support/ticket/h/t/priority', { priority: 'High' }]])
  cleanup()
  await show(<PriorityField ticket={{ ...ticket, actions: [] }} api={asTenantAgent} />)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.body.textContent).toContain('Medium')
})

test('a ticket is assigned and unassigned, each role at its own address', async () => {
  await show(<AssigneeField ticket={ticket} api={asTenantAgent} />)
  await until(() => expect(asked.some(({ path }) => path.endsWith('/assignees'))).toBe(true))
  const open = async () => {
    fireEvent.click(screen.getByRole('combobox', { name: 'Assignee' }))
    await pass(0)
  }
  await open()
  fireEvent.click(screen.getByText('Ole Berg'))
  await pass(0)
  cleanup()
  const given = { ...ticket, assignee: { id: 'gone', name: 'Left Long Ago' } }
  await show(<AssigneeField ticket={given} api={asPlatformAgent} />)
  // somebody who works here no more is still named
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('Left Long Ago')
  await open()
  fireEvent.click(screen.getByText('Unassigned'))
  await pass(0)
  expect(done()).toEqual([
    ['/api/support/ticket/h/t/assign', { assignee: 'ole', from: null }],
    ['/api/support/n/ticket/t/assign', { assignee: null, from: 'gone' }],
  ])
})

test('a colleague beyond the first ones is found by what is typed', async () => {
  const zoe = { id: 'zoe', name: 'Zoe Zahn', email: 'zoe@n.example', awayUntil: null }
  asked = answerFetch(({ path, query }) => {
    if (!path.endsWith('/assignees')) return new Response(null, { status: 204 })
    return query.get('search')?.toLowerCase().startsWith('zoe') === true ? [zoe] : []
  })
  const given = { ...ticket, assignee: { id: 'ole', name: 'Ole Berg' } }
  await show(<AssigneeField ticket={given} api={asTenantAgent} />)
  const field = screen.getByRole('combobox', { name: 'Assignee' })
  act(() => field.focus())
  fireEvent.click(field)
  await pass(300)
  // the name that the field shows is no search
  expect(asked.map(({ query }) => query.get('search') ?? '').join()).toBe('')
  fireEvent.change(field, { target: { value: 'zoe' } })
  await pass(300)
  await until(() => expect(screen.getByText('Zoe Zahn')).toBeDefined())
  // also when all of the name is typed
  fireEvent.change(field, { target: { value: 'Zoe Zahn' } })
  await pass(300)
  fireEvent.click(screen.getByText('Zoe Zahn'))
  await pass(0)
  expect(done()).toEqual([['/api/support/ticket/h/t/assign', { assignee: 'zoe', from: 'ole' }]])
})

test('the platform marks a ticket as billable, and as not', async () => {
  await show(<BillableField ticket={ticket} api={asPlatformAgent} />)
  fireEvent.click(screen.getByRole('checkbox'))
  await pass(0)
  cleanup()
  await show(<BillableField ticket={{ ...ticket, billable: true }} api={asPlatformAgent} />)
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true)
  fireEvent.click(screen.getByRole('checkbox'))
  await pass(0)
  expect(done().map(([path]) => path)).toEqual([
    '/api/support/n/ticket/t/billable',
    '/api/support/n/ticket/t/non-billable',
  ])
})

test('a Jira key is saved once it is another; a refused one stays typed and says why', async () => {
  await show(<JiraField ticket={ticket} api={asPlatformAgent} />)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  const field = screen.getByRole('textbox', { name: 'Jira key' }) as HTMLInputElement
  fireEvent.change(field, { target: { value: 'not a key' } })
  refused = 'request.invalid'
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await until(() => expect(document.body.textContent).toContain('Written like PAY-123'))
  expect(field.value).toBe('not a key')
  refused = undefined
  fireEvent.change(field, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await pass(0)
  expect(done().at(-1)).toEqual(['/api/support/n/ticket/t/jiraTicket', { jiraTicket: null }])
})

test('colleagues who have the ticket open are named, read again every 15 seconds, and gone when they left', async () => {
  others = [{ id: 'ole', name: 'Ole Berg' }]
  await show(<Presence api={asTenantAgent} />)
  await until(() => expect(here()).toContain('Ole Berg'))
  others = []
  await pass(presencePingMs - 100)
  expect(here()).toContain('Ole Berg')
  await pass(200)
  await until(() => expect(here()).toBe(''))
})

test('due times and breaches are shown to agents, and not to the requester', async () => {
  const level = {
    firstResponseDueAt: null,
    nextResponseDueAt: '2026-11-20T12:00:00.000Z',
    resolutionDueAt: '2026-11-21T12:00:00.000Z',
    responseMissedAt: null,
    isResponseBreached: true,
    isResolutionBreached: false,
    isPaused: false,
  }
  await show(<ServiceLevelFacts ticket={{ ...ticket, serviceLevel: level }} />)
  const [next, resolution] = [...document.querySelectorAll('dd')]
  expect([next?.hasAttribute('data-breached'), resolution?.hasAttribute('data-breached')]).toEqual([
    true,
    false,
  ])
  cleanup()
  await show(<ServiceLevelFacts ticket={ticket} />)
  expect(document.querySelector('dl')).toBeNull()
})

test('times that are set by hand are in order: an answer before its request is refused, one within its minute is not', async () => {
  const times = { initialRequestDateTime: '2026-11-20T10:00:40.000Z', resolutionDateTime: null }
  const save = async (responseDateTime: string) => {
    const set = { ...ticket, ...times, responseDateTime, actions: ['times'] } as TicketDetails
    await show(<TicketTimes ticket={set} api={asPlatformAgent} />)
    fireEvent.click(screen.getByRole('button', { name: 'Set times' }))
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
    await pass(500)
  }
  await save('2026-11-20T09:59:00.000Z')
  expect(screen.getByText('This is before the time above')).toBeDefined()
  cleanup()
  await save('2026-11-20T10:00:00.000Z')
  expect(screen.queryByText('This is before the time above')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import TicketScoping from './ticket-scoping.tsx'

let isDrafting = false
let isFailing = false
let asked: Asked[] = []

const scope = {
  summary: 'A refund has not arrived',
  likelyCategory: 'Processing',
  missingInformation: ['Which bank?'],
  similarTickets: [],
  source: 'similarity',
  createdAt: '2026-11-20T12:00:00.000Z',
}

const polls = () => asked.filter(({ method }) => method === 'GET').length
const drafting = () => screen.queryByText('A scope is being drafted…') !== null

async function show() {
  renderInPortal(<TicketScoping tenantId="n" ticketId="t" />, { audience: 'platform' })
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  isDrafting = false
  isFailing = false
  asked = answerFetch(({ method }) => {
    if (method === 'POST') {
      isDrafting = true
      return new Response(null, { status: 202 })
    }
    if (isFailing)
      return Response.json({ detail: 'Down', errors: [{ message: 'Down' }] }, { status: 500 })
    return { scopingStatus: isDrafting, scope: isDrafting ? null : scope, failure: null }
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('scoping is started, and its status asked every second until it is false [support.scoping.poll]', async () => {
  await show()
  expect(polls()).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: 'Draft again' }))
  await pass(0)
  expect(asked.find(({ method }) => method === 'POST')?.path).toBe(
    '/api/support/n/ticket/t/scoping',
  )
  await pass(100)
  const begun = polls()
  expect(drafting()).toBe(true)
  await pass(3000)
  expect(polls()).toBe(begun + 3)
  isDrafting = false
  await pass(1000)
  expect([drafting(), screen.queryByText('A refund has not arrived') !== null]).toEqual([
    false,
    true,
  ])
  const ended = polls()
  await pass(5000)
  expect(polls()).toBe(ended)
})

test('a poll that fails is tried three times more, a second apart; then its error is shown [support.scoping.retry]', async () => {
  isDrafting = true
  await show()
  isFailing = true
  await pass(1000)
  const first = polls()
  for (const tries of [1, 2, 3]) {
    expect(screen.queryByRole('alert')).toBeNull()
    await pass(1000)
    expect(polls()).toBe(first + tries)
  }
  await until(() => expect(screen.getByRole('alert').textContent).toContain('Down'))
  await pass(5000)
  expect([polls(), snackbars()]).toEqual([first + 3, []])
})

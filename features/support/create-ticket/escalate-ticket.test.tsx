import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import EscalateTicket from './escalate-ticket.tsx'

let asked: Asked[] = []
let isRefused = false
let isClosed = false

const ticket = {
  ticketId: '0191f3a4-0000-7000-8000-000000000009',
  customerId: '0191f3a4-0000-7000-8000-000000000008',
  category: 'Processing',
  subject: 'A refund is missing',
  priority: 'High',
  references: [{ kind: 'transaction', key: 'p1', name: 'INV-1' }],
} as unknown as TicketDetails

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  isRefused = false
  isClosed = false
  asked = answerFetch(({ method }) => {
    if (method === 'GET') return [{ name: 'Processing' }]
    if (!isRefused) return { ticketId: 'new' }
    return Response.json({ errors: [{ message: 'It is escalated already' }] }, { status: 409 })
  })
  renderInPortal(
    <EscalateTicket
      ticket={ticket}
      onClose={() => {
        isClosed = true
      }}
    />,
    { audience: 'tenant', email: 'nora@northwind.example' },
  )
  await pass(0)
})

afterEach(async () => {
  await pass(7000)
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function escalate() {
  const description = screen.getByLabelText(/^Description/)
  fireEvent.change(description, { target: { value: 'The acquirer says nothing' } })
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Escalate' }))
  await pass(0)
}

test("escalating sends what stands in the dialog, and nothing of the customer's words [support.msg.escalated]", async () => {
  expect((screen.getByLabelText(/^Description/) as HTMLTextAreaElement).value).toBe('')
  await escalate()
  await until(() => expect(snackbars()).toContain('Ticket escalated'))
  const sent = asked.find(({ method }) => method === 'POST')
  expect(sent?.path).toBe(`/api/support/ticket/${ticket.customerId}/${ticket.ticketId}/escalate`)
  expect(sent?.body).toEqual({
    ticketCategory: 'Processing',
    subject: 'A refund is missing',
    description: 'The acquirer says nothing',
    contactEmail: 'nora@northwind.example',
    priority: 'High',
    references: [
      { key: 'Transaction', value: 'INV-1' },
      { key: 'createdOn', value: '/start' },
    ],
  })
  expect(isClosed).toBe(true)
})

test('a refusal is shown as it is, the dialog stays, and nothing says that a ticket was created [support.msg.escalation-error]', async () => {
  isRefused = true
  await escalate()
  await until(() =>
    expect(screen.getByRole('alert').textContent).toContain('It is escalated already'),
  )
  expect([snackbars(), isClosed]).toEqual([[], false])
})

import { contrast } from '@counterfoil/kit/contract/colour.ts'
import { pass, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import type { Client, SendOptions } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ExternalTicket } from './external-ticket.contract.ts'
import ExternalPartyPage from './party-page.tsx'

const ticket = {
  code: 'T-1',
  state: 'Opened',
  subject: 'A refund is missing',
  description: '<img src=x onerror=alert(1)>',
  tenantName: 'Northwind Pay',
  logo: null,
  colour: null,
  email: 'kim@bank.example',
  expiresAt: '2026-12-20T12:00:00.000Z',
  comments: [
    {
      itemId: 'a',
      timestamp: '2026-11-20T12:00:00.000Z',
      commenter: 'Northwind Pay',
      content: '<script>alert(1)</script>',
      attachments: ['receipt.pdf'],
      isOwn: false,
    },
  ],
} as unknown as ExternalTicket

let answer: () => ExternalTicket
let sent: unknown[] = []
let keys: (string | undefined)[] = []
const client = {
  send: async (_endpoint: unknown, { body }: { body: object }, options?: SendOptions) => {
    sent.push(body)
    if ('content' in body) keys.push(options?.idempotencyKey)
    return answer()
  },
} as unknown as Client
const refuse = (status: number) => () => {
  throw new CallProblem('Refused', { status, code: 'x', requestId: '' } as never)
}

async function show() {
  renderInPortal(<ExternalPartyPage client={client} token="secret" />)
  await pass(0)
}
const box = () => screen.getByRole('textbox') as HTMLTextAreaElement

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  keys = []
  answer = () => ticket
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('an external party reads comments as text, with the names of their attachments', async () => {
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A refund is missing')
  expect(screen.getByText('<script>alert(1)</script>')).toBeDefined()
  expect(screen.getByText('Attached: receipt.pdf')).toBeDefined()
  expect(document.querySelector('main img, main script')).toBeNull()
  expect(sent).toEqual([{ token: 'secret' }])
})

test('an answer is sent with the link; a refused one stays, and is there when the page is opened again', async () => {
  await show()
  fireEvent.change(box(), { target: { value: ' It went out on Monday ' } })
  answer = refuse(500)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await until(() => expect(screen.getByText('Refused')).toBeDefined())
  expect(box().value).toBe(' It went out on Monday ')
  cleanup()
  answer = () => ticket
  await show()
  expect(box().value).toBe(' It went out on Monday ')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await until(() => expect(box().value).toBe(''))
  expect(sent.at(-1)).toEqual({ token: 'secret', content: 'It went out on Monday' })
})

test('a link that was revoked says so, also on a page that stood open', async () => {
  await show()
  answer = refuse(404)
  await pass(31_000)
  await until(() => expect(screen.getByRole('alert')).toBeDefined())
  expect(screen.queryByText('A refund is missing')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the page has the tenant’s logo, and its button the tenant’s colour with text that is read on it', async () => {
  answer = () => ({ ...ticket, logo: '/api/tenants/1/logo/2', colour: '#fde047' })
  await show()
  const logo = screen.getByRole('img', { name: 'Northwind Pay' })
  expect(logo.getAttribute('src')).toBe('/api/tenants/1/logo/2')
  const { style } = screen.getByRole('main')
  expect(style.getPropertyValue('--button')).toBe('#fde047')
  expect(contrast(style.getPropertyValue('--on-button'), '#fde047')).toBeGreaterThan(4.5)
})

test('a closed ticket is read and not answered', async () => {
  answer = () => ({ ...ticket, state: 'Closed' })
  await show()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an answer goes with one key until it is known to be stored, and the next with another', async () => {
  await show()
  const send = async (text: string) => {
    fireEvent.change(box(), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await pass(0)
  }
  answer = refuse(500)
  await send('Yes')
  answer = () => ticket
  await send('Yes')
  await send('Yes')
  answer = refuse(500)
  await send('No')
  await send('Not yet')
  const [first, second, third, fourth, fifth] = keys
  expect(first).toBeTypeOf('string')
  expect(second).toBe(first)
  expect(new Set([first, third, fourth, fifth]).size).toBe(4)
})

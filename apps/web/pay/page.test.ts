// The page that a payer meets, against a server that answers what each test says.
import type {
  PayerPage,
  PayerPayment,
} from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const address = '/api/pay/a-page-of-a-test'

const page: PayerPage = {
  ...{ status: 'open', mode: 'Test', merchantName: 'Harbour Books', tenantName: 'Acme' },
  ...{ logo: null, colour: '#3554a5', languages: ['en', 'tr'], description: null },
  ...{ externalId: null, amount: 4002, minAmount: null, maxAmount: null, currency: 'GBP' },
  ...{ decimalPlaces: 2, email: null, methods: ['card'], banks: [], storedCards: [] },
  ...{ storeCard: null, work: { challenge: 'c', bits: 1 }, waitS: 0, payment: null, card: null },
}

const pending: PayerPayment = {
  ...{ id: 'the-payment', outcome: 'pending', amount: 4002, currency: 'GBP', reason: null },
  method: { type: 'pay_by_bank', brand: null, last4: null },
  ...{ refusal: null, confirmUrl: null, transfer: null, returnUrl: null },
  createdAt: '2026-11-27T12:00:00.000Z',
}
const declined: PayerPayment = { ...pending, outcome: 'refused', reason: 'other' }

/** What the server answers by path; a number is a failure with that status. */
let answers: Record<string, unknown>
const asked: string[] = []

async function answer(input: unknown): Promise<Response> {
  const path = String(input)
  asked.push(path)
  const found = answers[path.slice(address.length)]
  return typeof found === 'number' || found === undefined
    ? Response.json({ code: 'gone', detail: 'Gone' }, { status: Number(found ?? 404) })
    : Response.json(found)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', vi.fn(answer))
  asked.length = 0
  sessionStorage.clear()
  document.body.innerHTML = '<main id="page"></main>'
  window.history.replaceState(null, '', '/pay/a-page-of-a-test')
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const heading = () => document.querySelector('h1')?.textContent
const alertText = () => document.querySelector('[role=alert]')?.textContent

async function load(): Promise<void> {
  vi.resetModules()
  await import('./page.ts')
  await pass()
}

test('a payment that was under way and is refused is shown as refused, with the form', async () => {
  answers = {
    '': { ...page, status: 'pending', payment: pending },
    '/payments/the-payment': pending,
  }
  await load()
  expect(heading()).toBe('Your payment is under way')
  answers = { '': page, '/payments/the-payment': declined }
  await pass(2_500)
  expect(heading()).toBe('Pay Harbour Books')
  expect(alertText()).toContain('The bank refused this payment')
  expect(document.activeElement?.id).toBe('cc-number')
  const before = asked.length
  await pass(10_000)
  expect(asked.length).toBe(before)
})

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
  ...{ storeCard: null, work: { challenge: 'c', bits: 1 }, waitS: 0 },
}

const pending: PayerPayment = {
  ...{ id: 'the-payment', outcome: 'pending', amount: 4002, currency: 'GBP', reason: null },
  method: { type: 'pay_by_bank', brand: null, last4: null },
  ...{ refusal: null, confirmUrl: null, mayAbandon: false, transfer: null, returnUrl: null },
  createdAt: '2026-11-27T12:00:00.000Z',
}
const declined: PayerPayment = { ...pending, outcome: 'refused', reason: 'other' }

/** What the server answers by path; a number is a failure with that status, a text a refusal with that code. */
let answers: Record<string, unknown>
const asked: string[] = []

async function answer(input: unknown): Promise<Response> {
  const path = String(input)
  asked.push(path)
  const answered = answers[path.slice(address.length)]
  const found = typeof answered === 'function' ? answered() : answered
  if (found === 'request.too_many') {
    const headers = { 'retry-after': '40' }
    return Response.json({ code: found, detail: 'English' }, { status: 429, headers })
  }
  if (typeof found === 'string') {
    return Response.json({ code: found, detail: 'English, for programs' }, { status: 400 })
  }
  return typeof found === 'number' || found === undefined
    ? Response.json({ code: 'gone', detail: 'Gone' }, { status: Number(found ?? 404) })
    : Response.json(found)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', vi.fn(answer))
  asked.length = 0
  sessionStorage.clear()
  localStorage.clear()
  document.body.innerHTML = '<main id="page"></main>'
  window.history.replaceState(null, '', '/pay/a-page-of-a-test')
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const heading = () => document.querySelector('h1')?.textContent
const alertText = () => document.querySelector('[role=alert]')?.textContent

async function load(): Promise<void> {
  vi.resetModules()
  await import('./page.ts')
  await pass()
}

test.each([
  ['#ffffff', 'light'],
  ['#ffef5a', 'light'],
  ['#1b2028', 'dark'],
  ['#3554a5', 'dark'],
  ['#2f8f9d', ''],
])(
  'a button in the merchant’s colour %s has a line on the paper that it is not seen on: %s',
  async (colour, paper) => {
    answers = { '': { ...page, colour } }
    await load()
    expect(document.documentElement.dataset.unseenOn).toBe(paper)
  },
)

test.each([
  ['en-GB', 'Pay', 'Pay £2.50'],
  ['tr-TR', 'Öde', '£2,50 öde'],
])('before an amount is typed the button is a whole word: %s', async (language, none, some) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  answers = { '': { ...page, amount: null, minAmount: 100, maxAmount: 50_000 } }
  await load()
  const button = () => document.querySelector('button[type=submit]')?.textContent
  expect(button()).toBe(none)
  const amount = document.querySelector<HTMLInputElement>('input[name=amount]')
  if (amount !== null) amount.value = '2.50'
  amount?.dispatchEvent(new Event('input'))
  expect(button()).toBe(some)
})

test('a payment that was under way and is refused is shown as refused, with the form', async () => {
  // in another tab of the browser in which it was made
  localStorage.setItem(`made ${address}/payments`, pending.id)
  answers = { '': { ...page, status: 'pending' }, '/payments/the-payment': pending }
  await load()
  expect(heading()).toBe('Your payment is under way')
  expect(document.querySelectorAll('.test')).toHaveLength(1)
  answers = { '': page, '/payments/the-payment': declined }
  await pass(2_500)
  expect(heading()).toBe('Pay Harbour Books')
  expect(document.querySelectorAll('.test')).toHaveLength(1)
  expect(alertText()).toContain('The bank did not make this payment')
  expect(document.activeElement?.id).toBe('cc-number')
  const before = asked.length
  await pass(10_000)
  expect(asked.length).toBe(before)
})

test('who was second reads that it was paid already, without the card of the first and without a receipt', async () => {
  answers = { '': { ...page, methods: ['bank_transfer'] } }
  await load()
  const email = document.getElementById('email') as HTMLInputElement
  email.value = 'second@people.example'
  answers = { '': { ...page, status: 'paid', methods: ['bank_transfer'] }, '/payments': 409 }
  document.querySelector('form')?.requestSubmit()
  await pass(1_000)
  expect(heading()).toBe('This was paid already')
  expect(document.activeElement?.tagName).toBe('H1')
  expect(document.querySelector('main')?.textContent).toContain('You were not charged.')
  expect(document.querySelector('main')?.textContent).not.toMatch(/receipt|••••|Thank you/)
})

test('who paid and opens the page again sees the own result; who did not reads that it is paid', async () => {
  const paid = {
    ...pending,
    outcome: 'paid',
    method: { type: 'card', brand: 'visa', last4: '4242' },
  }
  answers = { '': { ...page, status: 'paid' }, '/payments/the-payment': paid }
  await load()
  expect(heading()).toBe('This was paid already')
  expect(document.querySelector('main')?.textContent).not.toMatch(/charged|4242/)
  localStorage.setItem(`made ${address}/payments`, pending.id)
  await load()
  expect(heading()).toBe('✓ Paid')
  expect(document.querySelector('main')?.textContent).toContain('Visa •••• 4242')
})

test('while somebody else pays the page waits, and opens again when that did not succeed', async () => {
  answers = { '': { ...page, status: 'pending' } }
  await load()
  expect(heading()).toBe('A payment is under way already')
  answers = { '': page }
  await pass(6_000)
  expect(heading()).toBe('Pay Harbour Books')
})

test('a security code is not left in the browser, and the payment of its card is asked about all the same', async () => {
  const { attemptsAt } = await import('./attempt.ts')
  answers = { '/payments': 500 }
  const body = { method: { type: 'stored', id: 'a-card', securityCode: '123' } }
  const lost = attemptsAt(`${address}/payments`).send(body, 'a-key')
  await Promise.all([expect(lost).rejects.toThrow(), pass(20_000)])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('123')
  answers = { '/payments': pending }
  await expect(attemptsAt(`${address}/payments`).sendAgain()).resolves.toEqual(pending)
  expect(sessionStorage.length).toBe(0)
})

const transferred = {
  ...{ reference: 'CF-1', accountHolder: 'Acme', iban: 'GB33BUKB20201555555555' },
  ...{ bic: null, qr: null },
}
const choose = (method: string) => {
  const radio = document.querySelector<HTMLInputElement>(`input[value=${method}]`)
  radio?.click()
}
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

test('a transfer is announced before it is made, and may be given up for another way', async () => {
  const offered = { ...page, methods: ['card', 'bank_transfer'] }
  answers = { '': offered }
  await load()
  const note = () => document.getElementById('transfer-note')
  expect([note()?.hidden, note()?.textContent]).toEqual([true, ''])
  choose('bank_transfer')
  expect(note()?.textContent).toContain('waits for your transfer')
  const waits = { ...pending, transfer: transferred, mayAbandon: true }
  answers = {
    ...{ '': { ...offered, status: 'pending' }, '/payments': waits },
    '/payments/the-payment': waits,
  }
  document.querySelector('form')?.requestSubmit()
  await pass(1_000)
  expect(heading()).toBe('Transfer £40.02')
  answers = {
    '': offered,
    '/payments/the-payment/abandon': { ...declined, reason: 'abandoned' },
    '/payments/the-payment': waits,
  }
  buttonNamed('Pay another way')?.click()
  await pass()
  expect(heading()).toBe('Pay Harbour Books')
  expect(alertText()).toContain('That payment has ended and nothing was charged')
  const before = asked.length
  await pass(10_000)
  expect(asked.length).toBe(before)
})

test('what the bank has already is not given up: the page says so, and still waits', async () => {
  localStorage.setItem(`made ${address}/payments`, pending.id)
  const waits = { ...pending, confirmUrl: 'https://bank.example/', mayAbandon: true }
  answers = {
    ...{ '': { ...page, status: 'pending' }, '/payments/the-payment': waits },
    '/payments/the-payment/abandon': 409,
  }
  await load()
  buttonNamed('Pay another way')?.click()
  await pass()
  expect(heading()).toBe('Your payment is under way')
  expect(alertText()).toContain('cannot be given up now')
  expect(document.activeElement?.textContent).toBe('Pay another way')
})

const submit = () => document.querySelector('form')?.requestSubmit()
const byTransfer = { ...page, methods: ['bank_transfer'] }
const chooseLanguage = (code: string) => {
  const select = document.querySelector('select.language') as HTMLSelectElement
  select.value = code
  select.dispatchEvent(new Event('change'))
}

test.each([
  ['payment_page.not_by_bank', 'Bu ödeme bankayla yapılamaz'],
  ['routing.no_mid', 'İşlem yapılamadı ve para çekilmedi'],
  ['constructor', 'İşlem yapılamadı ve para çekilmedi'],
])('a refusal with %s is read in the language of the page', async (code, text) => {
  answers = { '': byTransfer, '/payments': code }
  await load()
  chooseLanguage('tr')
  submit()
  await pass(1_000)
  expect(alertText()).toContain(text)
  expect(alertText()).not.toContain('English')
  chooseLanguage('en')
  expect(alertText()).toMatch(/^(That did not work|This payment cannot be made)/)
})

test('a page that was open for too long does its work anew, and pays', async () => {
  const works: string[] = []
  answers = {
    ...{ '': byTransfer, '/payments/the-payment': pending },
    '/payments': () => {
      const { calls } = vi.mocked(fetch).mock
      const sent = JSON.parse(String(calls.at(-1)?.[1]?.body))
      works.push(sent.work.challenge)
      return works.length === 1 ? 'payment_page.work' : pending
    },
  }
  await load()
  answers[''] = { ...byTransfer, work: { challenge: 'fresh', bits: 1 } }
  submit()
  await pass(1_000)
  expect(heading()).toBe('Your payment is under way')
  expect(works).toEqual(['c', 'fresh'])
})

test('an amount that the payer chose stays when the payment is refused', async () => {
  const free = { ...byTransfer, amount: null, minAmount: 500, maxAmount: 5000 }
  answers = { '': free, '/payments': declined }
  await load()
  const amount = () => document.getElementById('amount') as HTMLInputElement
  amount().value = '12,50'
  submit()
  await pass(1_000)
  expect(alertText()).toContain('The bank')
  expect(amount().value).toBe('12,50')
  expect(document.querySelector('button[type=submit]')?.textContent).toContain('12.50')
})

test.each([
  ['bankAway', 'This bank cannot be reached'],
  ['bank', 'The bank did not make this payment'],
  ['other', 'The bank did not make this payment'],
] as const)('a payment by bank that is refused for %s blames no card', async (reason, text) => {
  answers = { '': byTransfer, '/payments': { ...declined, reason } }
  await load()
  submit()
  await pass(1_000)
  expect(alertText()).toContain(text)
  expect(alertText()).not.toContain('card')
})

test('a page that the browser kept, to which a payer comes back from the bank, is loaded again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  answers = { '': page }
  await load()
  const shownAgain = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  shownAgain(false)
  expect(reload).not.toHaveBeenCalled()
  shownAgain(true)
  expect(reload).toHaveBeenCalled()
})

test('a page that does not exist says so in its title too, in the payer’s language', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tr-TR'])
  answers = {}
  await load()
  expect([heading(), document.title]).toEqual(Array(2).fill('Böyle bir ödeme sayfası yok'))
})

test('who is asked to wait, because many pay behind one address, reads for how long, and not that the connection was lost', async () => {
  vi.stubGlobal('navigator', { ...window.navigator, languages: ['en'] })
  answers = { '': 'request.too_many' }
  await load()
  expect(heading()).toContain('Too many requests come from your network')
  expect(heading()).toContain('in 40 seconds')
  answers = {
    '': { ...page, methods: ['bank_transfer'] },
    '/payments': 'request.too_many',
  }
  await load()
  document.querySelector('form')?.requestSubmit()
  await pass(100)
  expect(alertText()).toContain('in 40 seconds')
})

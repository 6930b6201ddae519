import { hash, randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  jobEngine,
  resolvePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { findBankPayment } from './bank-payments.queries.ts'
import { followBankPayment, inTenant } from './follow-bank-payment.ts'

const testApi = await openTestApi()
const { app, test: db, providers } = testApi
let merchant: Actor

beforeAll(async () => {
  merchant = await testApi.actor('merchant')
})

const v1 = (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({
    ...{ method, url: `/v1${url}` },
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    ...(payload === undefined ? {} : { payload }),
  })

async function newLink(amount: number, some: object = {}): Promise<string> {
  const body = { amount, currency: 'GBP', description: 'Two books', usage: 'single', ...some }
  const made = await v1('POST', '/payment-links', body)
  expect(made.statusCode, made.body).toBe(201)
  return new URL(made.json().url).pathname.split('/').pop() ?? ''
}

function workOf({ challenge, bits }: { challenge: string; bits: number }, key: string) {
  for (let number = 0; ; number += 1) {
    const found = hash('sha256', `${challenge}.${key}.${number}`)
    if (BigInt(`0x${found}`) >> BigInt(256 - bits) === 0n) return { challenge, number }
  }
}

const pageOf = async (token: string) => (await app.inject({ url: `/api/pay/${token}` })).json()

/** Each payer from an address of its own: who is refused often from one has to wait. */
let payers = 0

async function pay(token: string, bank = 'sandbox_bank', key = randomUUID() as string) {
  payers += 1
  const remoteAddress = `10.2.0.${payers}`
  const { work } = (await app.inject({ url: `/api/pay/${token}`, remoteAddress })).json()
  return app.inject({
    ...{ method: 'POST', url: `/api/pay/${token}/payments`, remoteAddress },
    headers: { 'idempotency-key': key },
    payload: { method: { type: 'pay_by_bank', bank }, work: workOf(work, key) },
  })
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
  return pathname + search
}

/** The payer at the bank: answers the address to which the bank sends the browser back. */
async function decide(url: string, button: RegExp): Promise<string> {
  const page = await app.inject({ url: pathOf(url) })
  const forms = [...page.body.matchAll(/action="([^"]+)"><button[^>]*>([^<]+)</g)]
  const form = forms.find(([, , label]) => button.test(label ?? ''))
  expect(form, page.body).toBeDefined()
  const headers = { 'content-type': 'text/plain' }
  const done = await app.inject({ method: 'POST', url: form?.[1] ?? '', headers, payload: '' })
  const [, back = ''] = /url=([^"]+)"/.exec(done.body) ?? []
  return pathOf(back)
}

const history = async (query = '', token = merchant.token) =>
  (
    await app.inject({
      url: `/api/merchant/open-banking/payments${query}`,
      headers: { authorization: `Bearer ${token}`, mode: 'Test' },
    })
  ).json()

const statusOf = async (id: string) => (await v1('GET', `/payments/${id}`)).json().status

const job = (id: string) =>
  resolvePayment(
    jobEngine(
      providers,
      {
        ...{ database: db.database, jobs: db.jobs, log: pino({ level: 'silent' }) },
        now: db.database.now,
      },
      tenantIdOf('northwind'),
      'system',
    ),
    id,
  )

/** What the banks carried out of a payment. */
async function carriedOut(paymentId: string): Promise<number> {
  const { rows } = await db.owner.query<{ n: number }>(
    `select count(*)::int as n from sandbox.bank_payment s join app.bank_payment b
       on b.consent_id = s.consent_id::text where b.payment_id = $1`,
    [paymentId],
  )
  return rows[0]?.n ?? 0
}

async function approved(amount: number, bank = 'sandbox_bank', button = /Pay from/) {
  const token = await newLink(amount, { externalId: `INV-${amount}` })
  const made = await pay(token, bank)
  expect(made.statusCode, made.body).toBe(201)
  const { id, confirmUrl } = made.json()
  const back = await decide(confirmUrl, button)
  const returned = await app.inject({ url: back })
  return { token, id: id as string, back, returned }
}

const abandon = (token: string, id: string) =>
  app.inject({ method: 'POST', url: `/api/pay/${token}/payments/${id}/abandon`, payload: {} })

test('a payer who gives the approval up pays another time, and an approval that comes later carries out nothing', async () => {
  const token = await newLink(2540)
  const made = (await pay(token)).json()
  expect(made.mayAbandon).toBe(true)
  expect((await abandon(token, made.id)).json()).toMatchObject({ reason: 'abandoned' })
  expect(await pageOf(token)).toMatchObject({ status: 'open' })
  await app.inject({ url: await decide(made.confirmUrl, /Pay from/) })
  expect([await statusOf(made.id), await carriedOut(made.id)]).toEqual(['declined', 0])
  const again = (await pay(token)).json()
  await app.inject({ url: await decide(again.confirmUrl, /Pay from/) })
  expect([await statusOf(again.id), await carriedOut(again.id)]).toEqual(['captured', 1])
})

test('a payer pays by bank: redirect, approval, return, and the payment is captured', async () => {
  const token = await newLink(2500)
  expect(await pageOf(token)).toMatchObject({
    methods: ['card', 'bank_transfer', 'pay_by_bank'],
    banks: expect.arrayContaining([{ id: 'sandbox_bank', name: 'Sandbox Bank', isSandbox: true }]),
  })
  const made = (await pay(token)).json()
  expect(made).toMatchObject({ outcome: 'pending', amount: 2500 })
  expect((await history()).data[0]).toMatchObject({
    ...{ paymentId: made.id, state: 'AwaitingAuthorisation', bankStatus: 'AWAU', amount: 2500 },
  })
  const back = await decide(made.confirmUrl, /Pay from Business current/)
  const returned = await app.inject({ url: back })
  expect(returned.statusCode).toBe(303)
  expect(returned.headers.location).toContain(`/pay/${token}?paymentId=${made.id}`)
  expect(await statusOf(made.id)).toBe('captured')
  expect((await history()).data[0]).toMatchObject({ state: 'Completed', bankStatus: 'ACSC' })
  const shown = (await app.inject({ url: `/api/pay/${token}/payments/${made.id}` })).json()
  expect(shown).toMatchObject({ outcome: 'paid' })
  // what is paid is not given up
  expect((await abandon(token, made.id)).json()).toMatchObject({ outcome: 'paid' })
  // a return that is repeated changes nothing
  expect((await app.inject({ url: back })).statusCode).toBe(303)
  expect(await carriedOut(made.id)).toBe(1)
})

test('euro are paid by SEPA to an IBAN, from the payer’s account in euro, at banks that have them', async () => {
  const token = await newLink(2600, { currency: 'EUR' })
  const { banks } = await pageOf(token)
  expect(banks.map(({ id }: { id: string }) => id)).not.toContain('sandbox_heritage')
  const made = await pay(token)
  expect(made.statusCode, made.body).toBe(201)
  await app.inject({ url: await decide(made.json().confirmUrl, /Pay from Euro account/) })
  expect(await statusOf(made.json().id)).toBe('captured')
  const { rows } = await db.owner.query(
    `select c.body -> 'Data' -> 'Initiation' as initiation from sandbox.bank_consent c
     join app.bank_payment b on b.consent_id = c.id::text where b.payment_id = $1`,
    [made.json().id],
  )
  expect(rows).toEqual([
    {
      initiation: expect.objectContaining({
        InstructedAmount: { Amount: '26.00', Currency: 'EUR' },
        LocalInstrument: 'UK.OBIE.SEPACreditTransfer',
        CreditorAccount: expect.objectContaining({ SchemeName: 'UK.OBIE.IBAN' }),
      }),
    },
  ])
  // lira are no currency of these banks
  const lira = await pageOf(await newLink(2600, { currency: 'TRY' }))
  expect([lira.methods.includes('pay_by_bank'), lira.banks]).toEqual([false, []])
})

test('a payer who rejects at the bank has paid nothing, and may try again', async () => {
  const { token, id } = await approved(2600, 'sandbox_bank', /Reject/)
  expect(await statusOf(id)).toBe('declined')
  expect((await pageOf(token)).status).toBe('open')
  expect(await carriedOut(id)).toBe(0)
})

test('a bank that refuses declines the payment, and its reason is kept', async () => {
  const { token, id } = await approved(2603, 'sandbox_heritage')
  expect(await statusOf(id)).toBe('declined')
  const shown = await app.inject({ url: `/api/pay/${token}/payments/${id}` })
  expect(shown.json()).toMatchObject({ outcome: 'refused', reason: 'bank' })
  expect((await history('?state=Rejected&bank=sandbox_heritage')).data).toMatchObject([
    // in the words of 3.1
    { paymentId: id, bankStatus: 'Rejected', bankReason: 'AM04 Insufficient funds' },
  ])
})

test('a lost answer is asked for with the same key: the bank pays once', async () => {
  const { id } = await approved(2604)
  await job(id)
  expect(await statusOf(id)).toBe('captured')
  expect(await carriedOut(id)).toBe(1)
})

test('a bank that is unavailable is asked again until it has taken the payment, once', async () => {
  const { id } = await approved(2605)
  expect(await statusOf(id)).toBe('pending')
  await job(id)
  await job(id)
  await job(id)
  expect(await statusOf(id)).toBe('captured')
  expect(await carriedOut(id)).toBe(1)
})

test('a slow bank is followed until it has decided', async () => {
  const { token, id } = await approved(2602)
  expect(await statusOf(id)).toBe('pending')
  // approved it is: there is nothing to confirm any more, and nothing to give up
  const shown = await app.inject({ url: `/api/pay/${token}/payments/${id}` })
  expect(shown.json()).toMatchObject({ outcome: 'pending', confirmUrl: null, mayAbandon: false })
  expect((await abandon(token, id)).json().code).toBe('payment_page.not_abandoned')
  expect((await history('?state=Pending')).data[0]).toMatchObject({ bankStatus: 'ACSP' })
  await db.owner.query(`update sandbox.bank_payment set settles_at = now() - interval '1 second'`)
  await job(id)
  expect(await statusOf(id)).toBe('declined')
})

test('what was submitted since it was read is not given up for want of a token', async () => {
  const { id } = await approved(2602)
  const work = { database: db.database, providers, tenantId: tenantIdOf('northwind') }
  const row = await inTenant(work, async (tx) => {
    const own = tx.selectFrom('bank_payment').select('id').where('payment_id', '=', id)
    return findBankPayment(tx, (await own.executeTakeFirstOrThrow()).id)
  })
  if (row === undefined) throw new Error('There is no such payment by bank')
  const updatedAt = new Date(Date.now() - 120_000)
  const asItWas = { ...row, state: 'Authorised', token: null, updatedAt } as const
  expect(await followBankPayment(work, asItWas)).toEqual({ result: 'pending' })
  expect((await history('?state=Pending')).data[0]).toMatchObject({ paymentId: id })
})

test('a closed bank declines at once, and the payer may choose another', async () => {
  const token = await newLink(2700)
  const made = (await pay(token, 'sandbox_closed')).json()
  expect(made).toMatchObject({ outcome: 'refused', reason: 'bankAway', confirmUrl: null })
  expect((await history('?state=Failed')).data[0]).toMatchObject({ paymentId: made.id })
  expect((await pay(token)).json()).toMatchObject({ outcome: 'pending' })
})

test('what nobody approves in time expires, and cannot be approved into a payment any more', async () => {
  const token = await newLink(2800)
  const made = (await pay(token)).json()
  await db.owner.query(
    `update app.bank_payment set expires_at = now() - interval '1 second' where payment_id = $1`,
    [made.id],
  )
  await job(made.id)
  expect(await statusOf(made.id)).toBe('declined')
  const back = await decide(made.confirmUrl, /Pay from/)
  await app.inject({ url: back })
  expect(await statusOf(made.id)).toBe('declined')
  expect(await carriedOut(made.id)).toBe(0)
})

test('a state that was changed, or a code that is not the bank’s, pays nothing', async () => {
  const token = await newLink(2900)
  const made = (await pay(token)).json()
  const address = new URL(await decide(made.confirmUrl, /Pay from/), 'http://x')
  const state = address.searchParams.get('state') ?? ''
  const forged = new URLSearchParams({ state: `${state.slice(0, -2)}zz`, code: 'x' })
  const answer = await app.inject({ url: `/open-banking/return?${forged}` })
  expect(answer.body).toContain('is not known here')
  const wrong = new URLSearchParams({ state, code: 'not-a-code' })
  await app.inject({ url: `/open-banking/return?${wrong}` })
  expect(await statusOf(made.id)).toBe('declined')
  expect(await carriedOut(made.id)).toBe(0)
})

test('the answer to a payment that was lost is given again, without a second one', async () => {
  const token = await newLink(3000, { usage: 'multiple' })
  const key = randomUUID()
  const [first, second] = [
    await pay(token, 'sandbox_bank', key),
    await pay(token, 'sandbox_bank', key),
  ]
  expect(second.json().id).toBe(first.json().id)
})

test('the history is walked by cursors, downloaded, and a stranger sees none of it', async () => {
  const first = await history('?pageSize=2')
  const rest = await history(`?pageSize=100&cursor=${first.nextCursor}`)
  const all = await history('?pageSize=100')
  const back = await history(`?pageSize=100&cursor=${rest.previousCursor}`)
  expect(back.data).toEqual(first.data)
  expect([...first.data, ...rest.data]).toEqual(all.data)
  const headers = { authorization: `Bearer ${merchant.token}`, mode: 'Test' }
  const url = '/api/merchant/open-banking/payments/export?state=Completed'
  const csv = (await app.inject({ url, headers })).body.trim().split('\n')
  const completed = await history('?pageSize=100&state=Completed')
  expect(csv).toHaveLength(1 + completed.data.length)
  expect(csv[0]).toContain('bank_status')
  const [newest] = completed.data
  // as a spreadsheet adds it up
  expect(csv[1]).toContain(`,${(newest.amount / 100).toFixed(2)},${newest.currency},`)
  const today = new Date().toISOString().slice(0, 10)
  const days = `dateFrom=2020-01-01&dateTo=${today}`
  expect((await history(`?pageSize=100&${days}`)).data).toEqual(all.data)
  expect((await history('?dateTo=2020-01-01')).data).toEqual([])
  const ofDays = (await app.inject({ url: `${url}&${days}`, headers })).body.trim().split('\n')
  expect(ofDays).toEqual(csv)
  const stranger = await makeUser(db, {
    ...{ user_type: 'merchant', tenant_id: tenantIdOf('northwind') },
    ...{ merchant_id: merchantIdOf('quayside'), permissions: ['Merchant.Payments.View'] },
  })
  const token = await testApi.issuer.token(stranger.id)
  expect((await history('', token)).data).toEqual([])
  expect((await history(`/${all.data[0].id}`, token)).status).toBe(404)
})

test('tokens and verifiers are stored sealed, and are gone when the payment is over', async () => {
  await pay(await newLink(3100))
  const { rows } = await db.owner.query<{ text: string; state: string }>(
    'select coalesce(token, verifier) as text, state from app.bank_payment where coalesce(token, verifier) is not null',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).toMatch(/^k1\./)
  expect(rows.map(({ state }) => state)).not.toContain('Completed')
})

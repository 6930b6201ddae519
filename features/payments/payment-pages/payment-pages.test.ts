import { createHmac, randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { payersOf, tokenOf, workOf } from '@counterfoil/tools/testing/payers.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { jobs as receipts } from './receipts.jobs.ts'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const harbour = 'cf_test_demo_harbour'
const good = '4242424242424242'
const challenged = '4000000000003220'
const { api, link, asked, sent, pay } = payersOf(testApi)

test('a link is made, paid by its payer once, and tells its merchant of the payment', async () => {
  const made = await link({ externalId: 'INV-9' })
  expect(made).toMatchObject({ status: 'open', amount: 1250, payments: [], mode: 'Test' })
  expect(made.url).toMatch(/\/pay\/[\w-]{32}$/)
  const token = tokenOf(made)
  expect((await asked(token)).json()).toMatchObject({
    ...{ status: 'open', merchantName: 'Harbour Books', amount: 1250, currency: 'GBP' },
    ...{ description: 'Two books', waitS: 0, decimalPlaces: 2 },
  })
  const paid = await pay(token)
  expect(paid.json()).toMatchObject({ outcome: 'paid', amount: 1250, method: { last4: '4242' } })
  const after = (await api('GET', `/payment-links/${made.id}`)).json()
  expect(after).toMatchObject({ status: 'paid', payments: [paid.json().id] })
  expect((await api('GET', `/payments/${paid.json().id}`)).json()).toMatchObject({
    ...{ status: 'captured', channel: 'payment_link', externalId: 'INV-9' },
    ...{ linkId: made.id, sessionId: null },
  })
  const events = (await api('GET', '/events?types=payment.captured&limit=100')).json().data
  const event = events.find(({ data }: { data: { id: string } }) => data.id === paid.json().id)
  expect(event.data).toMatchObject({ linkId: made.id, sessionId: null })
  expect((await pay(token)).json()).toMatchObject({ status: 409, code: 'payment_page.paid' })
})

test('a merchant’s links are listed, newest first, and found by its own id', async () => {
  const [one, other] = [await link({ externalId: 'L-1' }), await link({ externalId: 'L-2' })]
  const list = async (query: string) => (await api('GET', `/payment-links?${query}`)).json()
  const { nextCursor, ...first } = await list('limit=1')
  const { data } = await list(`limit=1&cursor=${nextCursor}`)
  expect([first.data, data]).toEqual([[other], [one]])
  expect(await list('externalId=L-1')).toEqual({ data: [one], count: 1, nextCursor: null })
})

test('who was second reads that it is paid, and nothing of the payment of the first', async () => {
  const session = (
    await api('POST', '/checkout-sessions', {
      ...{ amount: 990, currency: 'GBP', externalId: 'S-11' },
      returnUrl: 'https://shop.example/done',
    })
  ).json()
  const token = tokenOf(session)
  const paid = (await pay(token, { email: 'first@people.example' })).json()
  expect((await api('GET', `/payments/${paid.id}`)).json()).toMatchObject({
    ...{ linkId: null, sessionId: session.id },
  })
  expect(paid.returnUrl).toMatch(/^https:\/\/shop\.example\/done.*signature=/)
  const late = await pay(token, { email: 'second@people.example' })
  const page = await asked(token)
  expect([late.json().code, page.json().status]).toEqual(['payment_page.paid', 'paid'])
  for (const { body } of [late, page]) {
    expect(body).not.toMatch(/4242|visa|shop\.example|signature|first@/)
    expect(body).not.toContain(paid.id)
  }
  // who paid has its id, and is shown it
  expect((await asked(token, `/payments/${paid.id}`)).json()).toMatchObject({
    ...{ outcome: 'paid', method: { last4: '4242' } },
  })
})

test('a payer at the page is authenticated by what the page finds out about the browser', async () => {
  const browser = {
    ...{ language: 'tr-TR', colorDepth: 30, screenHeight: 844, screenWidth: 390 },
    ...{ timeZoneOffset: -180, javaEnabled: false, challengeWindowSize: '05' },
  }
  const paid = await pay(tokenOf(await link({})), { browser })
  expect((await api('GET', `/payments/${paid.json().id}`)).json()).toMatchObject({
    threeDSecure: { outcome: 'authenticated', flow: 'frictionless', liabilityShift: 'issuer' },
  })
})

test('a payer lets the merchant keep the card: what was agreed to stays with it', async () => {
  const storeCard = { uses: ['customer', 'unscheduled'] }
  const session = (
    await api('POST', '/checkout-sessions', {
      ...{
        amount: 990,
        currency: 'GBP',
        externalId: 'S-9',
        returnUrl: 'https://shop.example/',
        storeCard,
      },
      customer: { email: 'known@people.example' },
    })
  ).json()
  expect(session.storeCard).toEqual(storeCard)
  const token = tokenOf(session)
  const page = (await asked(token)).json()
  expect(page.storeCard.text.tr).toContain('Harbour Books bu kartı saklar')
  const consent = { consent: true, version: page.storeCard.version }
  const older = await pay(token, { storeCard: { ...consent, version: '1' } })
  expect(older.json().code).toBe('payment_page.consent_changed')
  expect(page.email).toBe('known@people.example')
  const paid = await pay(token, { storeCard: consent, language: 'tr' })
  // who finds the address later learns no customer's
  expect((await asked(token)).json().email).toBe('k•••@people.example')
  const payment = (await api('GET', `/payments/${paid.json().id}`)).json()
  expect(payment.storedCard).toMatchObject({ use: 'first', initiator: 'customer' })
  const stored = (await api('GET', `/stored-cards/${payment.storedCard.id}`)).json()
  expect(stored).toMatchObject({
    ...{ state: 'active', customerEmail: 'known@people.example', uses: storeCard.uses },
    consent: { source: 'page', ...{ version: consent.version, text: page.storeCard.text.tr } },
  })
  expect(stored.consent.language).toBe('tr')
})

test('a customer whom the server named pays with the kept card; nobody else is offered it', async () => {
  const email = `${randomUUID()}@people.example`
  const order = { amount: 990, currency: 'GBP', externalId: 'S-10' }
  const open = async (customer: object = { customer: { email } }) =>
    tokenOf(
      (
        await api('POST', '/checkout-sessions', {
          ...{ ...order, returnUrl: 'https://shop.example/', ...customer },
          storeCard: { uses: ['customer'] },
        })
      ).json(),
    )
  const ip = '10.9.0.1'
  const first = await open()
  const { storeCard, storedCards } = (await asked(first, '', ip)).json()
  expect(storedCards).toEqual([])
  // kept twice it is offered once
  for (const token of [first, await open()]) {
    await pay(token, { ip, storeCard: { consent: true, version: storeCard.version } })
  }
  const second = await open({ customer: { email: email.toUpperCase() } })
  const page = (await asked(second, '', ip)).json()
  expect(page.storedCards).toEqual([
    {
      ...{ id: expect.any(String), brand: 'visa', last4: '4242' },
      ...{ expiryMonth: 12, expiryYear: 2090 },
    },
  ])
  const [{ id }] = page.storedCards
  const withStored = async (token: string, some: object = {}, key: string = randomUUID()) => {
    const { work } = (await asked(token, '', ip)).json()
    const method = { type: 'stored', id, securityCode: '123', ...some }
    return sent(token, '/payments', { method, email, work: workOf(work, key) }, key, ip)
  }
  // neither the same e-mail typed by a payer nor another customer gives access to the stored card
  for (const customer of [{}, { customer: { email: 'other@people.example' } }]) {
    const other = await open(customer)
    expect((await asked(other, '', ip)).json().storedCards).toEqual([])
    expect((await withStored(other)).json().code).toBe('stored_card.unknown')
  }
  const onLink = tokenOf(await link())
  expect((await asked(onLink, '', ip)).json().storedCards).toEqual([])
  expect((await withStored(onLink)).json().code).toBe('stored_card.unknown')
  expect((await withStored(second, { securityCode: '12' })).json().errors[0].path).toBe(
    'method.securityCode',
  )
  // without the code nothing is paid, and what was answered is answered again
  const unpaid = (await withStored(second, { securityCode: undefined })).json()
  expect([unpaid.code, (await asked(second)).json().status]).toEqual([
    ...['payment_page.code_missing', 'open'],
  ])
  const key = randomUUID()
  const paid = await withStored(second, {}, key)
  const again = await withStored(second, { securityCode: undefined }, key)
  expect(again.json().id).toBe(paid.json().id)
  expect(paid.json(), paid.body).toMatchObject({ outcome: 'paid', method: { last4: '4242' } })
  expect((await api('GET', `/payments/${paid.json().id}`)).json().storedCard).toMatchObject({
    ...{ id, use: 'subsequent', initiator: 'customer' },
  })
  // a page that has been paid names none of the customer's cards, and one that is over does not name the customer either
  expect((await asked(second, '', ip)).json()).toMatchObject({ status: 'paid', storedCards: [] })
  const over = await open()
  const past = `update app.payment_page set expires_at = now() - interval '1 minute' where token = $1`
  await testApi.test.owner.query(past, [over])
  expect((await asked(over, '', ip)).json()).toMatchObject({
    ...{ status: 'expired', email: null, storedCards: [] },
  })
})

test('a page that does not ask for it keeps no card, nor one without an e-mail', async () => {
  const plain = tokenOf(await link())
  expect((await asked(plain)).json().storeCard).toBeNull()
  const storeCard = { consent: true, version: '2026-11' }
  expect((await pay(plain, { storeCard })).json().code).toBe('payment_page.store_card')
  const asking = tokenOf(await link({ storeCard: { uses: ['customer'] } }))
  const refused = await pay(asking, { storeCard, email: undefined })
  expect(refused.json()).toMatchObject({
    ...{ code: 'stored_card.no_customer', errors: [{ path: 'email' }] },
  })
  const paid = await pay(asking)
  expect((await api('GET', `/payments/${paid.json().id}`)).json().storedCard).toBeNull()
})

test('of five payers at once one pays a single-use link', async () => {
  const made = await link()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => pay(tokenOf(made), { ip: `10.1.0.${at}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  const { payments } = (await api('GET', `/payment-links/${made.id}`)).json()
  expect(payments).toHaveLength(1)
  const { rows } = await testApi.test.owner.query(
    `select count(*)::int as n from app.payment p where description = 'Two books' and created_at > now() - interval '1 minute' and id = any($1)`,
    [payments],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('an answer that was lost is given again, without a second payment', async () => {
  const made = await link({ usage: 'multiple' })
  const page = (await asked(tokenOf(made))).json()
  const key = randomUUID()
  const card = { number: good, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const { id } = (await sent(tokenOf(made), '/card-tokens', card)).json()
  const body = { method: { type: 'token', token: id }, work: workOf(page.work, key) }
  const first = await sent(tokenOf(made), '/payments', body, key)
  const again = await sent(tokenOf(made), '/payments', body, key)
  expect(again.json().id).toBe(first.json().id)
  expect((await api('GET', `/payment-links/${made.id}`)).json().payments).toHaveLength(1)
})

test('the payer confirms at the bank and comes back to the page; the shop is told by a signed result', async () => {
  const body = {
    ...{ amount: 990, currency: 'GBP', externalId: 'S-1' },
    returnUrl: 'https://shop.example/thanks?cart=a%20b&new&status=mine#basket',
  }
  const session = (await api('POST', '/checkout-sessions', body)).json()
  expect(session).toMatchObject({ status: 'open', paymentId: null, amount: 990 })
  const token = tokenOf(session)
  const pending = (await pay(token, { number: challenged })).json()
  expect(pending.outcome).toBe('pending')
  expect((await api('GET', `/checkout-sessions/${session.id}`)).json()).toMatchObject({
    ...{ status: 'pending', paymentId: pending.id },
  })
  expect((await pay(token)).json().code).toBe('payment_page.pending')
  const { pathname } = new URL(pending.confirmUrl)
  const confirmed = await testApi.app.inject({
    method: 'POST',
    url: `${pathname}/confirm`,
    headers: { 'content-type': 'text/plain' },
    payload: '',
  })
  expect(confirmed.body).toContain(`/pay/${token}?paymentId=${pending.id}`)
  const { outcome, returnUrl } = (await asked(token, `/payments/${pending.id}`)).json()
  expect(outcome).toBe('paid')
  const url = new URL(returnUrl)
  expect(url.search).toMatch(/^\?cart=a%20b&new&sessionId=/)
  expect(url.hash).toBe('#basket')
  expect(url.searchParams.get('status')).toBe('captured')
  const signed = new URLSearchParams(
    ['sessionId', 'paymentId', 'status', 'timestamp'].map((name) => [
      name,
      url.searchParams.get(name) ?? '',
    ]),
  )
  expect(signed.get('sessionId')).toBe(session.id)
  const { token: merchantToken } = await testApi.actor('merchant')
  const shown = await testApi.app.inject({
    method: 'POST',
    url: '/api/developer-settings/hosted-payment/return-secret',
    headers: { authorization: `Bearer ${merchantToken}` },
    payload: {},
  })
  const { secret } = shown.json().used
  const expected = createHmac('sha256', secret).update(signed.toString()).digest('hex')
  expect(url.searchParams.get('signature')).toBe(expected)
})

test('the payer changes no amount beyond the link', async () => {
  const fixed = tokenOf(await link())
  expect((await pay(fixed, { amount: 1 })).json().code).toBe('payment_page.amount_fixed')
  const free = tokenOf(
    await link({ amount: undefined, minAmount: 500, maxAmount: 2000, usage: 'multiple' }),
  )
  for (const amount of [undefined, 499, 2001]) {
    const refused = await pay(free, amount === undefined ? {} : { amount })
    expect(refused.json()).toMatchObject({
      ...{ code: 'payment_page.amount_range', errors: [{ path: 'amount' }] },
    })
  }
  expect((await pay(free, { amount: 500 })).json()).toMatchObject({ outcome: 'paid', amount: 500 })
})

test('a declined card is told in words that help, and may be tried again', async () => {
  const made = await link()
  const refused = await pay(tokenOf(made), { number: '4000000000009995', ip: '10.9.0.1' })
  expect(refused.json()).toMatchObject({ outcome: 'refused', reason: 'funds' })
  expect((await pay(tokenOf(made), { ip: '10.9.0.1' })).json().outcome).toBe('paid')
})

test('who tries card after card has to wait longer and longer, and to work more', async () => {
  const token = tokenOf(await link({ usage: 'multiple' }))
  const bits: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    bits.push((await asked(token)).json().work.bits)
    const refused = await pay(token, { number: '4000000000000069', ip: `10.2.0.${turn}` })
    expect(refused.statusCode, refused.body).toBe(201)
  }
  expect(bits[2]).toBeGreaterThan(bits[0] ?? 0)
  const stopped = await pay(token, { ip: '10.2.0.9' })
  expect(stopped.statusCode).toBe(429)
  expect(stopped.json().code).toBe('payment_page.too_many')
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
})

test('a link on which many pay stays open though some of them are refused, and a card that is refused does not', async () => {
  const token = tokenOf(await link({ usage: 'multiple' }))
  const [declined, refused] = ['4000000000000010', '4000000000000119']
  for (let turn = 0; turn < 4; turn += 1) {
    expect((await pay(token, { ip: `10.4.0.${turn}` })).json().outcome).toBe('paid')
    const number = turn === 3 ? refused : declined
    // from an address behind which others are who pay
    const answer = await pay(token, { number, ip: `10.4.0.${turn}` })
    expect(answer.json().outcome, answer.body).toBe('refused')
  }
  expect((await asked(token, '', '10.4.0.1')).json()).toMatchObject({
    waitS: 0,
    work: { bits: 12 },
  })
  expect((await pay(token, { ip: '10.4.0.8' })).json().outcome).toBe('paid')
  const again = await pay(token, { number: declined, ip: '10.4.0.9' })
  expect([again.statusCode, again.json().code]).toEqual([429, 'payment_page.too_many'])
})

test('without the work nothing is paid', async () => {
  const made = await link()
  const token = tokenOf(made)
  const card = { number: good, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const { id } = (await sent(token, '/card-tokens', card, randomUUID(), '10.3.0.1')).json()
  const { work } = (await asked(token, '', '10.3.0.1')).json()
  const other = (await asked(tokenOf(await link()))).json().work
  const key = randomUUID()
  for (const wrong of [
    { challenge: work.challenge, number: 0 },
    { challenge: 'made-up', number: 0 },
    workOf(other, key),
    workOf(work, 'another-request'),
  ]) {
    const body = { method: { type: 'token', token: id }, work: wrong }
    expect((await sent(token, '/payments', body, key)).json().code).toBe('payment_page.work')
  }
})

test('a link that was disabled or has expired takes nothing; one that is made up is not found', async () => {
  const made = await link()
  const disabled = await api('POST', `/payment-links/${made.id}/disable`, {})
  expect(disabled.json()).toMatchObject({ status: 'disabled' })
  expect((await pay(tokenOf(made), { ip: '10.4.0.1' })).json().code).toBe('payment_page.disabled')
  const short = await link({ expiresAt: new Date(Date.now() + 1000).toISOString() })
  await testApi.test.owner.query(
    `update app.payment_page set expires_at = now() - interval '1 second' where id = $1`,
    [short.id],
  )
  expect((await pay(tokenOf(short), { ip: '10.4.0.1' })).json().code).toBe('payment_page.expired')
  expect((await asked('no-page-has-this-token')).statusCode).toBe(404)
  expect((await asked('demo_harbour_books_signed_copy')).json()).toMatchObject({ status: 'open' })
})

test('a link of a suspended organisation is closed, takes nothing, and opens again with it', async () => {
  const made = await link()
  const setActive = (isActive: boolean) =>
    testApi.test.owner.query('update app.tenant set is_active = $2 where id = $1', [
      tenantIdOf('northwind'),
      isActive,
    ])
  await setActive(false)
  try {
    const refused = await pay(tokenOf(made), { ip: '10.4.0.2' })
    expect(refused.json(), refused.body).toMatchObject({ status: 403, code: 'merchant.not_active' })
    // the page says so before a card is typed
    expect((await asked(tokenOf(made))).json()).toMatchObject({ status: 'disabled' })
  } finally {
    await setActive(true)
  }
  expect((await asked(tokenOf(made))).json()).toMatchObject({ status: 'open' })
  expect((await pay(tokenOf(made), { ip: '10.4.0.2' })).statusCode).toBe(201)
})

test('a link whose payment was given up by the merchant is not paid, and takes nothing more', async () => {
  const made = await link()
  const { id } = (await pay(tokenOf(made), { ip: '10.4.0.2' })).json()
  const headers = { authorization: `Bearer ${operator.token}`, 'idempotency-key': randomUUID() }
  const reversed = await testApi.app.inject({
    ...{ method: 'POST', url: `/api/crm/transactions/${id}/reversals` },
    ...{ headers: { ...headers, mode: 'Test' }, payload: { reason: 'Out of stock' } },
  })
  expect(reversed.json(), reversed.body).toMatchObject({ status: 'reversed' })
  expect((await api('GET', `/payment-links/${made.id}`)).json().status).toBe('disabled')
  const again = await pay(tokenOf(made), { ip: '10.4.0.2' })
  expect(again.json().code).toBe('payment_page.disabled')
})

test('a payer whose payment takes days gets a receipt when it is paid, and is seldom asked after', async () => {
  const email = 'slow@people.example'
  const { id } = (
    await pay(tokenOf(await link()), { email, ip: '10.4.0.3', number: challenged })
  ).json()
  const { tenantId } = await testApi.actor('operator')
  const { owner } = testApi.test
  await owner.query(`delete from pgboss.job where name = 'payment-pages.receipt'`)
  const days = async (count: number) => {
    const now = () => new Date(Date.now() + count * dayMs)
    await receipts[0]?.run({ tenantId, paymentId: id }, { ...jobContextOf(testApi.test), now })
    const { rows } = await owner.query<{ hours: number }>(
      `with gone as (delete from pgboss.job where name = 'payment-pages.receipt' returning start_after)
       select round(extract(epoch from start_after - now()) / 3600)::int as hours from gone`,
    )
    return rows.map(({ hours }) => hours - count * 24)
  }
  expect([await days(0), await days(0.5), await days(3)]).toEqual([[0], [3], [6]])
  await owner.query(
    `update payment set status = 'captured', captured_minor = amount_minor, authorised_minor = amount_minor where id = $1`,
    [id],
  )
  expect(await days(3)).toEqual([])
  const mails = await owner.query(`select text_body from mail where recipient = $1`, [email])
  expect(mails.rows).toEqual([{ text_body: expect.stringMatching(/Time: .+ \d\d:\d\d [A-Z]/) }])
})

test('links are the merchant’s and mode’s own, and made once for a key', async () => {
  const key = randomUUID()
  const body = { amount: 5, currency: 'GBP', description: 'x', usage: 'single' }
  const first = await api('POST', '/payment-links', body, harbour, key)
  const again = await api('POST', '/payment-links', body, harbour, key)
  expect(again.json()).toEqual(first.json())
  expect(again.headers['idempotent-replayed']).toBe('true')
  for (const other of ['cf_test_demo_quayside', 'cf_live_demo_harbour', 'cf_test_demo_galata']) {
    expect(
      (await api('GET', `/payment-links/${first.json().id}`, undefined, other)).statusCode,
    ).toBe(404)
  }
})

test.each([
  ['no amount', { amount: undefined }, 'amount'],
  ['an amount and limits', { minAmount: 1, maxAmount: 2 }, 'amount'],
  ['one limit', { amount: undefined, minAmount: 1 }, 'maxAmount'],
  ['limits the wrong way', { amount: undefined, minAmount: 3, maxAmount: 2 }, 'minAmount'],
  ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['an unknown currency', { currency: 'GBX' }, 'currency'],
  ['a return address that is none', { returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
  ['a website of another', { websiteId: randomUUID() }, 'websiteId'],
  ['no description', { description: ' ' }, 'description'],
  ['a card number in the description', { description: 'for 4242424242424242' }, 'description'],
])('%s is refused at its field', async (_name, some, path) => {
  const body = { amount: 1250, currency: 'GBP', description: 'Books', usage: 'single', ...some }
  const answer = await api('POST', '/payment-links', body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})

/** The actions that the audit trail has of a record. */
async function actionsOf(id: string): Promise<string[]> {
  const { rows } = await testApi.test.owner.query(
    `select action from app.audit_entry e where e::text like '%' || $1 || '%' order by e.id`,
    [id],
  )
  return rows.map(({ action }) => action)
}

test('what a merchant’s server makes is in the audit trail; what a payer does is in the payment’s events [audit merchantApi.createPaymentLink] [audit merchantApi.disablePaymentLink] [audit merchantApi.createCheckoutSession] [audit payer.createToken] [audit payer.createPayment]', async () => {
  const made = await link()
  await api('POST', `/payment-links/${made.id}/disable`, {})
  expect(await actionsOf(made.id)).toEqual([
    'merchantApi.createPaymentLink',
    'merchantApi.disablePaymentLink',
  ])
  const body = {
    amount: 990,
    currency: 'GBP',
    externalId: 'S-2',
    returnUrl: 'https://shop.example',
  }
  const session = (await api('POST', '/checkout-sessions', body)).json()
  expect(await actionsOf(session.id)).toEqual(['merchantApi.createCheckoutSession'])
  const { id } = (await pay(tokenOf(session), { ip: '10.5.0.1' })).json()
  expect(await actionsOf(id)).toEqual([])
  const { rows } = await testApi.test.owner.query(
    'select distinct actor_type from app.payment_event where payment_id = $1',
    [id],
  )
  expect(rows).toEqual([{ actor_type: 'payer' }])
  const entries = await testApi.test.owner.query(
    'select 1 from app.audit_entry where action = any ($1)',
    [['payer.createToken', 'payer.createPayment']],
  )
  expect(entries.rows).toEqual([])
})

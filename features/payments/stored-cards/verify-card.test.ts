// A card is stored without a payment: its issuer is asked for nothing, and says whether it is good.
import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { withAcquirer } from '@counterfoil/tools/testing/payments.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test, vi } from 'vitest'
import { followStoredCards, followVerifications } from './stored-cards.jobs.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const key = 'cf_test_demo_harbour'
const visa = '4242424242424242'
const challenged = '4000000000003220'
type Body = Record<string, unknown>

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Body, once?: string) {
  const answer = await testApi.app.inject({
    ...{ method, url: `/v1${path}` },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': once ?? randomUUID() },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { ...answer.json(), statusCode: answer.statusCode, headers: answer.headers }
}

const cardOf = (number: string, some: Body = {}) => ({
  ...{ type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123', ...some },
})
const order = (some: Body = {}) => ({
  ...{ method: cardOf(visa), currency: 'GBP' },
  customer: { email: `${randomUUID()}@people.example` },
  storeCard: { consent: true, uses: ['customer', 'unscheduled'], version: '3', text: 'Keep it' },
  ...some,
})
const store = (some: Body = {}, once?: string) => call('POST', '/stored-cards', order(some), once)
const charge = (id: string, initiator: string) =>
  call('POST', '/payments', {
    ...{ amount: 700, currency: 'GBP', method: { type: 'stored', id, initiator } },
  })
const eventsOf = async (id: string) =>
  (
    await owner.query(
      `select type from app.merchant_event where payload::jsonb -> 'data' ->> 'id' = $1 order by id`,
      [id],
    )
  ).rows.map(({ type }) => type)
const vaultOf = async (request: string) =>
  (await owner.query('select deleted_at from sandbox.vault_card where request = $1', [request]))
    .rows

test('a good card is stored without a payment, and is charged later [audit merchantApi.createStoredCard]', async () => {
  const stored = await store()
  expect(stored).toMatchObject({
    ...{ statusCode: 201, state: 'active', paymentId: null, brand: 'visa', last4: '4242' },
    verification: { state: 'approved', securityCode: 'match', declineCode: null, nextAction: null },
    consent: { source: 'api', version: '3', text: 'Keep it' },
    schemeTransactionId: expect.stringMatching(/^\d{15}$/),
  })
  const { id, schemeTransactionId } = stored
  expect(await call('GET', `/stored-cards/${id}`)).toMatchObject({ id, state: 'active' })
  expect((await charge(id, 'customer')).status).toBe('captured')
  expect(await charge(id, 'merchant')).toMatchObject({
    ...{ status: 'captured', storedCard: { firstSchemeTransactionId: schemeTransactionId } },
  })
  expect(await eventsOf(id)).toEqual(['stored_card.verified'])
  // nothing was paid, booked or counted by it
  const { rows } = await owner.query('select 1 from app.payment where id = $1', [id])
  expect(rows).toEqual([])
  const audited = await owner.query(
    `select e::text as text from app.audit_entry e where record_id = $1 and action = 'merchantApi.createStoredCard'`,
    [id],
  )
  expect(audited.rows).toHaveLength(1)
  expect(audited.rows[0].text).not.toContain(visa)
})

test('a declined card is not stored, and the answer says why', async () => {
  const refused = await store({ method: cardOf('4000000000009979') })
  expect(refused).toMatchObject({
    ...{ statusCode: 201, state: 'deleted', last4: null, customerEmail: null, expiryMonth: null },
    verification: { state: 'declined', declineCode: 'stolen_card', nextAction: null },
  })
  expect((await charge(refused.id, 'customer')).code).toBe('stored_card.deleted')
  expect(await eventsOf(refused.id)).toEqual(['stored_card.refused'])
})

test('a card whose code is wrong is not stored, though its issuer approves; nor does the vault keep it', async () => {
  const refused = await store({ method: cardOf('4000000000000481') })
  expect(refused).toMatchObject({
    state: 'deleted',
    verification: { state: 'declined', securityCode: 'no_match' },
  })
  expect(refused.verification.declineCode).toBe('incorrect_security_code')
  await followStoredCards(testApi.providers, jobContextOf(testApi.test))
  expect(await vaultOf(refused.id)).toEqual([{ deleted_at: expect.any(Date) }])
})

test('without a code the card is stored, and its code as not checked', async () => {
  expect(await store({ method: cardOf(visa, { securityCode: undefined }) })).toMatchObject({
    ...{ state: 'active', verification: { state: 'approved', securityCode: 'not_checked' } },
  })
})

/** What the payer does at the bank, on its page. */
const confirm = async (url: string, choice: 'confirm' | 'refuse') =>
  (
    await testApi.app.inject({
      ...{ method: 'POST', url: `${new URL(url).pathname}/${choice}`, payload: '' },
      headers: { 'content-type': 'text/plain' },
    })
  ).body

test('the payer confirms it at the bank and comes back to the shop; until then it is charged by nobody', async () => {
  const returnUrl = 'https://shop.example/cards?tab=1'
  const open = await store({ method: cardOf(challenged), returnUrl })
  expect(open).toMatchObject({
    state: 'pending',
    verification: { state: 'pending', nextAction: { type: 'redirect' } },
  })
  expect((await charge(open.id, 'customer')).code).toBe('stored_card.unverified')
  const page = await confirm(open.verification.nextAction.url, 'confirm')
  expect(page).toContain(`https://shop.example/cards?tab=1&amp;storedCardId=${open.id}`)
  expect(await call('GET', `/stored-cards/${open.id}`)).toMatchObject({
    ...{ state: 'active', verification: { state: 'approved', nextAction: null } },
  })
  const other = await store({ method: cardOf(challenged), returnUrl })
  await confirm(other.verification.nextAction.url, 'refuse')
  expect(await call('GET', `/stored-cards/${other.id}`)).toMatchObject({
    state: 'deleted',
    verification: { state: 'declined', declineCode: 'authentication_failed' },
  })
})

const proofOf = async (id: string) =>
  (
    await owner.query('select authentication_value as proof from app.stored_card where id = $1', [
      id,
    ])
  ).rows[0].proof

test('how the payer confirmed it is kept with the card; the proof is sealed, and goes with the card', async () => {
  const open = await store({ method: cardOf(challenged) })
  const asked = { version: '2.2.0', flow: 'challenge', dsTransactionId: expect.any(String) }
  expect(open.verification.threeDSecure).toMatchObject({
    ...{ ...asked, outcome: 'challenged', eci: null, liabilityShift: 'merchant' },
  })
  expect(await proofOf(open.id)).toBeNull()
  await confirm(open.verification.nextAction.url, 'confirm')
  const { verification } = await call('GET', `/stored-cards/${open.id}`)
  expect(verification.threeDSecure).toEqual({
    ...{ ...asked, outcome: 'authenticated', eci: '05', liabilityShift: 'issuer', exemption: null },
    dsTransactionId: open.verification.threeDSecure.dsTransactionId,
  })
  expect(await proofOf(open.id)).toMatch(/^k1\./)
  await call('DELETE', `/stored-cards/${open.id}`)
  expect(await proofOf(open.id)).toBeNull()
})

test('a card that its payer does not confirm keeps how it failed, and no proof', async () => {
  const open = await store({ method: cardOf(challenged) })
  await confirm(open.verification.nextAction.url, 'refuse')
  expect((await call('GET', `/stored-cards/${open.id}`)).verification).toMatchObject({
    ...{ state: 'declined', threeDSecure: { outcome: 'failed', flow: 'challenge', eci: '07' } },
  })
  expect(await proofOf(open.id)).toBeNull()
})

test('a card whose payer is asked for nothing has no authentication', async () => {
  expect((await store()).verification).toMatchObject({ state: 'approved', threeDSecure: null })
})

test('a card that is deleted while its payer confirms it stays in no vault', async () => {
  const open = await store({ method: cardOf(challenged) })
  await call('DELETE', `/stored-cards/${open.id}`)
  await confirm(open.verification.nextAction.url, 'confirm')
  expect((await call('GET', `/stored-cards/${open.id}`)).state).toBe('deleted')
  await followStoredCards(testApi.providers, jobContextOf(testApi.test))
  expect(await vaultOf(open.id)).toEqual([{ deleted_at: expect.any(Date) }])
})

test('one key stores one card; what is repeated answers the same, with a token too', async () => {
  const once = randomUUID()
  const body = { customer: { email: 'once@people.example' } }
  const [first, again] = await Promise.all([store(body, once), store(body, once)])
  expect(again.id).toBe(first.id)
  expect(again.state).toBe('active')
  expect([first, again].map(({ headers }) => headers['idempotent-replayed']).sort()).toEqual([
    ...['true', undefined],
  ])
  expect((await store({}, once)).code).toBe('idempotency.key_reused')
  const { type: _type, ...fields } = cardOf(visa)
  const token = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/tokens', payload: fields },
    headers: { authorization: 'Bearer cf_pub_test_demo_harbour' },
  })
  const byToken = { ...body, method: { type: 'token', token: token.json().id } }
  const other = randomUUID()
  const stored = await store(byToken, other)
  expect(stored).toMatchObject({ statusCode: 201, state: 'active' })
  expect((await store(byToken, other)).id).toBe(stored.id)
  expect((await store(byToken)).code).toBe('card_token.gone')
})

test('an answer that was lost is looked up, and nothing is asked twice', async () => {
  const { rows: before } = await owner.query('select count(*)::int as n from sandbox.vault_card')
  // its answer is lost after the issuer approved, or the request never arrives
  const [approved, never] = await Promise.all([
    store({ method: cardOf('4000000000000077') }),
    store({ method: cardOf('4000000000000051') }),
  ])
  expect(approved.verification.state).toBe('pending')
  expect(never.verification.state).toBe('pending')
  await owner.query(
    `update app.stored_card set verification_check_at = now(), created_at = now() - interval '5 minutes' where id = any($1)`,
    [[approved.id, never.id]],
  )
  await followVerifications(testApi.providers, jobContextOf(testApi.test))
  expect((await call('GET', `/stored-cards/${approved.id}`)).state).toBe('active')
  expect(await call('GET', `/stored-cards/${never.id}`)).toMatchObject({
    ...{ state: 'deleted', verification: { state: 'failed', declineCode: 'no_answer' } },
  })
  const { rows: after } = await owner.query('select count(*)::int as n from sandbox.vault_card')
  expect(after[0].n).toBe(before[0].n + 1)
})

test('an acquirer that is slow holds up the verifications of no other organisation', async () => {
  const lost = () => store({ method: cardOf('4000000000000077') })
  const ids = [(await lost()).id, (await lost()).id, (await lost()).id]
  await owner.query(
    `update app.stored_card set verification_check_at = now() - interval '1 minute' where id = any($1)`,
    [ids],
  )
  const asked = new Set<string>()
  const startedAt = performance.now()
  let passedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => startedAt + passedMs)
  const slow = withAcquirer(testApi.providers, 'sandbox_alpha', () => ({
    lookup: (reference) => {
      asked.add(reference)
      passedMs += 10_000
      return Promise.reject(new Error('out of order'))
    },
  }))
  const counts: number[] = []
  try {
    for (let run = 1; run <= 2; run += 1) {
      await followVerifications(slow, jobContextOf(testApi.test))
      counts.push(asked.size)
    }
  } finally {
    vi.restoreAllMocks()
  }
  // the next run goes on with another one
  expect(counts).toEqual([1, 2])
})

test('where no acquirer checks cards without a payment, that is said and nothing is stored', async () => {
  const silent = ['sandbox_alpha', 'sandbox_beta'].reduce(
    (all, code) => withAcquirer(all, code, () => ({ verify: undefined })),
    testApi.providers,
  )
  const offered = new Map(testApi.providers.acquirers)
  const acquirers = testApi.providers.acquirers as Map<string, never>
  for (const [code, one] of silent.acquirers) acquirers.set(code, one as never)
  try {
    expect(await store()).toMatchObject({ status: 409, code: 'stored_card.no_verification' })
  } finally {
    for (const [code, one] of offered) acquirers.set(code, one as never)
  }
})

test('a merchant that may not take payments stores no card either', async () => {
  const id = merchantIdOf('harbour')
  await owner.query(`update app.merchant set merchant_status = 'Suspended' where id = $1`, [id])
  expect(await store()).toMatchObject({ status: 409, code: 'stored_card.refused_here' })
  await owner.query(`update app.merchant set merchant_status = 'Active' where id = $1`, [id])
})

test('as many different cards are stored for one address as a rule allows, and no more', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into app.antifraud_rule (tenant_id, id, rule, outcome, threshold, window_s, created_at)
     select tenant_id, gen_random_uuid(), 'cards_per_email', 'block', 2, 600, now() from app.merchant where id = $1 returning id`,
    [merchantIdOf('harbour')],
  )
  await owner.query('update app.tenant set settings_version = settings_version + 1')
  const customer = { email: `${randomUUID()}@people.example` }
  const answers: unknown[] = []
  for (const number of [visa, '5555555555554444', '4000000000000002', visa]) {
    const { statusCode, code, state } = await store({ customer, method: cardOf(number) })
    answers.push([statusCode, code ?? state])
  }
  // what was refused itself is not counted, and the first card is one of the two
  expect(answers).toEqual([
    [201, 'active'],
    [201, 'active'],
    [409, 'stored_card.refused_here'],
    [201, 'active'],
  ])
  await owner.query('delete from app.antifraud_rule where id = $1', [rows[0]?.id])
  await owner.query('update app.tenant set settings_version = settings_version + 1')
})

test.each([
  ['no customer', { customer: {} }, 'customer.email'],
  ['no consent', { storeCard: { uses: ['customer'] } }, 'storeCard.consent'],
  ['an unknown currency', { currency: 'GBX' }, 'currency'],
  ['a card that has expired', { method: cardOf(visa, { expiryYear: 2020 }) }, 'method.expiryYear'],
  ['a number that is none', { method: cardOf('4242424242424241') }, 'method.number'],
  ['a return address that is none', { returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
])('with %s nothing is stored', async (_name, some, path) => {
  const answer = await store(some)
  expect([answer.status, answer.errors?.[0]?.path]).toEqual([400, path])
})

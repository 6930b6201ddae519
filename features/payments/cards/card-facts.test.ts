import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { describe, expect, test } from 'vitest'

const testApi = await openTestApi()
const [operator, merchant, platform] = await Promise.all([
  testApi.actor('operator'),
  testApi.actor('merchant'),
  testApi.actor('platform'),
])
const harbour = merchantIdOf('harbour')

async function pay(number: string) {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090 },
    },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: string; status: string }>()
}

function call(actor: Actor, method: 'GET' | 'PUT', path: string, mode = 'Test') {
  const prefix = actor.kind === 'merchant' ? '/api/transactions' : '/api/crm/transactions'
  return testApi.app.inject({
    method,
    url: `${prefix}/${path}`,
    headers: { authorization: `Bearer ${actor.token}`, mode },
  })
}

describe('a card that paid too often', () => {
  const reset = (actor: Actor, id: string, query = `?organizationId=${harbour}`, mode = 'Test') =>
    call(actor, 'PUT', `${id}/reset-restriction${query}`, mode)

  test.each([
    ['4242424242424242', operator, '&tenantId='],
    ['5555555555554444', platform, `&tenantId=${merchant.tenantId}`],
  ])('is kept from paying until an operator sets it free: %s', async (number, actor, tenant) => {
    await testApi.test.owner.query('delete from antifraud_rule')
    await testApi.test.owner.query(
      `insert into antifraud_rule (tenant_id, id, rule, outcome, threshold, created_at)
       values ($1, gen_random_uuid(), 'card_velocity', 'block', 2, now())`,
      [merchant.tenantId],
    )
    const payments = [await pay(number), await pay(number), await pay(number), await pay(number)]
    expect(payments.map(({ status }) => status)).toEqual([
      'captured',
      'captured',
      'blocked',
      'blocked',
    ])
    const [first, , third, fourth] = payments.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ]
    const alerts = await call(actor, 'GET', `${fourth}/alerts`)
    expect(alerts.json()[0]).toMatchObject({ rule: 'card_restriction', outcome: 'block' })
    const details = await call(actor, 'GET', `${first}/details`)
    expect(details.json().cardRestriction).toMatchObject({ paymentId: third })
    const theirs = await call(merchant, 'GET', `${first}/details`)
    expect(theirs.json().cardRestriction).toBeNull()

    expect(
      (await reset(actor, first, `?organizationId=${merchantIdOf('galata')}`)).statusCode,
    ).toBe(404)
    expect((await reset(actor, first, undefined, 'Live')).json().code).toBe('mode.mismatch')
    const lifted = await reset(actor, first, `?organizationId=${harbour}${tenant}`)
    expect(lifted.json()).toEqual({ lifted: 1, counters: 1 })
    expect((await reset(actor, first)).json()).toMatchObject({
      status: 409,
      code: 'restriction.none',
    })
    expect((await pay(number)).status).toBe('captured')
    const { rows } = await testApi.test.owner.query(
      `select actor_id, action from audit_entry where record_id = $1`,
      [first],
    )
    expect(rows).toEqual([{ actor_id: actor.subject, action: 'payments.resetRestriction' }])
    await testApi.test.owner.query('delete from antifraud_rule')
  })

  test('is set free of full counters where no restriction is open any more', async () => {
    const number = '4000000000000259'
    await testApi.test.owner.query(
      `insert into antifraud_rule (tenant_id, id, rule, outcome, threshold, window_s, counted, created_at)
       values ($1, gen_random_uuid(), 'card_velocity', 'block', 2, 3600, null, now()),
         ($1, gen_random_uuid(), 'card_velocity', 'block', 2, 3600, 'tenant', now())`,
      [merchant.tenantId],
    )
    await testApi.test.owner.query('update tenant set settings_version = settings_version + 1')
    const paid: string[] = []
    for (let n = 0; n < 3; n += 1) paid.push((await pay(number)).status)
    expect(paid).toEqual(['captured', 'captured', 'blocked'])
    const { id } = await pay(number)
    await testApi.test.owner.query(
      'update card_restriction set expires_at = placed_at where tenant_id = $1',
      [merchant.tenantId],
    )
    const isCounted = async (actor: Actor) =>
      (await call(actor, 'GET', `${id}/details`)).json().isCardCounted
    expect([await isCounted(operator), await isCounted(merchant)]).toEqual([true, false])
    expect((await reset(operator, id)).json()).toEqual({ lifted: 0, counters: 2 })
    expect(await isCounted(operator)).toBe(false)
    expect((await reset(operator, id)).json().code).toBe('restriction.none')
    expect((await pay(number)).status).toBe('captured')
    await testApi.test.owner.query('delete from antifraud_rule')
    await testApi.test.owner.query('update tenant set settings_version = settings_version + 1')
  })

  test('is another card at another merchant, and nothing for merchants to set free', async () => {
    const { id } = await pay('378282246310005')
    expect((await reset(operator, id)).json().code).toBe('restriction.none')
    expect((await reset(merchant, id)).statusCode).toBe(404)
  })
})

describe('who issued a card', () => {
  const issuerOf = async (id: string, actor: Actor = operator) =>
    (await call(actor, 'GET', `${id}/details`)).json().method

  test('is told by its first digits, and read anew when the table has changed', async () => {
    const { id } = await pay('4242424242424242')
    const known = { brand: 'visa', cardType: 'credit', issuer: 'Test Bank London' }
    for (const actor of [operator, merchant, platform]) {
      expect(await issuerOf(id, actor)).toMatchObject({ ...known, issuerCountry: 'GB' })
    }
    await testApi.test.owner.query(
      `update card_bin set issuer = 'Test Bank Leeds', card_type = 'debit' where code = '424242'`,
    )
    expect(await issuerOf(id)).toMatchObject(known)
    const read = await call(platform, 'PUT', `bin-data/${id}`)
    const anew = { issuer: 'Test Bank Leeds', cardType: 'debit', issuerCountry: 'GB' }
    expect(read.json()).toEqual({ brand: 'visa', ...anew })
    expect(await issuerOf(id)).toMatchObject(anew)
  })

  test('is not told of what is no card, or of digits that nobody knows', async () => {
    await testApi.test.owner.query(`update card_bin set is_active = false where code = '378282'`)
    const unknown = await pay('378282246310005')
    expect(await issuerOf(unknown.id)).toMatchObject({ cardType: null, issuer: null })
    expect((await call(operator, 'PUT', `bin-data/${unknown.id}`)).json()).toMatchObject({
      status: 404,
      code: 'bin.unknown',
    })
  })
})

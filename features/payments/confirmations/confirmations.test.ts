import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { linkIdentity } from '@counterfoil/features/payments/confirmations/testing/waiting-actions.public.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { confirmationsOf } from '@counterfoil/tools/testing/confirmations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { afterEach, describe, expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const admin = await testApi.actor('operator')
const maker = await testApi.actor('operator')
const [first, second] = [await testApi.actor('operator'), await testApi.actor('operator')]
const merchant = await testApi.actor('merchant')
const colleague = await testApi.actor('merchant')
const harbour = merchantIdOf('harbour')
const { inject, post, get, paid, level, merchantLevel, refund, confirm, waiting, settle } =
  confirmationsOf(testApi, { operator: admin, merchant })

// each test has its own levels
afterEach(() => owner.query('delete from confirmation_level'))

/** What reached the acquirer of a payment, after it was taken. */
async function operationsOf(paymentId: string) {
  const { rows } = await owner.query(
    `select kind, state, amount_minor::int as amount from payment_operation
     where payment_id = $1 and kind not in ('authorise', 'capture') order by id`,
    [paymentId],
  )
  return rows
}

/** Another account of the same person. */
async function secondAccountOf(actor: Actor): Promise<Actor> {
  const { rows } = await owner.query('select email from app_user where id = $1', [actor.subject])
  const email = String(rows[0].email).toUpperCase().replace('@', '+again@')
  const input = { tenant_id: tenantIdOf('northwind'), user_type: 'tenant', email } as const
  const { id } = await makeUser(testApi.test, { ...input, permissions: actor.permissions })
  return { ...actor, subject: id, token: await testApi.issuer.token(id) }
}

test('authorising more than a level allows waits, and is sent once it is confirmed', async () => {
  await level(['increment'], { currency: 'GBP', amountMinor: 1200 })
  const id = await paid({ capture: false })
  expect((await post(maker, `${id}/increments`, { amount: 100 })).statusCode).toBe(200)
  const action = waiting(await post(maker, `${id}/increments`, { amount: 101 }))
  expect((await confirm(first, action)).json()).toMatchObject({ state: 'done' })
  expect(await operationsOf(id)).toEqual([
    { kind: 'increment', state: 'succeeded', amount: 100 },
    { kind: 'increment', state: 'succeeded', amount: 101 },
  ])
})

describe('a refund that two others have to confirm', () => {
  test('waits, and goes to the acquirer once with the last confirmation [setting confirmation-levels]', async () => {
    await level(['refund'], { confirmers: 2, currency: 'GBP', amountMinor: 500 })
    const id = await paid()
    const asked = await refund(maker, id, { amount: 600, reason: 'Came broken' })
    const action = waiting(asked)
    expect(asked.json().waitingAction).toMatchObject({
      ...{ state: 'waiting', action: 'refund', amount: 600, currency: 'GBP', mode: 'Test' },
      ...{ paymentId: id, confirmations: 0, missing: 2, outcome: null, endedAt: null },
    })
    expect(await operationsOf(id)).toEqual([])
    const [listed] = (await get(first, 'waiting-actions')).json().data.slice(-1)
    expect(listed).toMatchObject({
      ...{ id: action, isOwn: false, refusal: null, reason: 'Came broken', isOutdated: false },
      requirements: [{ confirmers: 2, roleId: null }],
      steps: [{ kind: 'requested', isOwn: false, reason: 'Came broken' }],
    })
    expect((await confirm(maker, action)).json()).toMatchObject({
      ...{ status: 403, code: 'confirmation.own' },
    })
    expect((await confirm(first, action)).json()).toMatchObject({ state: 'waiting', missing: 1 })
    // once more is not one more
    expect((await confirm(first, action)).json()).toMatchObject({ state: 'waiting', missing: 1 })
    expect(await operationsOf(id)).toEqual([])
    const done = (await confirm(second, action)).json()
    expect(done).toMatchObject({ state: 'done', missing: 0, outcome: { state: 'succeeded' } })
    expect(done.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      'requested',
      'confirmed',
      'confirmed',
      'done',
    ])
    expect(await operationsOf(id)).toEqual([{ kind: 'refund', state: 'succeeded', amount: 600 }])
    expect((await confirm(second, action)).json()).toMatchObject({ state: 'done' })
    const events = (await get(maker, `${id}/events`)).json().data
    expect(events[0]).toMatchObject({ type: 'payment.refunded', amount: 600 })
    const ended = (await get(second, 'waiting-actions?which=ended')).json().data
    expect(ended[0]).toMatchObject({ id: action, state: 'done' })
  })

  test('is confirmed by no second account of the maker or of a confirmer', async () => {
    await level(['refund'], { confirmers: 2 })
    const action = waiting(await refund(maker, await paid()))
    const refused = await confirm(await secondAccountOf(maker), action)
    expect(refused.json()).toMatchObject({ status: 403, code: 'confirmation.same_person' })
    await confirm(first, action)
    // nor by an account that signs in as the same identity at another provider
    const linked = await testApi.actor('operator')
    for (const { subject } of [first, linked]) await linkIdentity(testApi.test, subject, 'ada')
    const other = waiting(await refund(maker, await paid()))
    await confirm(first, other)
    expect((await confirm(linked, other)).json().code).toBe('confirmation.same_person')
    const again = await confirm(await secondAccountOf(first), action)
    expect(again.json()).toMatchObject({ status: 403, code: 'confirmation.same_person' })
  })

  test('of several confirmations at once has one effect', async () => {
    await level(['refund'])
    const id = await paid()
    const action = waiting(await refund(maker, id, { amount: 700 }))
    const key = randomUUID()
    const answers = await Promise.all([
      confirm(first, action, key),
      confirm(first, action, key),
      confirm(second, action),
    ])
    const states = answers.map((one) => one.json().state ?? one.json().code)
    expect(states.every((one) => ['confirmed', 'done', 'confirmation.ended'].includes(one))).toBe(
      true,
    )
    expect(await operationsOf(id)).toEqual([{ kind: 'refund', state: 'succeeded', amount: 700 }])
  })
})

describe('what is confirmed', () => {
  test('is the payment as it was: a change voids it, and says so', async () => {
    await level(['refund'], { currency: 'GBP', amountMinor: 500 })
    const id = await paid()
    const action = waiting(await refund(maker, id, { amount: 600 }))
    expect((await refund(second, id, { amount: 100 })).statusCode).toBe(200)
    const listed = (await get(first, `waiting-actions/${action}`)).json()
    expect(listed).toMatchObject({ isOutdated: true, refusal: { code: 'confirmation.changed' } })
    expect((await confirm(first, action)).json()).toMatchObject({
      ...{ status: 409, code: 'confirmation.changed' },
    })
    const [after] = (await get(first, `${id}/waiting-actions`)).json()
    expect(after).toMatchObject({ id: action, state: 'void' })
    expect(after.steps.at(-1)).toMatchObject({ kind: 'void', by: null })
    expect(await operationsOf(id)).toMatchObject([{ kind: 'refund', amount: 100 }])
    // and is requested again
    waiting(await refund(maker, id, { amount: 600 }))
  })

  test('is not confirmed too late', async () => {
    await level(['refund'], { hours: 1 })
    const [one, other] = [await paid(), await paid()]
    const actions = [waiting(await refund(maker, one)), waiting(await refund(maker, other))]
    await owner.query(`update waiting_action set expires_at = now() where id = any ($1)`, [actions])
    const late = await confirm(first, actions[0] ?? '')
    expect(late.json()).toMatchObject({ status: 409, code: 'confirmation.expired' })
    await settle()
    const { rows } = await owner.query(`select state from waiting_action where id = any ($1)`, [
      actions,
    ])
    expect(rows).toEqual([{ state: 'expired' }, { state: 'expired' }])
    expect(await operationsOf(one)).toEqual([])
  })

  test('and is refused then has that for its outcome', async () => {
    await level(['refund'])
    const id = await paid({
      method: { type: 'card', number: '4000000000000143', expiryMonth: 12, expiryYear: 2090 },
    })
    const action = waiting(await refund(maker, id))
    const answer = (await confirm(first, action)).json()
    expect(answer).toMatchObject({ state: 'refused', outcome: { state: 'declined' } })
    expect(answer.outcome.message).not.toBeNull()
    expect(await operationsOf(id)).toEqual([{ kind: 'refund', state: 'declined', amount: 1000 }])
  })

  test('in parts counts as a whole', async () => {
    await level(['refund'], { currency: 'GBP', amountMinor: 500 })
    const id = await paid()
    expect((await refund(maker, id, { amount: 300 })).statusCode).toBe(200)
    waiting(await refund(maker, id, { amount: 300 }))
  })
})

describe('whoever waits', () => {
  test('may withdraw it, and others reject it with a reason', async () => {
    await level(['refund'])
    const [one, other] = [await paid(), await paid()]
    const [withdrawn, rejected] = [
      waiting(await refund(maker, one)),
      waiting(await refund(maker, other)),
    ]
    const withdraw = (by: Actor) => post(by, `waiting-actions/${withdrawn}/withdrawals`)
    expect((await withdraw(first)).json().code).toBe('confirmation.not_own')
    expect((await withdraw(maker)).json()).toMatchObject({ state: 'withdrawn' })
    expect((await confirm(first, withdrawn)).json().code).toBe('confirmation.ended')
    const reject = (by: Actor, body: object) =>
      post(by, `waiting-actions/${rejected}/rejections`, body)
    expect((await reject(first, {})).statusCode).toBe(400)
    expect((await reject(maker, { reason: 'No' })).json().code).toBe('confirmation.own_rejection')
    const ended = (await reject(first, { reason: 'Not agreed' })).json()
    expect(ended).toMatchObject({ state: 'rejected' })
    expect(ended.steps.at(-1)).toMatchObject({ kind: 'rejected', reason: 'Not agreed' })
    expect(await operationsOf(one)).toEqual([])
    // and may ask again
    waiting(await refund(maker, one))
  })

  test('asks once for a thing: a repeated request is answered alike, another one refused', async () => {
    await level(['refund'])
    const id = await paid()
    const key = randomUUID()
    const answers = await Promise.all([
      refund(maker, id, { amount: 100 }, key),
      refund(maker, id, { amount: 100 }, key),
    ])
    expect(answers.map((one) => one.statusCode)).toEqual([202, 202])
    expect(answers[0]?.body).toBe(answers[1]?.body)
    const other = await refund(maker, id, { amount: 100 })
    expect(other.json()).toMatchObject({ status: 409, code: 'confirmation.waits_already' })
    // also when the level is gone
    await owner.query('delete from confirmation_level')
    const later = await refund(maker, id, { amount: 100 }, key)
    expect([later.statusCode, later.body]).toEqual([202, answers[0]?.body])
  })

  test('is notified of its end, and the confirmers of its beginning', async () => {
    await level(['refund'])
    const id = await paid()
    const action = waiting(await refund(maker, id))
    await post(first, `waiting-actions/${action}/rejections`, { reason: 'No' })
    const { rows } = await owner.query(
      `select data->>'type' as type, data->'to' as who,
         data->>'exceptUserId' as but from pgboss.job
       where name = 'notifications.fan-out'
         and (data->>'objectUrl' like '%' || $1 or data->>'objectUrl' like '%' || $2) order by created_on`,
      [action, id],
    )
    expect(rows).toEqual([
      {
        type: 'ActionWaits',
        but: maker.subject,
        who: expect.objectContaining({ permission: 'Crm.Payments.PendingTransactions' }),
      },
      { type: 'ActionDecided', but: null, who: { userIds: [maker.subject] } },
    ])
  })
})

test('a role may be required of makers and of confirmers, and a mode and new payees', async () => {
  const roleOf = async (actor: Actor) =>
    (await owner.query('select role_id from app_user where id = $1', [actor.subject])).rows[0]
      .role_id
  await level(['refund'], {
    makerRoleId: await roleOf(maker),
    confirmerRoleId: await roleOf(second),
  })
  await level(['refund'], { mode: '2' })
  await level(['refund'], { onlyNewPayees: true, makerRoleId: await roleOf(first) })
  const id = await paid()
  const action = waiting(await refund(maker, id, { amount: 10 }))
  expect((await confirm(first, action)).json().code).toBe('confirmation.role')
  expect((await confirm(second, action)).json().state).toBe('done')
  // of another role, and the card was paid back to before
  expect((await refund(first, id, { amount: 10 })).statusCode).toBe(200)
  const card = { type: 'card', number: '5555555555554444', expiryMonth: 12, expiryYear: 2090 }
  waiting(await refund(first, await paid({ method: card }), { amount: 10 }))
})

test('also who is limited to some merchants is held by the levels', async () => {
  await level(['refund'])
  const limited = await testApi.actor('limited')
  waiting(await refund(limited, await paid()))
})

describe('every action that moves money', () => {
  test.each([
    ['void', 'voids', { capture: false }, {}, 'voided'],
    ['reverse', 'reversals', {}, {}, 'reversed'],
    [
      'markRefunded',
      'status-change-refunds',
      {},
      { reason: 'In cash', paidFrom: 'cash' },
      'refunded',
    ],
  ])('%s waits and is carried out', async (action, path, order, body, status) => {
    await level([action])
    const id = await paid(order)
    const held = waiting(await post(maker, `${id}/${path}`, body))
    expect((await confirm(first, held)).json()).toMatchObject({ state: 'done' })
    const { rows } = await owner.query('select status from payment where id = $1', [id])
    expect(rows).toEqual([{ status }])
  })

  test('a payout waits, is set aside and sent with the last confirmation', async () => {
    await level(['payout'], { confirmers: 2 })
    await paid({ amount: 100_000 })
    const id = await paid()
    const held = waiting(await post(maker, `${id}/payouts`, { amount: 250 }))
    expect(await operationsOf(id)).toEqual([])
    await confirm(first, held)
    expect((await confirm(second, held)).json()).toMatchObject({ state: 'done' })
    expect(await operationsOf(id)).toEqual([{ kind: 'payout', state: 'succeeded', amount: 250 }])
  })

  test('the approval of a held payment and a change of status wait', async () => {
    await level(['approve', 'changeStatus'])
    await owner.query('update merchant set approval_threshold_minor = 2000 where id = $1', [
      harbour,
    ])
    const id = await paid({ amount: 3000 })
    await owner.query('update merchant set approval_threshold_minor = null where id = $1', [
      harbour,
    ])
    const held = waiting(await post(maker, `${id}/approves`))
    expect((await confirm(first, held)).json()).toMatchObject({ state: 'done' })
    const { rows } = await owner.query('select status from payment where id = $1', [id])
    expect(rows).toEqual([{ status: 'captured' }])

    const platform = await testApi.actor('platform')
    const pending = await paid({ method: { type: 'bank_transfer' }, amount: 1006 })
    const change = { body: { actionType: 'Captured' }, key: randomUUID() }
    const path = `/api/crm/transactions/${pending}/StatusChange`
    const asked = await inject(platform.token, 'PUT', path, change)
    const changing = waiting(asked)
    expect((await confirm(first, changing)).json()).toMatchObject({ state: 'done' })
    const after = await owner.query('select status from payment where id = $1', [pending])
    expect(after.rows).toEqual([{ status: 'captured' }])
  })
})

describe('a merchant', () => {
  test('has levels of its own, and sees neither the operators’ nor others’ [setting merchant-confirmation-levels]', async () => {
    await merchantLevel(['refund'])
    await level(['void'])
    const held = waiting(await refund(merchant, await paid()))
    expect((await confirm(merchant, held)).json().code).toBe('confirmation.own')
    // levels of one side hold nobody of the other
    expect((await refund(maker, await paid())).statusCode).toBe(200)
    const operators = waiting(await post(maker, `${await paid({ capture: false })}/voids`))
    expect((await confirm(colleague, operators)).statusCode).toBe(404)
    const path = '/api/crm/settings/merchant-confirmation-levels'
    const listed = (await inject(merchant.token, 'GET', path)).json()
    expect(listed.data.map((one: { merchantId: string }) => one.merchantId)).toEqual([harbour])
    expect(
      (await inject(merchant.token, 'GET', '/api/crm/settings/confirmation-levels')).statusCode,
    ).toBe(403)
    expect((await confirm(colleague, held)).json()).toMatchObject({ state: 'done' })
  })

  test('has no role of operators or of other merchants to require', async () => {
    const quayside = await makeUser(testApi.test, {
      ...{ tenant_id: tenantIdOf('northwind'), user_type: 'merchant', permissions: [] },
      merchant_id: merchantIdOf('quayside'),
    })
    const path = '/api/crm/settings/merchant-confirmation-levels/options/confirmerRoleId'
    const offered = (await inject(merchant.token, 'GET', path)).json()
    const ids = offered.map(({ id }: { id: string }) => id)
    const { rows } = await owner.query(
      'select id from role where id = any ($1) and (user_type <> $2 or merchant_id <> $3)',
      [ids, 'merchant', harbour],
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(rows).toEqual([])
    expect(ids).not.toContain(quayside.role_id)
  })
})

test('who may not decide, or works in the other mode, is refused', async () => {
  await level(['refund'])
  const action = waiting(await refund(maker, await paid()))
  const stranger = await testApi.actor('operator', ['Crm.Payments.PendingTransactions'])
  expect((await confirm(stranger, action)).statusCode).toBe(403)
  const path = `waiting-actions/${action}/confirmations`
  const wrongMode = await post(first, path, {}, { mode: 'Live' })
  expect(wrongMode.json().code).toBe('mode.mismatch')
})

// What a merchant's server asks for by `/v1`, and people of its merchant have to confirm.
import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { confirmationsOf } from '@counterfoil/tools/testing/confirmations.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { afterEach, expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const operator = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const colleague = await testApi.actor('merchant')
const { inject, post, get, v1, paid, merchantLevel, refund, confirm, waiting, settle } =
  confirmationsOf(testApi, { operator, merchant })

// each test has its own levels
afterEach(() => owner.query('delete from confirmation_level'))

test('a refund is answered 202, can be asked for, and is confirmed by the merchant', async () => {
  await merchantLevel(['refund', 'void'])
  const id = await paid()
  const key = randomUUID()
  const asked = await v1('POST', `payments/${id}/refunds`, { amount: 400 }, key)
  const action = waiting(asked)
  const again = await v1('POST', `payments/${id}/refunds`, { amount: 400 }, key)
  expect([again.statusCode, again.body]).toEqual([202, asked.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  const read = async () => (await v1('GET', `waiting-actions/${action}`)).json()
  expect(await read()).toEqual(asked.json().waitingAction)
  // operators see it on the payment, and leave it to the merchant's own people
  expect((await confirm(operator, action)).statusCode).toBe(404)
  const [seen] = (await get(operator, `${id}/waiting-actions`)).json()
  expect(seen).toMatchObject({ id: action, refusal: { code: 'confirmation.side' } })
  expect((await confirm(merchant, action)).json()).toMatchObject({ state: 'done' })
  expect(await read()).toMatchObject({ state: 'done', outcome: { state: 'succeeded' } })
  const refundId = (await read()).outcome.operationId
  expect((await v1('GET', `refunds/${refundId}`)).json()).toMatchObject({ amount: 400 })
  const unsent = await paid({ capture: false })
  waiting(await v1('POST', `payments/${unsent}/voids`, {}))
})

test('a server is sent how what it asked for ended, and takes it back while it waits [audit merchantApi.withdrawWaiting]', async () => {
  await merchantLevel(['refund'])
  const ask = async () => {
    const id = await paid()
    return { id, action: waiting(await v1('POST', `payments/${id}/refunds`, {})) }
  }
  const read = async (id: string) => (await v1('GET', `waiting-actions/${id}`)).json()
  const [done, rejected] = [await ask(), await ask()]
  const [late, changed, own] = [await ask(), await ask(), await ask()]
  await confirm(merchant, done.action)
  await post(merchant, `waiting-actions/${rejected.action}/rejections`, { reason: 'No' })
  await owner.query('update waiting_action set expires_at = $2 where id = $1', [
    ...[late.action, new Date(Date.now() - 1000)],
  ])
  await owner.query('update payment set version = version + 1 where id = $1', [changed.id])
  await settle()
  const key = randomUUID()
  const withdraw = (id: string, by?: string) =>
    v1('POST', `waiting-actions/${id}/withdrawals`, {}, by)
  // its key was replaced meanwhile
  await owner.query('update waiting_action set maker_id = gen_random_uuid() where id = $1', [
    own.action,
  ])
  const answer = await withdraw(own.action, key)
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { state: 'withdrawn' }])
  expect((await withdraw(own.action, key)).body).toBe(answer.body)
  expect((await withdraw(own.action)).json().code).toBe('confirmation.ended')
  const events = (await v1('GET', 'events?types=waiting_action.*')).json()
  const ends = { done, rejected, expired: late, void: changed, withdrawn: own }
  const asked = Object.values(ends).map(({ action }) => action)
  const data = events.data.filter((one: { data: { id: string } }) => asked.includes(one.data.id))
  const expected = await Promise.all(
    Object.entries(ends).map(async ([state, { action }]) => ({
      ...{ type: `waiting_action.${state}`, data: await read(action) },
    })),
  )
  expect(data).toHaveLength(expected.length)
  expect(data).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))))
  expect(expected.map((one) => one.data.state)).toEqual(Object.keys(ends))
  const theirs = waiting(await refund(colleague, await paid()))
  expect((await withdraw(theirs)).json()).toMatchObject({
    ...{ status: 403, code: 'confirmation.not_own' },
  })
  const { rows } = await owner.query(
    `select record_id, after->>'state' as state from audit_entry where action = 'merchantApi.withdrawWaiting'`,
  )
  expect(rows).toEqual([{ record_id: own.id, state: 'withdrawn' }])
})

test('whoever holds the key does not confirm what it asks for', async () => {
  await merchantLevel(['refund'])
  const made = await inject(merchant.token, 'POST', '/api/crm/settings/api-keys', {
    body: {
      ...{ name: 'Till', merchantId: merchantIdOf('harbour'), mode: '1', expiresAt: null },
      scopes: ['payments:read', 'payments:write', 'refunds:write'],
    },
  })
  const url = `/v1/payments/${await paid()}/refunds`
  const asked = await inject(made.json().shownOnce, 'POST', url, { body: {} })
  const action = waiting(asked)
  expect((await confirm(merchant, action)).json().code).toBe('confirmation.same_person')
  expect((await confirm(colleague, action)).json()).toMatchObject({ state: 'done' })
})

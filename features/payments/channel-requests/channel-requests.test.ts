import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { noChange } from './channel-requests.rules.ts'

// A merchant asks its operator for changes of its payment channels, which are made once they are approved.
const { pay, operator, testApi } = await openSettingsFixture()
const { owner } = testApi.test
const merchant = await testApi.actor('merchant')
const harbour = merchantIdOf('harbour')
const own = '/api/merchant/channel-requests'
const ofMerchants = '/api/crm/channel-requests'
const change = (some: object) => ({ ...noChange, reason: 'Christmas', ...some })
const inTest = { mode: 'Test' }

const send = async (
  actor: typeof merchant,
  url: string,
  payload?: object,
): Promise<Record<string, unknown>> => {
  const answer = await testApi.app.inject({
    ...{ method: payload === undefined ? 'GET' : 'POST', url },
    headers: { authorization: `Bearer ${actor.token}`, ...inTest },
    ...(payload === undefined ? {} : { payload }),
  })
  if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}
const midRow = async (id: unknown) =>
  (await owner.query('select * from app.mid where id = $1', [id])).rows[0]
const entries = async (id: unknown) =>
  (
    await owner.query('select action from app.audit_entry where record_id = $1 order by id', [id])
  ).rows.map(({ action }) => action)

test('a limit that a merchant asks for limits its payments once it is approved, and the merchant reads the answer', async () => {
  const { rows } = await owner.query(
    `select id from app.mid where merchant_id = $1 and mode = 1 and is_active order by priority`,
    [harbour],
  )
  const midId = rows[0].id
  const limit = { kind: 'limit', midId, limitOf: 'payment', currency: 'GBP', amount: 5_000 }
  const asked = await send(merchant, own, change(limit))
  expect(asked).toMatchObject({ state: 'waiting', midId, reason: 'Christmas', mode: 'Test' })
  expect((await midRow(midId)).max_amount_minor).toBeNull()
  const list = await send(operator, `${ofMerchants}?state=waiting`)
  expect(list).toMatchObject({ count: 1, data: [{ id: asked.id, merchantId: harbour }] })

  const decision = { midId: null, answer: 'Until January' }
  await send(operator, `${ofMerchants}/${asked.id}/approval`, decision)
  expect(await midRow(midId)).toMatchObject({ max_amount_minor: '5000', cap_currency: 'GBP' })
  expect(await send(merchant, `${own}/${asked.id}`)).toMatchObject({
    ...{ state: 'approved', answer: 'Until January', decidedBy: expect.any(String) },
  })
  // what is above the limit goes by another MID
  const { id } = await pay({ amount: 6_000 })
  const attempts = await owner.query(
    'select mid_id from app.payment_attempt where payment_id = $1',
    [id],
  )
  expect(attempts.rows.map(({ mid_id }) => mid_id)).not.toContain(midId)
  expect(await entries(asked.id)).toEqual([
    ...['channel-requests.createChannelRequest', 'channel-requests.approveChannelRequest'],
  ])
  // nothing is decided twice
  await expect(
    send(operator, `${ofMerchants}/${asked.id}/refusal`, { answer: 'No' }),
  ).rejects.toThrow('channel_request.decided')
})

test('a limit is not approved in another currency than the MID has got limits in since', async () => {
  const { rows } = await owner.query(
    `select id from app.mid where merchant_id = $1 and mode = 1 and is_active and cap_currency is null limit 1`,
    [harbour],
  )
  const midId = rows[0].id
  const limit = { kind: 'limit', midId, limitOf: 'payment', currency: 'GBP', amount: 5_000 }
  const asked = await send(merchant, own, change(limit))
  const limits = `update app.mid set cap_currency = $2, daily_cap_minor = $3 where id = $1`
  await owner.query(limits, [midId, 'JPY', 100_000])
  const approval = send(operator, `${ofMerchants}/${asked.id}/approval`, {
    ...{ midId: null, answer: '' },
  })
  await expect(approval).rejects.toThrow('channel_request.other_currency')
  expect(await midRow(midId)).toMatchObject({ cap_currency: 'JPY', max_amount_minor: null })
  expect(await send(merchant, `${own}/${asked.id}`)).toMatchObject({ state: 'waiting' })
  await owner.query(limits, [midId, null, null])
})

test('what somebody else changes of the MID at the same moment stays', async () => {
  const { rows } = await owner.query(
    'select id from app.mid where merchant_id = $1 and mode = 1 and is_active limit 1',
    [harbour],
  )
  const midId = rows[0].id
  const { descriptor } = await midRow(midId)
  const asked = await send(
    merchant,
    own,
    change({ kind: 'descriptor', midId, descriptor: 'HARBOUR BOOKS' }),
  )
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%mid%'`
  const approved = await testApi.test.database.transaction(
    tenantScope(operator.tenantId),
    async (db) => {
      await db.updateTable('mid').set({ breaker_wait_s: 77 }).where('id', '=', midId).execute()
      const answer = send(operator, `${ofMerchants}/${asked.id}/approval`, {
        ...{ midId: null, answer: '' },
      })
      await expect.poll(async () => (await owner.query(waits)).rowCount).toBeGreaterThan(0)
      return { answer }
    },
  )
  await approved.answer
  expect(await midRow(midId)).toMatchObject({
    ...{ descriptor: 'HARBOUR BOOKS', breaker_wait_s: 77 },
  })
  await owner.query('update app.mid set descriptor = $2, breaker_wait_s = null where id = $1', [
    midId,
    descriptor,
  ])
})

test('a method is opened at the MID that the operator chooses, which takes it from then on', async () => {
  const { rows } = await owner.query(
    `update app.mid set currencies = '{GBP}', methods = '{card}' where merchant_id = $1 and mode = 1 returning id`,
    [harbour],
  )
  await owner.query('update app.tenant set settings_version = settings_version + 1')
  const before = await pay({ currency: 'SEK' })
  expect(before.status).toBe('failed')
  const asked = await send(merchant, own, change({ kind: 'open', method: 'card', currency: 'SEK' }))
  const eligible = await send(operator, `${ofMerchants}/${asked.id}/mids`)
  expect(eligible).toMatchObject({ isOpen: false })
  const approve = (midId: string | null) =>
    send(operator, `${ofMerchants}/${asked.id}/approval`, { midId, answer: '' })
  await expect(approve(null)).rejects.toThrow('channel_request.not_open')
  const strange = await owner.query('select id from app.mid where merchant_id <> $1', [harbour])
  await expect(approve(strange.rows[0].id)).rejects.toThrow('channel_request.no_such_mid')
  const [mid] = eligible.mids as { id: string }[]
  await approve(String(mid?.id))
  expect(await midRow(mid?.id)).toMatchObject({ currencies: ['GBP', 'SEK'], methods: ['card'] })
  expect((await pay({ currency: 'SEK' })).status).toBe('captured')
  expect(rows.length).toBeGreaterThan(1)
})

test('a request is withdrawn by its merchant or refused with a reason, and changes nothing then', async () => {
  const { rows } = await owner.query(
    'select id from app.mid where merchant_id = $1 and mode = 1 limit 1',
    [harbour],
  )
  const descriptor = change({ kind: 'descriptor', midId: rows[0].id, descriptor: 'HARBOUR' })
  const first = await send(merchant, own, descriptor)
  await send(merchant, `${own}/${first.id}/withdrawal`, {})
  await expect(
    send(operator, `${ofMerchants}/${first.id}/approval`, { midId: null, answer: '' }),
  ).rejects.toThrow('channel_request.decided')
  const second = await send(merchant, own, descriptor)
  const refused = await send(operator, `${ofMerchants}/${second.id}/refusal`, { answer: 'No' })
  expect(refused).toMatchObject({ state: 'refused', answer: 'No' })
  expect((await midRow(rows[0].id)).descriptor).not.toBe('HARBOUR')
})

test('what cannot be asked for is refused at its field', async () => {
  const foreign = await owner.query('select id from app.mid where merchant_id <> $1 and mode = 1', [
    harbour,
  ])
  const refused: [object, string][] = [
    [{ kind: 'open', method: 'card' }, '"path":"currency"'],
    [{ kind: 'open', method: 'card', currency: 'GBP', descriptor: 'X' }, '"path":"descriptor"'],
    [{ kind: 'descriptor', midId: foreign.rows[0].id, descriptor: 'X' }, 'not_your_mid'],
    [{ kind: 'descriptor', midId: foreign.rows[0].id, descriptor: 'X'.repeat(23) }, 'descriptor'],
  ]
  for (const [body, what] of refused) {
    await expect(send(merchant, own, change(body))).rejects.toThrow(what)
  }
})

import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import {
  accounts,
  balanceOf,
  carryOut,
  checkPayee,
  euroAccounts,
  fund,
  merchantId,
  tenantId,
  workerOf,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { followRecall, followRecallsOf } from './follow-recall.ts'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000, 'EUR')
await fund(testApi, 1_000_000)

let keys = 0
const send = (
  token: string,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  { key = `c-${++keys}`, mode = 'Test' } = {},
) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode, 'idempotency-key': key },
    ...(payload === undefined ? {} : { payload }),
  })
const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  send(maker.token, method, url, payload)
const stateOf = async (id: string) => (await ask('GET', `/api/payouts/${id}`)).json().state
const recallsOf = async (id: string) => (await ask('GET', `/api/payouts/${id}/recalls`)).json()
const recall = (id: string, reason: string) => ask('POST', `/api/payouts/${id}/recalls`, { reason })

/** A worker whose clock is ahead, by minutes, so that the sandbox's banks have answered. */
let minutes = 10
const laterMs = () => {
  minutes += 1
  return minutes * 60_000
}
const workerLater = () => workerOf(testApi, laterMs())
const follow = () => followRecallsOf(testApi.providers, tenantId, workerLater())

const euro = { country: 'DE', currency: 'EUR' }
const pounds = { country: 'GB', currency: 'GBP' }

async function approved(account: object, of: { country: string; currency: string }) {
  const made = await ask('POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Lovelace Ltd', kind: 'company', ...of, ...account },
  })
  expect(made.statusCode, made.body).toBe(201)
  await checkPayee(testApi, made.json().id)
  const body = { beneficiaryId: made.json().id, amount: 9_500, reference: 'Invoice 7' }
  const payout = await ask('POST', '/api/payouts', { ...body, currency: of.currency })
  expect(payout.statusCode, payout.body).toBe(201)
  const { id } = payout.json()
  await send(operator.token, 'POST', '/api/crm/payouts/approvals', { payouts: [id] })
  return id as string
}

async function paid(account: object, of = euro): Promise<string> {
  const id = await approved(account, of)
  await expect
    .poll(
      async () => {
        await carryOut(testApi)
        return stateOf(id)
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe('paid')
  return id
}

/** Follows the recalls until the one of a payout has an answer. */
const answered = (id: string) =>
  expect
    .poll(
      async () => {
        await follow()
        return (await recallsOf(id)).data[0].state
      },
      { timeout: 20_000, interval: 300 },
    )
    .not.toBe('asked')

test('a recall that is accepted brings the money back, less what the bank keeps, once', async () => {
  const available = await balanceOf(testApi, 'merchant_available', 'EUR')
  const id = await paid(euroAccounts.withFee)
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available - 9_500)
  const made = await recall(id, 'duplicate')
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({
    data: [{ state: 'asked', reason: 'duplicate', returned: null }],
    ...{ reasons: [], obstacle: { code: 'payout_recall.open' } },
  })
  expect((await recall(id, 'fraud')).json().code).toBe('payout_recall.open')
  // nothing is back before it is
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available - 9_500)
  await answered(id)
  await Promise.all([follow(), follow(), follow()])
  expect(await recallsOf(id)).toMatchObject({
    data: [{ state: 'accepted', returned: 9_000, kept: 500 }],
    obstacle: { code: 'payout_recall.returned' },
  })
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available - 500)
  const payout = (await ask('GET', `/api/payouts/${id}`)).json()
  expect(payout).toMatchObject({ state: 'returned', code: 'FOCR' })
  const kinds = payout.steps.map(({ kind }: { kind: string }) => kind)
  expect(kinds.at(-1)).toBe('returned')
  expect(kinds).toContain('recall_asked')
  const { rows } = await testApi.test.owner.query(
    `select type from app.merchant_event where payload like '%' || $1 || '%'`,
    [id],
  )
  expect(rows.map(({ type }) => type)).toContain('payout.returned')
})

test('several workers with one answer post it once, and one that dies asks the rail again', async () => {
  const available = await balanceOf(testApi, 'merchant_available', 'EUR')
  const id = await paid(euroAccounts.comesBack)
  const [{ id: recallId }] = (await recall(id, 'fraud')).json().data
  const scope = tenantScope(tenantId)
  let asked = 0
  const dying = {
    ...testApi.providers.rails,
    recall: async (one: Parameters<typeof testApi.providers.rails.recall>[0]) => {
      asked += 1
      await testApi.providers.rails.recall(one)
      throw new Error('no answer came')
    },
  }
  await followRecall({ rails: dying }, scope, recallId, workerLater())
  expect((await recallsOf(id)).data[0].state).toBe('asked')
  // as though many workers had come to it with the answer at once
  const answer = { state: 'accepted', returnedMinor: 9_500n, keptMinor: 0n } as const
  const rails = { ...dying, findRecall: async () => answer }
  await testApi.test.owner.query(
    `update app.payout_recall set next_check_at = now() - make_interval(secs => 1) where id = $1`,
    [recallId],
  )
  await Promise.all(
    Array.from({ length: 5 }, () => followRecall({ rails }, scope, recallId, workerLater())),
  )
  expect(asked).toBe(1)
  expect((await recallsOf(id)).data[0]).toMatchObject({ state: 'accepted', returned: 9_500 })
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available)
  const { rows } = await testApi.test.owner.query(
    `select 1 from app.payout_order_step where payout_order_id = $1 and kind = 'returned'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a recall that is refused says why; its reason is not asked again, another one may be', async () => {
  const id = await paid(euroAccounts.refused)
  const available = await balanceOf(testApi, 'merchant_available', 'EUR')
  await recall(id, 'wrong_amount')
  await answered(id)
  const after = await recallsOf(id)
  expect(after).toMatchObject({ data: [{ state: 'refused', code: 'CUST' }], obstacle: null })
  expect(after.reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
    ...['duplicate', 'technical', 'fraud', 'wrong_account'],
  ])
  expect((await recall(id, 'wrong_amount')).json()).toMatchObject({
    ...{ code: 'payout_recall.reason', errors: [{ path: 'reason' }] },
  })
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available)
  expect(await stateOf(id)).toBe('paid')
})

test('what the bank returns by itself meanwhile is not posted again', async () => {
  const available = await balanceOf(testApi, 'merchant_available', 'EUR')
  const id = await paid(euroAccounts.returned)
  const [{ id: recallId }] = (await recall(id, 'technical')).json().data
  await expect
    .poll(
      async () => {
        await carryOut(testApi, laterMs())
        return stateOf(id)
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe('returned')
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available)
  const answer = { state: 'accepted', returnedMinor: 9_500n, keptMinor: 0n } as const
  const rails = { ...testApi.providers.rails, recall: async () => answer }
  await followRecall({ rails }, tenantScope(tenantId), recallId, workerLater())
  expect((await recallsOf(id)).data[0].state).toBe('overtaken')
  expect(await balanceOf(testApi, 'merchant_available', 'EUR')).toBe(available)
})

test('an answer about another amount changes nothing', async () => {
  const id = await paid(euroAccounts.unanswered)
  const [{ id: recallId }] = (await recall(id, 'fraud')).json().data
  const answer = { state: 'accepted', returnedMinor: 95_000n, keptMinor: 0n } as const
  const rails = { ...testApi.providers.rails, recall: async () => answer }
  await expect(
    followRecall({ rails }, tenantScope(tenantId), recallId, workerLater()),
  ).rejects.toThrow('95000 of 9500')
  expect(await stateOf(id)).toBe('paid')
  expect((await recallsOf(id)).data[0].state).toBe('asked')
})

test('a rail without recalls says so, and what was not sent is withdrawn instead', async () => {
  const id = await paid(accounts.paid, pounds)
  expect(await recallsOf(id)).toMatchObject({
    ...{ reasons: [], obstacle: { code: 'payout_recall.no_recall' } },
  })
  expect((await recall(id, 'fraud')).json().code).toBe('payout_recall.no_recall')
  const unsent = await approved(euroAccounts.comesBack, euro)
  expect((await recall(unsent, 'fraud')).json().code).toBe('payout_recall.not_sent')
  await carryOut(testApi)
})

test('an operator recalls for a merchant; one key asks once, another mode sees nothing, each leaves an entry [audit payout-recalls.recallPayout] [audit payout-recalls.recallPayout-merchant]', async () => {
  const id = await paid(euroAccounts.comesBack)
  const list = await send(operator.token, 'GET', '/api/crm/payouts')
  expect(list.json().data.find((one: { id: string }) => one.id === id)).toMatchObject({
    merchantName: 'Harbour Books',
  })
  expect((await send(operator.token, 'GET', `/api/crm/payouts/${id}`)).json().state).toBe('paid')
  const path = `/api/crm/payouts/${id}/recalls`
  const live = await send(operator.token, 'POST', path, { reason: 'fraud' }, { mode: 'Live' })
  expect(live.statusCode).toBe(404)
  const again = { key: 'the same recall' }
  const body = { reason: 'fraud', note: 'The payee called' }
  const first = await send(operator.token, 'POST', path, body, again)
  const second = await send(operator.token, 'POST', path, body, again)
  expect(first.statusCode, first.body).toBe(201)
  expect(second.json()).toEqual(first.json())
  const { rows } = await testApi.test.owner.query(
    `select distinct action from app.audit_entry where action like 'payout-recalls.%'`,
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    ...['payout-recalls.recallPayout', 'payout-recalls.recallPayout-merchant'],
  ])
})

test('the books hold after all of this', async () => {
  await proveBooks(testApi.providers, workerLater())
  const { rows } = await testApi.test.owner.query<{ differences: { check: string }[] }>(
    `select differences from app.ledger_proof where tenant_id = $1 order by id desc limit 1`,
    [tenantId],
  )
  expect(rows[0]?.differences.filter(({ check }) => check === 'payouts')).toEqual([])
})

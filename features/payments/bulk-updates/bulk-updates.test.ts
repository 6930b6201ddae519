import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { BulkRow, BulkUpdateDetails } from './bulk-updates.contract.ts'
import { runPortion } from './run-bulk-update.ts'
import { settleWaitingRows } from './settle-waiting.ts'

const testApi = await openTestApi()
const { owner, database, jobs } = testApi.test
const platform = await testApi.actor('platform')
const operator = await testApi.actor('operator')
const tenantId = tenantIdOf('northwind')
const providers = openProviders({
  sandboxDatabaseUrl: testApi.test.urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: false,
})
afterAll(() => providers.close())

const path = '/api/platform/bulk-updates'
const context = {
  ...{ database, jobs, log: pino({ level: 'silent' }), now: () => new Date() },
  signal: new AbortController().signal,
}

/** Payments in Test for whose bank transfer the sandbox keeps waiting. */
async function pendingPayments(count: number, some: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const answer = await testApi.app.inject({
      method: 'POST',
      url: '/v1/payments',
      headers: {
        authorization: `Bearer ${demoKeyOf('harbour', 1)}`,
        'idempotency-key': randomUUID(),
      },
      payload: { amount: 1006, currency: 'GBP', method: { type: 'bank_transfer' }, ...some },
    })
    expect([answer.statusCode, answer.json().status]).toEqual([201, 'pending'])
    ids.push(answer.json().id)
  }
  return ids
}

function send(method: 'GET' | 'POST', url: string, payload?: object, by = platform, key = '') {
  return testApi.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${by.token}`,
      mode: 'Test',
      'idempotency-key': key || randomUUID(),
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

async function prepare(payments: readonly string[], some: object = {}): Promise<BulkUpdateDetails> {
  const body = { tenantId, mode: 'Test', actionType: 'Captured', reason: 'The bank said so' }
  const answer = await send('POST', path, { ...body, payments, ...some })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const insertLevel = () =>
  owner.query(
    `insert into confirmation_level (tenant_id, id, side, name, actions, confirmers, hours, created_at, updated_at)
     values ($1, $2, 'operator', 'Two', '{changeStatus}', 1, 24, now(), now())`,
    [tenantId, newId(new Date())],
  )
const run = (id: string, signal = context.signal) =>
  runPortion(providers, { tenantId, bulkUpdateId: id }, { ...context, signal })
/** As one job leads to the next: on a busy machine a portion may not be all of it. */
async function runToEnd(id: string): Promise<void> {
  for (let portion = 0; portion < 20; portion += 1) {
    await run(id)
    if ((await read(id)).state !== 'running') return
  }
}
const read = async (id: string): Promise<BulkUpdateDetails> =>
  (await send('GET', `${path}/${id}`)).json()
const rowsOf = async (id: string): Promise<BulkRow[]> =>
  (await send('GET', `${path}/${id}/rows?pageSize=100`)).json().data
const statusesOf = async (ids: readonly string[]) => {
  const { rows } = await owner.query('select status from payment where id = any ($1) order by id', [
    ids,
  ])
  return rows.map(({ status }) => status)
}

test('a merchant’s reference that looks like an id of ours finds its payment', async () => {
  const externalId = randomUUID().toUpperCase()
  const [paymentId] = await pendingPayments(1, { externalId })
  const [row] = await rowsOf((await prepare([externalId])).id)
  expect(row).toMatchObject({ state: 'open', paymentId, reference: externalId })
})

test('payments are looked up, confirmed by their number, changed, and listed one by one with their results', async () => {
  const ids = await pendingPayments(3)
  const strange = randomUUID()
  const update = await prepare([...ids, strange, ids[0] ?? ''])
  expect(update).toMatchObject({ state: 'draft', rows: 5, open: 3, refused: 2 })
  expect(update.groups).toContainEqual({
    ...{ state: 'open', status: 'pending', currency: 'GBP', count: 3, amount: 3018 },
  })
  // nothing changes before it is confirmed, and not by another number
  await run(update.id)
  expect(await statusesOf(ids)).toEqual(['pending', 'pending', 'pending'])
  const wrong = await send('POST', `${path}/${update.id}/start`, { count: 5 })
  expect(wrong.json()).toMatchObject({ status: 400, code: 'bulk_update.other_count' })
  const started = await send('POST', `${path}/${update.id}/start`, { count: 3 })
  expect(started.json()).toMatchObject({ state: 'running' })
  const again = await send('POST', `${path}/${update.id}/start`, { count: 3 })
  expect(again.statusCode).toBe(409)
  await runToEnd(update.id)
  expect(await statusesOf(ids)).toEqual(['captured', 'captured', 'captured'])
  expect(await read(update.id)).toMatchObject({ state: 'done', open: 0, changed: 3, refused: 2 })
  const rows = await rowsOf(update.id)
  expect(rows.map(({ state, code }) => code ?? state)).toEqual([
    ...['changed', 'changed', 'changed', 'bulk_update.unknown', 'bulk_update.repeated'],
  ])
  const csv = await send('GET', `${path}/${update.id}/result`)
  expect(csv.body.trim().split('\n')).toHaveLength(6)
  const { rows: entries } = await owner.query(
    `select record_id, after from audit_entry where action = 'bulk-updates.startBulkUpdate' and record_type = 'payment'
       and after->>'bulkUpdate' = $1`,
    [update.id],
  )
  expect(entries.map(({ record_id: id }) => id).sort()).toEqual([...ids].sort())
})

test('a worker that ends in the middle loses nothing, and the next one changes nothing twice', async () => {
  const ids = await pendingPayments(25)
  const update = await prepare(ids)
  await send('POST', `${path}/${update.id}/start`, { count: 25 })
  const stopping = new AbortController()
  const { now } = context
  let asked = 0
  const dying = {
    ...context,
    signal: stopping.signal,
    now: () => {
      asked += 1
      if (asked === 12) stopping.abort()
      return now()
    },
  }
  await expect(
    runPortion(providers, { tenantId, bulkUpdateId: update.id }, dying),
  ).rejects.toThrow()
  const halfway = await read(update.id)
  expect(halfway.changed).toBeGreaterThan(0)
  expect(halfway.changed).toBeLessThan(25)
  // a payment had changed, and the worker ended before that was stored
  await owner.query(
    `update bulk_update_row set state = 'open' where bulk_update_id = $1 and line = 1`,
    [update.id],
  )
  await owner.query('update bulk_update set changed_count = changed_count - 1 where id = $1', [
    update.id,
  ])
  // two workers at once, as after a heartbeat that came too late
  await Promise.all([run(update.id), run(update.id)])
  await runToEnd(update.id)
  expect(await read(update.id)).toMatchObject({ state: 'done', changed: 25, refused: 0, open: 0 })
  const { rows } = await owner.query(
    `select payment_id, count(*)::int as count from payment_event
     where payment_id = any ($1) and to_status = 'captured' group by 1`,
    [ids],
  )
  expect(rows.map(({ count }) => count)).toEqual(Array.from({ length: 25 }, () => 1))
})

test('is stopped and resumed; what was changed stays so', async () => {
  const ids = await pendingPayments(2)
  const update = await prepare(ids, { actionType: 'Declined' })
  await send('POST', `${path}/${update.id}/start`, { count: 2 })
  expect((await send('POST', `${path}/${update.id}/stop`, {})).json().state).toBe('stopped')
  await run(update.id)
  expect(await statusesOf(ids)).toEqual(['pending', 'pending'])
  expect((await send('POST', `${path}/${update.id}/resume`, {})).json().state).toBe('running')
  await runToEnd(update.id)
  expect(await statusesOf(ids)).toEqual(['declined', 'declined'])
  expect((await send('POST', `${path}/${update.id}/stop`, {})).statusCode).toBe(409)
})

test('what changed meanwhile is refused with its cause; a confirmation level keeps others waiting', async () => {
  const [paid = '', other = ''] = await pendingPayments(2)
  const update = await prepare([paid, other])
  await owner.query(`update payment set status = 'declined', pending_on = null where id = $1`, [
    paid,
  ])
  await insertLevel()
  await send('POST', `${path}/${update.id}/start`, { count: 2 })
  await run(update.id)
  expect((await rowsOf(update.id)).map(({ state }) => state)).toEqual(['refused', 'waiting'])
  expect(await statusesOf([other])).toEqual(['pending'])
  const { rows } = await owner.query(
    `select maker_id from waiting_action where payment_id = $1 and state = 'waiting'`,
    [other],
  )
  expect(rows).toEqual([{ maker_id: platform.subject }])
  await owner.query('delete from confirmation_level')
})

test('somebody who lost the permission changes nothing more', async () => {
  const ids = await pendingPayments(1)
  const leaver = await testApi.actor('platform')
  const body = { tenantId, mode: 'Test', actionType: 'Captured', reason: 'x', payments: ids }
  const { id } = (await send('POST', path, body, leaver)).json()
  await send('POST', `${path}/${id}/start`, { count: 1 }, leaver)
  await owner.query('update app_user set is_active = false where id = $1', [leaver.subject])
  await run(id)
  expect((await rowsOf(id)).map(({ code }) => code)).toEqual(['bulk_update.permission_lost'])
  expect(await statusesOf(ids)).toEqual(['pending'])
})

test('one key prepares once; other tenants and users are refused', async () => {
  const ids = await pendingPayments(1)
  const body = { tenantId, mode: 'Test', actionType: 'Captured', reason: 'x', payments: ids }
  const key = randomUUID()
  const [first, second] = [
    (await send('POST', path, body, platform, key)).json(),
    (await send('POST', path, body, platform, key)).json(),
  ]
  expect(second.id).toBe(first.id)
  const elsewhere = await prepare(ids, { tenantId: tenantIdOf('bosphorus') })
  expect(elsewhere).toMatchObject({ open: 0, refused: 1 })
  const nothing = await send('POST', `${path}/${elsewhere.id}/start`, { count: 1 })
  expect(nothing.json().code).toBe('bulk_update.nothing_to_do')
  const nowhere = await send('POST', path, { ...body, tenantId: randomUUID() })
  expect(nowhere.statusCode).toBe(404)
  expect((await send('GET', path, undefined, operator)).statusCode).toBe(403)
  const many = { ...body, payments: Array.from({ length: 10_001 }, () => 'x') }
  expect((await send('POST', path, many)).statusCode).toBe(400)
})

test('pending payments are found by tenant, acquirer and age', async () => {
  const [young = ''] = await pendingPayments(1)
  const candidates = `/api/platform/bulk-update-candidates?tenantId=${tenantId}`
  const find = async (query: string, mode = 'Test') =>
    (await send('GET', `${candidates}&mode=${mode}&${query}`)).json()
  expect((await find('olderThanHours=0')).payments).toContain(young)
  expect((await find('olderThanHours=0', 'Live')).payments).not.toContain(young)
  expect(await find('olderThanHours=1')).toEqual({ payments: [], hasMore: false })
  expect((await find('olderThanHours=0&provider=nothing_here')).payments).toEqual([])
})

const startAll = async ({ id, open }: BulkUpdateDetails) => {
  const answer = await send('POST', `${path}/${id}/start`, { count: open })
  expect(answer.statusCode, answer.body).toBe(200)
  await runToEnd(id)
  return read(id)
}
const prepareUndoOf = (id: string) =>
  send('POST', `${path}/${id}/undo`, { reason: 'The wrong list' })

test('payments that a filter finds wait for the confirmations that levels ask for, as those of a list do', async () => {
  const [young = ''] = await pendingPayments(1)
  await insertLevel()
  const found = await send(
    'GET',
    `/api/platform/bulk-update-candidates?tenantId=${tenantId}&mode=Test&olderThanHours=0`,
  )
  const { payments } = found.json()
  expect(payments).toContain(young)
  const update = await startAll(await prepare(payments))
  expect(update).toMatchObject({ state: 'done', changed: 0 })
  expect((await rowsOf(update.id)).find(({ paymentId }) => paymentId === young)?.state).toBe(
    'waiting',
  )
  expect(await statusesOf([young])).toEqual(['pending'])
  await owner.query('delete from confirmation_level')
})

test('what was captured is changed back by an update of its own, with refusals row by row', async () => {
  const ids = await pendingPayments(3)
  const first = await startAll(await prepare([...ids, randomUUID()]))
  expect(first).toMatchObject({ state: 'done', changed: 3, refused: 1, undoRefusal: null })
  const refund = { amount: 100, reason: 'Paid back in cash', paidFrom: 'cash' }
  const refunded = await send(
    'POST',
    `/api/crm/transactions/${ids[1]}/status-change-refunds`,
    refund,
  )
  expect(refunded.statusCode, refunded.body).toBe(200)

  const undo: BulkUpdateDetails = (await prepareUndoOf(first.id)).json()
  expect(undo).toMatchObject({ state: 'draft', target: 'Reversed', rows: 3, open: 2, refused: 1 })
  expect(undo.undoes?.id).toBe(first.id)
  expect((await rowsOf(undo.id)).map(({ code }) => code)).toEqual([
    ...[null, 'reverse.partly_refunded', null],
  ])
  // nothing changes before its number is typed
  expect(await statusesOf(ids)).toEqual(['captured', 'partially_refunded', 'captured'])
  expect((await read(first.id)).undoneBy.map(({ id }) => id)).toEqual([undo.id])
  // between the preview and its turn a payment may change
  await owner.query('update payment set disputed_minor = 1 where id = $1', [ids[2]])
  expect(await startAll(undo)).toMatchObject({ state: 'done', changed: 1, refused: 2 })
  expect((await rowsOf(undo.id)).map(({ code, state }) => code ?? state)).toEqual([
    ...['changed', 'reverse.partly_refunded', 'reverse.disputed'],
  ])
  expect(await statusesOf(ids)).toEqual(['reversed', 'partially_refunded', 'captured'])
  const { rows } = await owner.query(
    `select account, sum(amount_minor)::int as sum from ledger_entry where payment_id = $1 group by 1 having sum(amount_minor) <> 0`,
    [ids[0]],
  )
  expect(rows).toEqual([])
  const again = (await prepareUndoOf(undo.id)).json()
  expect(again).toMatchObject({ status: 409, code: 'bulk_update.reversed_stays' })
  // the same update once more: what has gone back is refused
  const more: BulkUpdateDetails = (await prepareUndoOf(first.id)).json()
  expect((await rowsOf(more.id)).map(({ code }) => code)).toContain('reverse.was_reversed')
})

test('what was decided on those that wait is stored, and counted', async () => {
  const ids = await pendingPayments(4)
  await insertLevel()
  const update = await startAll(await prepare(ids))
  expect(update).toMatchObject({ changed: 0, waiting: 4 })
  const { rows } = await owner.query(
    `select id from waiting_action where payment_id = any ($1) order by payment_id`,
    [ids],
  )
  const decide = (at: number, what: string, body = {}) =>
    send('POST', `/api/crm/transactions/waiting-actions/${rows[at]?.id}/${what}`, body, operator)
  expect((await decide(0, 'confirmations')).statusCode).toBe(200)
  expect((await decide(1, 'rejections', { reason: 'No' })).statusCode).toBe(200)
  await owner.query(
    `update waiting_action set state = 'refused', ended_at = now(),
       outcome = '{"code": "payment.changed", "message": "It has changed"}' where id = $1`,
    [rows[2]?.id],
  )
  await Promise.all([settleWaitingRows(context), settleWaitingRows(context)])
  expect((await rowsOf(update.id)).map(({ state, code }) => [state, code])).toEqual([
    ['changed', null],
    ['refused', 'bulk_update.change_rejected'],
    ['refused', 'payment.changed'],
    ['waiting', null],
  ])
  expect(await read(update.id)).toMatchObject({ changed: 1, waiting: 1, refused: 2, open: 0 })
  await owner.query('delete from confirmation_level')
})

test('an undo waits for confirmations too, and the last of them carries it out', async () => {
  const ids = await pendingPayments(1)
  const first = await startAll(await prepare(ids))
  await insertLevel()
  const undo = await startAll((await prepareUndoOf(first.id)).json())
  expect(undo).toMatchObject({ changed: 0, waiting: 1 })
  expect(await statusesOf(ids)).toEqual(['captured'])
  const { rows } = await owner.query(
    `select id, target_status from waiting_action where payment_id = $1 and state = 'waiting'`,
    [ids[0]],
  )
  expect(rows).toEqual([{ id: expect.any(String), target_status: 'reversed' }])
  const confirmed = await send(
    'POST',
    `/api/crm/transactions/waiting-actions/${rows[0]?.id}/confirmations`,
    {},
    operator,
  )
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  expect(await statusesOf(ids)).toEqual(['reversed'])
  expect(await rowsOf(undo.id)).toMatchObject([{ state: 'waiting', statusNow: 'reversed' }])
  expect((await send('GET', `${path}/${undo.id}/result`)).body).toContain('waiting,reversed')
  await owner.query('delete from confirmation_level')
})

test('an undo withdraws what still waits, so that confirmers can no longer carry it out', async () => {
  const confirm = (id: string) =>
    send('POST', `/api/crm/transactions/waiting-actions/${id}/confirmations`, {}, operator)
  const waitingOf = async (paymentId: string) => {
    const { rows } = await owner.query(
      'select id, state from waiting_action where payment_id = $1',
      [paymentId],
    )
    return rows[0] as { id: string; state: string }
  }
  const ids = await pendingPayments(3)
  const [stays = '', late = '', confirmed = ''] = ids
  await insertLevel()
  const first = await startAll(await prepare(ids))
  expect(first).toMatchObject({ changed: 0, waiting: 3, undoRefusal: null })
  const undo: BulkUpdateDetails = (await prepareUndoOf(first.id)).json()
  expect(undo).toMatchObject({ rows: 3, open: 3, refused: 0 })
  // one is carried out and one is rejected between the preview and its turn
  expect((await confirm((await waitingOf(confirmed)).id)).statusCode).toBe(200)
  const rejection = await send(
    'POST',
    `/api/crm/transactions/waiting-actions/${(await waitingOf(late)).id}/rejections`,
    { reason: 'No' },
    operator,
  )
  expect(rejection.statusCode, rejection.body).toBe(200)
  const ended = await startAll(undo)
  expect(ended).toMatchObject({ state: 'done', changed: 1, waiting: 1, refused: 1 })
  expect((await rowsOf(undo.id)).map(({ state, code }) => [state, code?.split('.')[0]])).toEqual([
    ...[
      ['changed', 'bulk_update'],
      ['refused', 'reverse'],
      ['waiting', undefined],
    ],
  ])
  expect(await statusesOf(ids)).toEqual(['pending', 'pending', 'captured'])
  const { id, state } = await waitingOf(stays)
  expect(state).toBe('withdrawn')
  expect((await confirm(id)).statusCode).toBe(409)
  expect(await statusesOf([stays])).toEqual(['pending'])
  await owner.query('delete from confirmation_level')
})

test('of a decline that waits for some of its payments, those alone are withdrawn', async () => {
  const ids = await pendingPayments(2)
  await insertLevel()
  const first = await startAll(await prepare(ids, { actionType: 'Declined' }))
  expect(first).toMatchObject({ waiting: 2, undoRefusal: null })
  await owner.query(
    `update waiting_action set state = 'expired', ended_at = now() where payment_id = $1`,
    [ids[1]],
  )
  const undo: BulkUpdateDetails = (await prepareUndoOf(first.id)).json()
  expect((await rowsOf(undo.id)).map(({ code }) => code)).toEqual([null, 'bulk_update.not_waiting'])
  expect(await startAll(undo)).toMatchObject({ changed: 1, refused: 1 })
  expect(await statusesOf(ids)).toEqual(['pending', 'pending'])
  await owner.query('delete from confirmation_level')
})

test('what is not over, changed nothing or declined its payments is not undone', async () => {
  const ids = await pendingPayments(1)
  const update = await prepare(ids, { actionType: 'Declined' })
  expect((await prepareUndoOf(update.id)).json().code).toBe('bulk_update.not_ended')
  await startAll(update)
  expect((await prepareUndoOf(update.id)).json()).toMatchObject({
    ...{ status: 409, code: 'bulk_update.declined_stays' },
  })
  expect((await read(update.id)).undoRefusal?.code).toBe('bulk_update.declined_stays')
})

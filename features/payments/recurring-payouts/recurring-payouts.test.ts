import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { executionOf } from '@counterfoil/features/payments/payout-orders/rails.rules.ts'
import { addDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import {
  accounts,
  balanceOf,
  checkPayee,
  euroAccounts,
  fund,
  merchantId,
  onCluster,
  tenantId,
  whileRefused,
  workerOf,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { occurrenceOf } from './recurrence.rules.ts'
import { schedules } from './recurring-payouts.jobs.ts'
import { listTenantsWithDue, lockRecurring } from './recurring-payouts.queries.ts'
import { runDueOf, runRecurring } from './run-recurring.ts'
import { startFrom } from './set-next-date.ts'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000)

const path = '/api/recurring-payouts'
const today = localDay(new Date(), 'Europe/London')

let keys = 0
const send = (
  token: string,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  url: string,
  payload?: object,
  mode = 'Test',
) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode, 'idempotency-key': `r-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  send(maker.token, method, url, payload)
const read = async (id: string) => (await ask('GET', `${path}/${id}`)).json()

async function beneficiary(account: object = accounts.paid): Promise<string> {
  const made = await ask('POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Lovelace Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
    ...account,
  })
  expect(made.statusCode, made.body).toBe(201)
  await checkPayee(testApi, made.json().id)
  return made.json().id
}

const order = (beneficiaryId: string, more = {}) => ({
  ...{ beneficiaryId, amount: 700, currency: 'GBP', reference: 'Rent' },
  ...{ frequency: 'weekly', firstDay: today, ...more },
})

async function approved(beneficiaryId: string, more = {}): Promise<string> {
  const made = await ask('POST', path, order(beneficiaryId, more))
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  const answer = await send(approver.token, 'POST', `${path}/${id}/approvals`, {})
  expect(answer.json(), answer.body).toMatchObject({ state: 'active', isApproved: true })
  return id
}

/** A worker so many days ahead: of a later day, when the rail's day has begun, whatever the hour is now. */
const worker = (days = 0): JobContext =>
  workerOf(testApi, days * dayMs + (days === 0 ? 1_000 : 10 * 3_600_000))
const runAt = (days: number) => runDueOf(tenantId, worker(days))
const payoutsOf = async (id: string) => {
  const { rows } = await testApi.test.owner.query<{ day: string; count: number; state: string }>(
    `select r.day::text, count(*)::int, min(o.state) as state from app.recurring_payout_run r
     join app.payout_order o on (o.tenant_id, o.id) = (r.tenant_id, r.payout_order_id) where r.recurring_payout_id = $1
     group by 1 order by 1`,
    [id],
  )
  return rows
}
const week = (index: number) => occurrenceOf({ frequency: 'weekly', firstDay: today }, index)

test('it is approved once, and each date makes one payout that goes without another approval', async () => {
  const payee = await beneficiary()
  const made = await ask('POST', path, order(payee, { times: 3 }))
  expect(made.json()).toMatchObject({ state: 'waiting_for_approval', lastDay: week(2), missing: 1 })
  const { id } = made.json()
  await runAt(0)
  expect(await payoutsOf(id)).toEqual([])
  const own = await send(maker.token, 'POST', `${path}/${id}/approvals`, {})
  expect(own.json().code).toBe('approvePayout.own_payout')
  const waiting = await send(operator.token, 'GET', '/api/crm/recurring-payouts/waiting')
  expect(waiting.json().data.map((one: { id: string }) => one.id)).toContain(id)
  await send(approver.token, 'POST', `${path}/${id}/approvals`, {})
  const before = await balanceOf(testApi, 'merchant_available')
  await runAt(0)
  await runAt(0)
  expect(await payoutsOf(id)).toEqual([{ day: today, count: 1, state: 'approved' }])
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 700)
  expect(await read(id)).toMatchObject({ state: 'active', nextDay: week(1) })
  const { runs } = await read(id)
  expect((await ask('GET', `/api/payouts/${runs[0].payout.id}`)).json()).toMatchObject({
    ...{ recurringId: id, amount: 700, reference: 'Rent' },
  })
  await runAt(7)
  await runAt(14)
  expect((await payoutsOf(id)).map(({ day }) => day)).toEqual([today, week(1), week(2)])
  const ended = await read(id)
  expect(ended).toMatchObject({ state: 'ended', nextDay: null })
  expect(ended.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['requested', 'confirmed', 'approved', 'ended'],
  ])
  await runAt(60)
  expect(await payoutsOf(id)).toHaveLength(3)
})

/** Why a tenant makes no payouts by itself, and what ends it. */
const resting = [
  ['is suspended', 'is_active = false', 'is_active = true'],
  ['has no payouts', `features_off = '{payouts}'`, `features_off = '{}'`],
] as const
const turn = (change: string) =>
  testApi.test.owner.query(`update app.tenant set ${change} where id = $1`, [tenantId])

test.each(resting)('a tenant that %s makes no payout by itself', async (_, away, back) => {
  await approved(await beneficiary())
  const due = () =>
    listTenantsWithDue(testApi.test.database.reader(platformScope), new Date(Date.now() + dayMs))
  expect(await due()).toContain(tenantId)
  await turn(away)
  try {
    expect(await due()).not.toContain(tenantId)
  } finally {
    await turn(back)
  }
})

test.each(resting)(
  'of a tenant that %s ends what was not approved in time, and no date of another is paid with it',
  async (_, away, back) => {
    const due = await approved(await beneficiary())
    const waiting = (await ask('POST', path, order(await beneficiary()))).json().id
    await testApi.test.owner.query(
      `update app.recurring_payout set expires_at = now() - interval '1 minute' where id = $1`,
      [waiting],
    )
    await turn(away)
    try {
      for (const { run } of schedules) await run(worker())
    } finally {
      await turn(back)
    }
    expect((await read(waiting)).state).toBe('declined')
    expect(await payoutsOf(due)).toEqual([])
  },
)

test('one that cannot be ended keeps no other from its date', async ({ skip }) => {
  skip(testApi.test.isCluster, onCluster)
  const due = await approved(await beneficiary())
  const stuck = (await ask('POST', path, order(await beneficiary()))).json().id
  await testApi.test.owner.query(
    `update app.recurring_payout set expires_at = now() - interval '1 minute' where id = $1`,
    [stuck],
  )
  await whileRefused(testApi, 'recurring_payout', `old.id = '${stuck}'`, async () => {
    await expect(runAt(0)).rejects.toThrow('it cannot be stored')
    expect(await payoutsOf(due)).toMatchObject([{ count: 1 }])
  })
})

test('several workers at the same date make one payout, and one that is cut off makes none', async () => {
  const id = await approved(await beneficiary())
  const before = await balanceOf(testApi, 'merchant_available')
  await Promise.all(
    Array.from({ length: 6 }, () => runRecurring(tenantScope(tenantId), id, worker())),
  )
  expect(await payoutsOf(id)).toEqual([{ day: today, count: 1, state: 'approved' }])
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 700)
  // the worker dies where the payout is there and the date is not: nothing of it is kept
  const dying = worker(7)
  const { jobs } = dying
  const enqueue = () => Promise.reject(new Error('cut off'))
  await expect(
    runRecurring(tenantScope(tenantId), id, { ...dying, jobs: { ...jobs, enqueue } }),
  ).rejects.toThrow('cut off')
  expect(await payoutsOf(id)).toHaveLength(1)
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 700)
  await runAt(7)
  expect(await payoutsOf(id)).toHaveLength(2)
})

test('a date that is refused says why, notifies its maker once, and the next date stands', async () => {
  const id = await approved(await beneficiary(), { amount: 5_000_000 })
  await runAt(0)
  const refused = await read(id)
  expect(refused).toMatchObject({ state: 'active', nextDay: week(1) })
  expect(refused.runs).toMatchObject([
    { day: today, payout: null, code: 'payout.exceeds_balance', params: { asked: {} } },
  ])
  await fund(testApi, 5_000_000)
  await runAt(7)
  expect((await payoutsOf(id)).map(({ day }) => day)).toEqual([week(1)])
  const { rows } = await testApi.test.owner.query<{ data: { to: object; objectUrl: string } }>(
    `select data from pgboss.job where name = 'notifications.fan-out' and data ->> 'type' = 'RecurringPayoutRefused'
       and data ->> 'objectUrl' like '%' || $1`,
    [id],
  )
  expect(rows.map(({ data }) => data.to)).toMatchObject([{ userIds: [maker.subject] }])
})

test('its maker is notified once that it was declined, or was not confirmed in time', async () => {
  const waiting = async () => (await ask('POST', path, order(await beneficiary()))).json().id
  const [declined, expired, withdrawn] = [await waiting(), await waiting(), await waiting()]
  const decline = (token: string) =>
    send(token, 'POST', `${path}/${declined}/declinations`, { reason: 'Not agreed' })
  expect((await decline(approver.token)).json()).toMatchObject({ state: 'declined' })
  await ask('POST', `${path}/${withdrawn}/stop`)
  await testApi.test.owner.query(
    `update app.recurring_payout set expires_at = now() - interval '1 second' where id = $1`,
    [expired],
  )
  await runAt(0)
  await runAt(0)
  const { rows } = await testApi.test.owner.query<{ data: { to: object; objectUrl: string } }>(
    `select data from pgboss.job where name = 'notifications.fan-out' and data ->> 'type' = 'ActionDecided'
     and data ->> 'objectUrl' like '/merchant/payments/recurring-payments%'
     and split_part(data ->> 'objectUrl', '=', 2) = any($1) order by created_on`,
    [[declined, expired, withdrawn]],
  )
  expect(rows.map(({ data }) => data.objectUrl.split('=')[1])).toEqual([declined, expired])
  for (const { data } of rows) {
    expect(data.to).toEqual({
      userIds: [maker.subject],
      otherwise: {
        ...{ audience: 'merchant', permission: 'Merchant.Payments.Single.View', merchantId },
      },
    })
  }
})

test('a beneficiary that was changed after it was seen is not paid again and again', async () => {
  const payee = await beneficiary()
  const refused = await ask('POST', path, order(payee, { payeeVersion: 7 }))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payout.payee_changed'])
  expect((await ask('POST', path, order(payee, { payeeVersion: 1 }))).statusCode).toBe(201)
})

test('of two alike at the same moment one is made', async () => {
  const payee = await beneficiary()
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', path, order(payee))))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe(
    'recurring_payout.duplicate',
  )
})

test('a beneficiary that was changed or archived is paid no more', async () => {
  const payee = await beneficiary()
  const id = await approved(payee)
  await testApi.test.owner.query(
    `update app.beneficiary set account_number = '55779912' where id = $1`,
    [payee],
  )
  expect((await read(id)).obstacle.code).toBe('recurring_payout.payee_changed')
  await runAt(0)
  expect((await read(id)).runs[0]).toMatchObject({ code: 'recurring_payout.payee_changed' })
  const other = await beneficiary({ sortCode: '20-00-00', accountNumber: '55779922' })
  const second = await approved(other)
  await testApi.test.owner.query('update app.beneficiary set is_active = false where id = $1', [
    other,
  ])
  await runAt(0)
  expect((await read(second)).runs[0]).toMatchObject({ code: 'recurring_payout.payee_archived' })
  expect(await payoutsOf(id)).toEqual([])
  expect(await payoutsOf(second)).toEqual([])
})

const saturday = addDays(today, 7 + ((6 - new Date(today).getUTCDay()) % 7))
const inEuro = { currency: 'EUR', speed: 'standard', firstDay: saturday }

test('a date that goes on the next business day waits for the bank’s answer on that day', async () => {
  await fund(testApi, 10_000, 'EUR')
  const payee = await beneficiary({ country: 'DE', currency: 'EUR', ...euroAccounts.comesBack })
  const id = await approved(payee, inEuro)
  const check = (word: string) =>
    testApi.test.owner.query('update app.beneficiary set payee_check = $2 where id = $1', [
      payee,
      word,
    ])
  const runLater = (minutes: number) => {
    const { sendAt } = executionOf('sepa_credit_transfer', new Date(saturday), saturday)
    const at = new Date(sendAt.getTime() + minutes * 60_000)
    return runDueOf(tenantId, { ...worker(), now: () => at })
  }
  await check('pending')
  await runLater(1)
  expect((await read(id)).runs).toEqual([])
  await check('success')
  await runLater(2)
  expect((await read(id)).runs).toMatchObject([{ day: saturday, code: null }])
  await ask('POST', `${path}/${id}/stop`)
})

test('a date whose payout has still to go is not passed over, and one whose payout would have gone is', async () => {
  const payee = await beneficiary({ country: 'DE', currency: 'EUR', ...euroAccounts.withFee })
  const id = await approved(payee, inEuro)
  const resumeOn = async (day: string) => {
    await ask('POST', `${path}/${id}/pause`)
    const noon = new Date(`${day}T11:00:00Z`)
    await testApi.test.database.transaction(tenantScope(tenantId), async (db) => {
      const row = await lockRecurring(db, id)
      if (row !== undefined) await startFrom(db, row, 'paused', noon)
    })
    const { nextDay, runs } = await read(id)
    return { nextDay, passed: runs.map((run: { day: string }) => run.day) }
  }
  expect(await resumeOn(addDays(saturday, 1))).toEqual({ nextDay: saturday, passed: [] })
  const { day: gone } = executionOf('sepa_credit_transfer', new Date(saturday), saturday)
  expect(await resumeOn(addDays(gone, 1))).toEqual({
    ...{ nextDay: addDays(saturday, 7), passed: [saturday] },
  })
  await ask('POST', `${path}/${id}/stop`)
})

test('dates that pass while it is paused or waits are not paid, and stand in its history', async () => {
  const id = await approved(await beneficiary(), {})
  await runAt(0)
  expect((await ask('POST', `${path}/${id}/pause`)).json()).toMatchObject({
    ...{ state: 'paused', nextDay: null, nextRunAt: null },
  })
  await runAt(21)
  expect(await payoutsOf(id)).toHaveLength(1)
  expect((await ask('POST', `${path}/${id}/pause`)).json().code).toBe('recurring_payout.not_active')
  // as though it had begun four weeks ago and been paused since
  await testApi.test.owner.query(
    `update app.recurring_payout set first_day = first_day - 28, next_day = first_day - 21 where id = $1`,
    [id],
  )
  const resumed = (await ask('POST', `${path}/${id}/resume`)).json()
  expect(resumed.runs.map(({ code }: { code: string }) => code)).toEqual([
    ...[null, ...Array.from({ length: 3 }, () => 'recurring_payout.paused')],
  ])
  expect(resumed).toMatchObject({ state: 'active', nextDay: today })
  expect((await ask('POST', `${path}/${id}/stop`)).json()).toMatchObject({ state: 'stopped' })
  await runAt(30)
  expect(await payoutsOf(id)).toHaveLength(1)
  expect((await ask('POST', `${path}/${id}/resume`)).statusCode).toBe(409)
})

test('of dates that came while the tenant was suspended the last one alone is paid', async () => {
  const id = await approved(await beneficiary())
  // nothing was made for three weeks
  await runAt(22)
  await runAt(22)
  await runAt(22)
  expect(await payoutsOf(id)).toEqual([{ day: week(3), count: 1, state: 'approved' }])
  const { runs, nextDay } = await read(id)
  expect(runs.map(({ code }: { code: string | null }) => code)).toEqual([
    ...[null, ...Array.from({ length: 3 }, () => 'recurring_payout.missed')],
  ])
  expect(nextDay).toBe(week(4))
  await ask('POST', `${path}/${id}/stop`)
})

test('what cannot be made is refused at its field', async () => {
  const payee = await beneficiary()
  const yesterday = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10)
  const tries: readonly (readonly [more: object, code: string, path: string])[] = [
    [{ times: 2, lastDay: week(2) }, 'recurring_payout.two_ends', 'times'],
    [{ firstDay: week(1), lastDay: today }, 'recurring_payout.ends_before', 'lastDay'],
    [{ firstDay: yesterday }, 'payout.day_past', 'firstDay'],
    [{ currency: 'EUR' }, 'payout.currency', 'currency'],
    [{ reference: 'Ω' }, 'payout.reference_characters', 'reference'],
  ]
  for (const [more, code, path] of tries) {
    const answer = (await ask('POST', '/api/recurring-payouts', order(payee, more))).json()
    expect([answer.code, answer.errors[0].path]).toEqual([code, path])
  }
  const unconfirmed = await beneficiary(accounts.noMatch)
  expect((await ask('POST', path, order(unconfirmed))).json().code).toBe(
    'payout.payee_not_confirmed',
  )
})

test('another mode does not see it, and every step leaves an entry without the whole account [audit recurring-payouts.createRecurring] [audit recurring-payouts.pauseRecurring] [audit recurring-payouts.resumeRecurring] [audit recurring-payouts.stopRecurring] [audit recurring-payouts.approve] [audit recurring-payouts.approve-merchant] [audit recurring-payouts.decline] [audit recurring-payouts.decline-merchant]', async () => {
  const payee = await beneficiary({ sortCode: '20-00-00', accountNumber: '55779955' })
  const once = { despiteDuplicate: true }
  const make = async () => (await ask('POST', path, order(payee, once))).json().id as string
  const [first, second, third, fourth] = [await make(), await make(), await make(), await make()]
  expect((await send(maker.token, 'GET', `${path}/${first}`, undefined, 'Live')).statusCode).toBe(
    404,
  )
  const reason = 'no'
  await send(approver.token, 'POST', `${path}/${first}/approvals`, {})
  await send(operator.token, 'POST', `/api/crm/recurring-payouts/${second}/approvals`, {})
  await send(approver.token, 'POST', `${path}/${third}/declinations`, { reason })
  await send(operator.token, 'POST', `/api/crm/recurring-payouts/${fourth}/declinations`, {
    reason,
  })
  for (const one of ['pause', 'resume', 'stop']) await ask('POST', `${path}/${first}/${one}`)
  const { rows } = await testApi.test.owner.query<{ action: string; whole: string }>(
    `select action, e::text as whole from app.audit_entry e where record_type = 'recurring-payout'
       and record_id in ($1, $2, $3, $4)`,
    [first, second, third, fourth],
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual(
    [
      ...Array.from({ length: 4 }, () => 'recurring-payouts.createRecurring'),
      ...['recurring-payouts.approve', 'recurring-payouts.approve-merchant'],
      ...['recurring-payouts.decline', 'recurring-payouts.decline-merchant'],
      ...['recurring-payouts.pauseRecurring', 'recurring-payouts.resumeRecurring'],
      'recurring-payouts.stopRecurring',
    ].toSorted(),
  )
  for (const { whole } of rows) expect(whole).not.toContain('55779955')
})

test('where nobody has to approve payouts it starts at once, and a later rule is kept to', async () => {
  const rule = await send(operator.token, 'POST', '/api/crm/settings/payouts/rules', {
    ...{ merchantId, currency: 'GBP', approval: 'levels', coolingHours: 0 },
    coolingLimitMinor: 0,
  })
  expect(rule.statusCode, rule.body).toBe(201)
  const made = await ask('POST', path, order(await beneficiary()))
  expect(made.json()).toMatchObject({ state: 'active', isApproved: false, nextDay: today })
  const { id } = made.json()
  await runAt(0)
  expect(await payoutsOf(id)).toMatchObject([{ state: 'approved' }])
  await testApi.test.owner.query(`update app.payout_rule set approval = 'always' where id = $1`, [
    rule.json().id,
  ])
  await runAt(7)
  expect(await payoutsOf(id)).toMatchObject([{}, { state: 'waiting_for_approval' }])
})

test('it waits where one payout of its amount would, with what the account was paid that day', async () => {
  const level = await ask('POST', '/api/crm/settings/merchant-confirmation-levels', {
    ...{ name: 'Large', merchantId, actions: ['payout'], mode: null, currency: 'GBP' },
    ...{ amountMinor: 1_000, onlyNewPayees: false, makerRoleId: null, confirmerRoleId: null },
    ...{ confirmers: 2, hours: 72 },
  })
  expect(level.statusCode, level.body).toBe(201)
  await testApi.test.owner.query(
    `update app.payout_order set created_at = now() - interval '2 days'`,
  )
  const payee = await beneficiary()
  const missing = async (frequency: string) =>
    (await ask('POST', path, order(payee, { frequency }))).json().missing
  expect(await missing('weekly')).toBe(1)
  const paid = await ask('POST', '/api/payouts', {
    ...{ beneficiaryId: payee, amount: 700, currency: 'GBP', reference: 'Rent' },
  })
  expect(paid.statusCode, paid.body).toBe(201)
  expect(await missing('monthly')).toBe(2)
  await testApi.test.owner.query('delete from app.confirmation_level')
})

test('the books hold after all of this', async () => {
  await proveBooks(testApi.providers, worker())
  const { rows } = await testApi.test.owner.query<{ differences: object[] }>(
    `select differences from app.ledger_proof where tenant_id = $1 order by id desc limit 1`,
    [tenantId],
  )
  expect(rows).toHaveLength(1)
  expect(
    rows[0]?.differences.filter((one) => (one as { check: string }).check === 'payouts'),
  ).toEqual([])
})

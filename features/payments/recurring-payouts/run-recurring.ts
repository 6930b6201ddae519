import { mayProcess } from '@counterfoil/features/access/api-keys/api-keys.rules.ts'
import {
  type PayoutMaker,
  readStoredMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import {
  payeeOfBeneficiary,
  requestPayoutOrder,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { nextTryAt } from '@counterfoil/features/payments/payout-orders/payout-orders.rules.ts'
import type { PayoutSpeed } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import { notifyOfDecline, notifyOfRefusal } from './notify-maker.ts'
import {
  findProcessingStatus,
  findRecurring,
  insertRecurringStep,
  insertRuns,
  listDueRecurring,
  listExpiredRecurring,
  listPayeesOf,
  lockRecurring,
  type RecurringRecord,
  updateRecurring,
} from './recurring-payouts.queries.ts'
import { obstacleOf } from './recurring-payouts.rules.ts'
import { goesOn, setNextDate, skipMissed, todayOf } from './set-next-date.ts'

const atOnce = 100
/** The name of an account is asked for in seconds; until then a date waits. */
const recheckMs = 15_000

/** Ends what was not approved in time, and makes the payouts whose date has come; one that fails does not stop the others. */
export async function runDueOf(tenantId: string, context: JobContext): Promise<void> {
  const { database, now, log, signal } = context
  const scope = tenantScope(tenantId)
  let failure: unknown
  for (const id of await listExpiredRecurring(database.reader(scope), now(), atOnce)) {
    try {
      await database.transaction(scope, (db) => endExpired(db, context.jobs, id, now()))
    } catch (error) {
      failure = error
      log.error({ err: error, recurringPayoutId: id }, 'a recurring payout was not ended')
    }
  }
  for (const id of await listDueRecurring(database.reader(scope), now(), atOnce)) {
    if (signal.aborted) return
    try {
      await runRecurring(scope, id, context)
    } catch (error) {
      log.error({ err: error, recurringPayoutId: id }, 'a date of a recurring payout has failed')
      await database.transaction(scope, (db) => postpone(db, id, now()))
    }
  }
  // operators see that the run has failed
  if (failure !== undefined) throw failure
}

/**
 * Makes the payout of the date that has come, once: payout, entry of the date and next date are one transaction, under the lock
 * of the recurring payout. A refusal takes all of it back, and is then stored for the date instead.
 */
export async function runRecurring(
  scope: TenantScope,
  id: string,
  { database, jobs, now }: JobContext,
): Promise<void> {
  const found = await findRecurring(database.reader(scope), id)
  if (found?.state !== 'active' || found.next_day === null) return
  const { next_day: day } = found
  // read before the transaction, which holds one connection and waits for no second one
  const maker = await readStoredMaker(database, found.tenant_id, makerOf(found))
  let refusal: Problem
  try {
    await database.transaction(scope, async (db) => {
      const recurring = await lockDue(db, id, day, now())
      if (recurring === undefined || (await skipMissed(db, recurring, now()))) return
      await makePayout(db, { recurring, day, maker, jobs, at: now() })
    })
    return
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refusal = error
  }
  await database.transaction(scope, async (db) => {
    const recurring = await lockDue(db, id, day, now())
    if (recurring !== undefined)
      await storeRefusal(db, jobs, { recurring, day, refusal, at: now() })
  })
}

const makerOf = (row: RecurringRecord): Omit<PayoutMaker, 'levels'> & { merchantId: string } => ({
  ...{ merchantId: row.merchant_id, roleId: row.maker_role_id },
  side: row.side === 'operator' ? 'operator' : 'merchant',
  maker: { type: 'user', id: row.maker_id, name: row.maker_name, keys: row.maker_keys },
})

/** It, if this date is still the one that comes next, and has come. */
async function lockDue(db: Db, id: string, day: string, at: Date) {
  const row = await lockRecurring(db, id)
  if (row?.state !== 'active' || row.next_day !== day) return undefined
  return row.next_run_at !== null && row.next_run_at <= at ? row : undefined
}

interface Due {
  readonly recurring: RecurringRecord
  readonly day: string
  readonly at: Date
}

async function makePayout(
  db: Db,
  { recurring, day, maker, jobs, at }: Due & { readonly maker: PayoutMaker; readonly jobs: Jobs },
): Promise<void> {
  const { id, merchant_id: merchantId, beneficiary_id, currency } = recurring
  const mode = recurring.mode as Mode
  if (!mayProcess(await findProcessingStatus(db, merchantId), mode)) {
    const text = 'The account may not process payments in this mode any more'
    throw new Problem('recurring_payout.no_processing', 409, text)
  }
  const [row] = await listPayeesOf(db, [beneficiary_id])
  const obstacle = obstacleOf(recurring, row)
  if (obstacle !== undefined) throw obstacle
  if (row === undefined) throw new Error('A payee that nothing is against is there')
  if (row.payee_check === 'pending' && todayOf(recurring, at) <= goesOn(recurring, day)) {
    const later = { next_run_at: new Date(at.getTime() + recheckMs) }
    await updateRecurring(db, id, later, at)
    return
  }
  if (row.payee_check === 'pending') {
    const text = 'The bank has not answered whether the name is right'
    throw new Problem('recurring_payout.payee_unchecked', 409, text)
  }
  const payee = await payeeOfBeneficiary(db, row, { mode, now: at })
  const orderId = await requestPayoutOrder(
    db,
    { jobs, maker, now: at, isApproved: recurring.is_approved },
    {
      ...{ merchantId, mode, amountMinor: recurring.amount_minor, currency },
      ...{ payee, reference: recurring.reference, externalId: null },
      ...{ on: undefined, speed: (recurring.speed as PayoutSpeed | null) ?? undefined },
    },
  )
  await insertRuns(db, recurring, [
    { day, payout_order_id: orderId, code: null, message: null, created_at: at },
  ])
  await setNextDate(db, recurring, addDays(day, 1), at)
}

async function storeRefusal(
  db: Db,
  jobs: Jobs,
  { recurring, day, refusal, at }: Due & { readonly refusal: Problem },
): Promise<void> {
  const { code, message, params } = refusal
  await insertRuns(db, recurring, [
    {
      ...{ day, payout_order_id: null, code, message, created_at: at },
      params: params === undefined ? null : JSON.stringify(params),
    },
  ])
  const next = await setNextDate(db, recurring, addDays(day, 1), at)
  await notifyOfRefusal(db, jobs, recurring, { day, next, at })
}

/** After a failure of ours the date is tried again, ever more rarely. */
async function postpone(db: Db, id: string, at: Date): Promise<void> {
  const row = await lockRecurring(db, id)
  if (row?.state !== 'active') return
  const failures = row.failures + 1
  await updateRecurring(db, id, { failures, next_run_at: nextTryAt(failures, at) }, at)
}

async function endExpired(db: Db, jobs: Jobs, id: string, at: Date): Promise<void> {
  const row = await lockRecurring(db, id)
  if (row?.state !== 'waiting_for_approval') return
  await updateRecurring(db, id, { state: 'declined', ended_at: at }, at)
  await insertRecurringStep(db, row, {
    ...{ kind: 'declined', actorId: null, actorName: null, at },
    reason: 'This was not confirmed in time',
  })
  await notifyOfDecline(db, jobs, row, at)
}

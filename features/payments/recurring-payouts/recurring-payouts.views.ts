import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  confirmersIn,
  listMerchantNames,
  missingOf,
  refusalToApprove,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type {
  PayeeResult,
  PayoutSpeed,
  PayoutState,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  listLatestRuns,
  listPayeesOf,
  listRecurringSteps,
  type RecurringRecord,
} from './recurring-payouts.queries.ts'
import { obstacleOf, payeeAccountOf, payeeHintOf } from './recurring-payouts.rules.ts'
import type {
  Frequency,
  RecurringDetails,
  RecurringRow,
  RecurringRun,
  RecurringState,
} from './recurring-payouts.schema.ts'

/** Recurring payouts as lists show them. */
export async function recurringRowViews(
  db: Db,
  rows: readonly RecurringRecord[],
): Promise<RecurringRow[]> {
  const merchants = await listMerchantNames(db, [...new Set(rows.map((one) => one.merchant_id))])
  return rows.map((row) => ({
    id: row.id,
    state: row.state as RecurringState,
    amount: Number(row.amount_minor),
    currency: row.currency,
    payeeName: row.payee_name,
    accountHint: payeeHintOf(row),
    reference: row.reference,
    frequency: row.frequency as Frequency,
    firstDay: row.first_day,
    lastDay: row.last_day,
    nextDay: row.state === 'active' || row.state === 'waiting_for_approval' ? row.next_day : null,
    mode: modeNameOf(row.mode),
    merchantName: merchants.find(({ id }) => id === row.merchant_id)?.name ?? '',
    requestedBy: row.maker_name,
    createdAt: row.created_at.toISOString(),
  }))
}

const said = (problem: Problem | undefined) =>
  problem === undefined ? null : { code: problem.code, message: problem.message }

/** The same with what people did and what became of the dates; of several, the dates are left out. */
export async function recurringDetailsViews(
  db: Db,
  rows: readonly RecurringRecord[],
  { person, now }: { readonly person: Person; readonly now: Date },
): Promise<RecurringDetails[]> {
  const [only] = rows
  const [views, allSteps, payees, runs] = await Promise.all([
    recurringRowViews(db, rows),
    listRecurringSteps(
      db,
      rows.map(({ id }) => id),
    ),
    listPayeesOf(db, [...new Set(rows.map((one) => one.beneficiary_id))]),
    only !== undefined && rows.length === 1 ? listLatestRuns(db, only.id) : [],
  ])
  return rows.flatMap((row, index) => {
    const view = views[index]
    if (view === undefined) return []
    const steps = allSteps.filter((one) => one.recurring_payout_id === row.id)
    const waits = row.state === 'waiting_for_approval'
    const isOver = ['stopped', 'ended', 'declined'].includes(row.state)
    const payee = payees.find(({ id }) => id === row.beneficiary_id)
    return [
      {
        ...view,
        payeeAccount: payeeAccountOf(row),
        payeeResult: row.payee_result as PayeeResult | null,
        speed: row.speed as PayoutSpeed | null,
        nextRunAt: row.next_run_at?.toISOString() ?? null,
        obstacle: isOver ? null : said(obstacleOf(row, payee)),
        isApproved: row.is_approved,
        missing: waits ? missingOf(row, confirmersIn(steps)) : 0,
        isOwn: row.maker_id === person.id,
        refusal: waits ? said(refusalToApprove(row, steps, person, now)) : null,
        runs: runs.map(runView),
        steps: steps.map(({ kind, actor_name: by, reason, at }) => ({
          ...{ kind: kind as RecurringDetails['steps'][number]['kind'], by, reason },
          at: at.toISOString(),
        })),
      },
    ]
  })
}

const runView = (run: Awaited<ReturnType<typeof listLatestRuns>>[number]): RecurringRun => ({
  ...{ day: run.day, code: run.code, message: run.message },
  params: run.params as Record<string, unknown> | null,
  payout:
    run.payout_order_id === null
      ? null
      : { id: run.payout_order_id, state: run.payoutState as PayoutState },
  at: run.created_at.toISOString(),
})

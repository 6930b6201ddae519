import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { rebuildDimensionStatements } from './rebuild-dimension-rollup.ts'
import { rebuildValueStatements } from './rebuild-value-rollup.ts'
import { allMerchants, type RollupChange, rollupSumNames, rollupSums } from './rollups.rules.ts'

export {
  type MovedFigures,
  type PaymentFigures,
  type RollupChange,
  rollupChanges,
} from './rollups.rules.ts'

/** Rows of one insert; the limit of `VALUES` lists that the cluster rules set. */
const maxRowsPerInsert = 500

/**
 * Inserts rollup deltas in the transaction that changes the payments. A job folds them into the rollup rows later; readers
 * add both, so the sums are correct from the commit on.
 */
export async function insertRollupDeltas(
  db: Db,
  changes: readonly RollupChange[],
  /** When money moved; absent: on the payment's own day. */
  at?: Date,
): Promise<void> {
  const { scope } = db
  if (scope.kind !== 'tenant') throw new Error('Sums change within one tenant')
  const movesMoney = changes.some(hasMoney)
  const today = sql<string>`app.day_of(${scope.tenantId}, ${at})`
  for (let start = 0; start < changes.length; start += maxRowsPerInsert) {
    const rows = changes.slice(start, start + maxRowsPerInsert).map((change) => ({
      tenant_id: scope.tenantId,
      id: v7(),
      day: change.day,
      hour: new Date(Math.floor(change.createdAt.getTime() / hourMs) * hourMs),
      merchant_id: change.merchantId,
      mode: change.mode,
      method: change.method,
      // key columns cannot be null, so a payment without an acquirer has an empty name
      provider: change.provider ?? '',
      currency: change.currency,
      status: change.status,
      channel: change.channel,
      decline_reason: change.declineReason,
      decline_code: change.declineCode,
      payments: BigInt(change.payments),
      amount_minor: change.amountMinor,
      captured_minor: change.capturedMinor,
      refunded_minor: change.refundedMinor,
      ...attemptSums(change),
      value_day: movesMoney ? (at === undefined ? change.day : today) : null,
      fees_minor: change.feesMinor || null,
      disputed_minor: change.disputedMinor || null,
    }))
    await db.insertInto('payment_rollup_delta').values(rows).execute()
  }
}

/** What a change adds to the sums of first attempts and of answers. */
function attemptSums({ payments, amountMinor, firstTry, answerMs }: RollupChange) {
  const isAnswered = answerMs !== null && answerMs !== undefined && payments !== 0
  const isDeclined = firstTry === 'declined' && payments !== 0
  return {
    first_approved: firstTry === 'approved' && payments !== 0 ? BigInt(payments) : null,
    first_declined: isDeclined ? BigInt(payments) : null,
    first_declined_minor: isDeclined ? amountMinor : null,
    answered: isAnswered ? BigInt(payments) : null,
    answer_ms: isAnswered ? BigInt(answerMs * payments) : null,
  }
}

const hasMoney = ({ capturedMinor, refundedMinor, feesMinor, disputedMinor }: RollupChange) =>
  [capturedMinor, refundedMinor, feesMinor, disputedMinor].some((one) => (one ?? 0n) !== 0n)

const sumColumns = rollupSumNames.map((one) => rollupSums[one][0])

/**
 * Rebuilds the rollups of the tenants `$1` after the bulk loader, which writes payments without deltas. It runs as the
 * loader, while these tenants take no payments, and counts all their payments.
 */
export const rebuildRollupStatements = [
  'delete from app.payment_rollup_delta where tenant_id = any ($1::uuid[])',
  'delete from app.payment_rollup where tenant_id = any ($1::uuid[])',
  // hours are summed when somebody watches them
  'delete from app.hour_rollup where tenant_id = any ($1::uuid[])',
  'delete from app.hour_rollup_mark where tenant_id = any ($1::uuid[])',
  // in the order of the key: the index grows at its end, and one merchant's rows lie together
  `insert into app.payment_rollup (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status,
    ${sumColumns.join(', ')})
  select tenant_id, merchant_id, 'day', business_day, mode, method, coalesce(provider, ''), currency, status,
    ${rollupSumNames.map((one) => rollupSums[one][1]).join(', ')}
  from app.payment as p where tenant_id = any ($1::uuid[])
  group by tenant_id, merchant_id, business_day, mode, method, coalesce(provider, ''), currency, status
  order by tenant_id, merchant_id, business_day, mode, method, coalesce(provider, ''), currency, status`,
  sumsOfSums('merchant_id', "'month'", "date_trunc('month', day)::date"),
  sumsOfSums(`'${allMerchants}'::uuid`, 'grain', 'day'),
  ...rebuildDimensionStatements,
  ...rebuildValueStatements,
] as const

function sumsOfSums(merchant: string, grain: string, day: string): string {
  const heads = [merchant, grain, day, 'mode', 'method', 'provider', 'currency', 'status'].join(
    ', ',
  )
  return `insert into app.payment_rollup (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status,
    ${sumColumns.join(', ')})
  select tenant_id, ${heads}, ${sumColumns.map((column) => `sum(${column})`).join(', ')}
  from app.payment_rollup where tenant_id = any ($1::uuid[])
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9`
}

export { type DimensionFilter, isFilled, kindOf, sumByDimension } from './dimension-sums.queries.ts'
export { sumHourRollup } from './hours.queries.ts'
export {
  sumRollup,
  sumValueRollup,
} from './rollups.queries.ts'
export { lastHourEnd, sumHours } from './sum-hours.ts'

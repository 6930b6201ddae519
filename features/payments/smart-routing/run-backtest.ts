import { lookAtPast } from '@counterfoil/features/payments/backtests/look-at-past.public.ts'
import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import { weekMinuteOf } from '@counterfoil/features/routing/rule-sets/conditions.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { BacktestSums, needsOf, type PastPayment, replay } from './backtest.rules.ts'
import {
  countPayments,
  findBacktest,
  listPastPayments,
  type PastRow,
  updateBacktest,
} from './backtests.queries.ts'
import { setOf } from './read-version.ts'
import { findMerchant, findVersion } from './versions.queries.ts'

/** Routes past payments by a version, page by page, and keeps how far it is. Run again it begins anew. */
export async function runBacktest(
  context: JobContext,
  of: { readonly tenantId: string; readonly backtestId: string },
): Promise<void> {
  const { database, signal, now } = context
  const scope = tenantScope(of.tenantId)
  const reader = database.reader(scope)
  const backtest = await findBacktest(reader, of.backtestId)
  const version = backtest && (await findVersion(reader, backtest.version_id))
  const merchant = backtest && (await findMerchant(reader, backtest.merchant_id))
  if (backtest === undefined || version === undefined || merchant === undefined) return
  const to = backtest.created_at
  const period = {
    ...{ merchantId: version.merchant_id, mode: version.mode, to },
    from: new Date(to.getTime() - backtest.days * dayMs),
  }
  const set = setOf(version)
  const needs = needsOf(set)
  const mids = await listMids(reader, version.merchant_id)
  const sums = new BacktestSums(mids)
  await lookAtPast(reader, period, {
    ...{ signal, now, count: countPayments, list: listPastPayments },
    look(rows) {
      for (const row of rows) {
        const past = pastOf(row, needs.time ? merchant.timeZone : null)
        sums.add(past, replay(set, needs, past, mids))
      }
    },
    result: () => sums.result(),
    write: (change) => database.transaction(scope, (db) => updateBacktest(db, backtest.id, change)),
  })
}

/** `timeZone`: null where no rule asks for the time. */
function pastOf(row: PastRow, timeZone: string | null): PastPayment {
  const { routing, routedBy, attemptState } = row
  const isDecided =
    attemptState !== null && ['approved', 'declined', 'failed'].includes(attemptState)
  return {
    facts: {
      ...row,
      key: row.operationId ?? '',
      weekMinute:
        routedBy?.facts?.weekMinute ??
        (timeZone === null ? 0 : weekMinuteOf(row.createdAt, timeZone)),
    },
    log: Array.isArray(routing) ? (routing as PastPayment['log']) : null,
    routedBy,
    wasApproved: isDecided ? attemptState === 'approved' : null,
  }
}

import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import { costOf } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import { findActiveRuleSet } from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import { otherwiseId } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { roundedMinor } from './backtest.rules.ts'
import { type BacktestRow, listTraffic } from './backtests.queries.ts'
import { type Called, openingFor } from './read-version.ts'
import type { BacktestResult, BacktestView } from './smart-routing.contract.ts'

/** What went to which MID by which rule in the last hours, with what of it was approved and what it cost. */
export async function trafficOf(
  context: Called,
  of: { readonly merchantId: string; readonly mode: number; readonly hours: number },
) {
  const { db, now } = context
  const from = new Date(now.getTime() - of.hours * hourMs)
  const [rows, mids, active, { may }] = await Promise.all([
    listTraffic(db, { ...of, from, to: now }),
    listMids(db, of.merchantId),
    findActiveRuleSet(db, of.merchantId, of.mode),
    openingFor(db, context, of.merchantId),
  ])
  return {
    merchantId: of.merchantId,
    mode: modeNameOf(of.mode),
    ...{ from: from.toISOString(), to: now.toISOString() },
    versionId: active?.versionId ?? null,
    number: active?.number ?? null,
    rules: [
      ...(active?.set.rules.map(({ id, name }) => ({ id, name })) ?? []),
      ...(active === null ? [] : [{ id: otherwiseId, name: '' }]),
    ],
    edges: rows.map((row) => {
      const mid = mids.find(({ id }) => id === row.midId)
      const cost = mid && may.includes('cost') ? costOfAll(mid, row) : null
      return {
        ...{ ruleId: row.ruleId, rule: row.rule, midId: row.midId, currency: row.currency },
        midCode: mid?.midCode ?? row.midId,
        provider: mid?.provider ?? '',
        payments: Number(row.payments),
        decided: Number(row.decided),
        approved: Number(row.approved),
        amount: Number(row.amountMinor),
        cost: cost === null ? null : Number(roundedMinor(cost)),
      }
    }),
  }
}

/** Of what was approved; the fixed part is of each payment. */
function costOfAll(
  mid: Parameters<typeof costOf>[0],
  row: { readonly currency: string; readonly approvedMinor: bigint; readonly approved: bigint },
): bigint | null {
  const { currency, approvedMinor: amountMinor } = row
  const once = costOf(mid, { currency, amountMinor })
  if (once === null) return null
  const fixed = (mid.costFixedMinor ?? 0n) * 10_000n
  return once + fixed * (row.approved - 1n)
}

/** Costs are for the eyes of operators, and of merchants to whom they were opened. */
export const backtestView = (row: BacktestRow, showsCost: boolean): BacktestView => ({
  id: row.id,
  versionId: row.version_id,
  days: row.days,
  state: row.state as BacktestView['state'],
  lookedAt: Number(row.looked_at),
  total: row.total === null ? null : Number(row.total),
  result: resultsOf(row.result as BacktestResult | null, showsCost),
  by: row.asked_by_name,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const resultsOf = (result: BacktestResult | null, showsCost: boolean): BacktestResult[] =>
  result === null ? [] : [showsCost ? result : { ...result, costs: [] }]

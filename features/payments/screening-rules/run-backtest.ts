import { lookAtPast } from '@counterfoil/features/payments/backtests/look-at-past.public.ts'
import { iinsOf } from '@counterfoil/features/routing/antifraud/listed-values.rules.ts'
import { listTrustedOrders } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import type { AntifraudRule } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { isVelocityRule, windowOf } from '@counterfoil/features/routing/antifraud/velocity.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { BacktestSums, RuleReplay } from './backtest.rules.ts'
import {
  countPayments,
  findBacktest,
  listPastPayments,
  updateBacktest,
} from './backtests.queries.ts'

/** Looks at past payments by a rule, page by page, and keeps how far it is. Run again it begins anew. */
export async function runRuleBacktest(
  { database, signal, now }: Pick<JobContext, 'database' | 'signal' | 'now'>,
  of: { readonly tenantId: string; readonly backtestId: string },
): Promise<void> {
  const scope = tenantScope(of.tenantId)
  const reader = database.reader(scope)
  const backtest = await findBacktest(reader, of.backtestId)
  if (backtest === undefined) return
  const values = backtest.values as Readonly<Record<string, unknown>>
  const rule = ruleOf(values)
  const { velocity_window: windowS } = await readVariables(reader)
  const to = backtest.created_at
  const from = new Date(to.getTime() - backtest.days * dayMs)
  // a rule that counts has to know what came before the first payment
  const beforeMs = isVelocityRule(rule.rule) ? windowOf(rule, windowS) : 0
  const merchantId = typeof values.merchantId === 'string' ? values.merchantId : null
  // what is counted at all merchants together is counted at others too
  const lookedAt = isVelocityRule(rule.rule) && rule.counted === 'tenant' ? null : merchantId
  const period = {
    merchantId: lookedAt,
    mode: backtest.mode,
    from: new Date(from.getTime() - beforeMs),
    to,
  }
  const replay = new RuleReplay(rule, windowS)
  const sums = new BacktestSums()
  await lookAtPast(reader, period, {
    ...{ signal, now, count: countPayments, list: listPastPayments },
    async look(rows) {
      // in their order: a rule that counts remembers those before
      const found = rows.filter((past) => replay.isFound(past))
      const orders = found.map((past) => ({ ...past, iins: iinsOf(past.iin ?? '') }))
      const trusted = await listTrustedOrders(reader, rule.rule, orders, to)
      const stopped = new Set(found.filter(({ id }) => !trusted.has(id)))
      for (const past of rows) {
        const isOf = merchantId === null || past.merchantId === merchantId
        if (isOf && past.createdAt >= from) sums.add(past, stopped.has(past))
      }
    },
    result: () => sums.result(),
    write: (change) => database.transaction(scope, (db) => updateBacktest(db, backtest.id, change)),
  })
}

/** The values of a rule's form as screening has them. */
function ruleOf(values: Readonly<Record<string, unknown>>): AntifraudRule {
  const { threshold, amountMinor, currency } = values
  return {
    ...(values as unknown as AntifraudRule),
    id: '',
    ...{ owner: 'tenant', version: null },
    effect: 'shadow',
    threshold: threshold === null || threshold === undefined ? null : BigInt(threshold as number),
    amountMinor:
      amountMinor === null || amountMinor === undefined ? null : BigInt(amountMinor as number),
    decimalPlaces: typeof currency === 'string' ? decimalPlacesOf(currency) : null,
    countries: (values.countries ?? []) as string[],
  }
}

import type { RollupFilter } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Dimension, isRolled } from './dimensions.schema.ts'
import { type PaymentFacts, readPaymentFacts } from './figures.queries.ts'
import type { Fact } from './figures.rules.ts'
import { readRolledFacts } from './rolled-facts.ts'

export { findTenantZone, listNamesOf } from './figures.queries.ts'

/** The most rows of facts that one question reads. */
const mostFacts = 50_000

/** The most days that are read from the payments themselves. */
export const mostPaymentDays = 92

export interface FactQuery extends Pick<PaymentFacts, 'by' | 'timeZone'> {
  /** What rollups answer; undefined where the filter is one that they do not hold. */
  readonly rollup: RollupFilter | undefined
  /** The same filter on `payment as p`. */
  condition(): Promise<PaymentFacts['condition']>
  /** Of the whole filter. */
  readonly days: number
}

/**
 * Facts by these dimensions: from the rollups if they hold the dimensions and the filter, which costs the same with any
 * number of payments; else from the payments of at most 92 days.
 */
export async function readFacts(
  db: Db,
  { by, rollup, condition, timeZone, days }: FactQuery,
): Promise<{ readonly facts: readonly Fact[]; readonly source: 'rollups' | 'payments' }> {
  if (rollup !== undefined && by.every(isRolled)) {
    return { facts: await readRolledFacts(db, rollup, by), source: 'rollups' }
  }
  if (days > mostPaymentDays) throw tooManyDays(by)
  const limit = mostFacts + 1
  const facts = await readPaymentFacts(db, { by, timeZone, limit, condition: await condition() })
  if (facts.length > mostFacts) {
    throw new Problem(
      'report.too_many_groups',
      400,
      'These payments fall into too many groups. Choose fewer days or fewer dimensions.',
    )
  }
  return { facts, source: 'payments' }
}

function tooManyDays(by: readonly Dimension[]): Problem {
  const message = `Such a report covers at most ${mostPaymentDays} days. Choose fewer days.`
  return new Problem('report.too_many_days', 400, message, {
    errors: [{ message, path: 'dateFrom' }],
    params: { days: mostPaymentDays, groupBy: by.join(', ') },
  })
}

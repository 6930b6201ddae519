import type { DimensionFilter } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { addSums } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Dimension } from './dimensions.schema.ts'
import { findTenantZone, type PaymentFacts, readPaymentFacts } from './figures.queries.ts'
import type { Fact } from './figures.rules.ts'
import { readRolledFacts } from './rolled-facts.ts'

export { findTenantZone, listKeyNames, listNamesOf } from './figures.queries.ts'
export { areHeld, areRolled } from './rolled-facts.ts'

/** The time zone of the reader's business days: the tenant's, wherever its users are. */
export async function readBusinessZone({
  db,
  caller,
}: Pick<Context<UserCaller>, 'db' | 'caller'>): Promise<string> {
  const zone = db.scope.kind === 'tenant' ? await findTenantZone(db, db.scope.tenantId) : null
  return zone ?? caller.timeZone
}

/** The reader's business day. */
export const readToday = async (
  context: Pick<Context<UserCaller>, 'db' | 'caller' | 'now'>,
): Promise<string> => localDay(context.now, await readBusinessZone(context))

/** The most rows of facts that one question reads. */
const maxFacts = 50_000

/** The most days that are read from the payments themselves. */
const maxPaymentDays = 92

/** Some days of a question that is read from the payments. */
export interface FactSlice {
  readonly days: number
  /** On `payment as p`. */
  condition(): Promise<PaymentFacts['condition']>
}

/** Who is told how far a reading has come, and can stop it. */
export interface ReadWatch {
  begun(days: number): Promise<void>
  read(days: number): Promise<void>
  isStopped(): boolean
}

export interface FactQuery extends Pick<PaymentFacts, 'by' | 'timeZone'> {
  /** What rollups answer: some of the days; undefined where they hold none, or not the dimensions. */
  readonly rollup: DimensionFilter | undefined
  /** The filter on the payments of all other days, one part of them after the other. */
  readonly slices: readonly FactSlice[]
  /** Of all days, while the rollups do not hold all of theirs. */
  readonly allSlices: readonly FactSlice[]
  readonly watch?: ReadWatch | undefined
}

/**
 * Facts by these dimensions: from the rollups as far as they hold them, which costs the same with any number of payments;
 * the other days from the payments, at most 92 of them, one slice of days after the other.
 */
export async function readFacts(
  db: Db,
  query: FactQuery,
): Promise<{ readonly facts: readonly Fact[]; readonly source: 'rollups' | 'payments' }> {
  const { by, rollup, timeZone, watch } = query
  const held = rollup === undefined ? [] : await readRolledFacts(db, rollup, by)
  const [rolled, slices] = held === undefined ? [[], query.allSlices] : [held, query.slices]
  if (slices.length === 0) return { facts: rolled, source: 'rollups' }
  const days = slices.reduce((sum, one) => sum + one.days, 0)
  if (days > maxPaymentDays) throw tooManyDays(by)
  await watch?.begun(days)
  const groups = new Map<string, Fact>()
  for (const fact of rolled) addFact(groups, by, fact)
  let daysRead = 0
  for (const slice of slices) {
    if (watch?.isStopped() === true) {
      throw new Problem('report.stopped', 400, 'The report was stopped before all of it was read')
    }
    const limit = maxFacts + 1
    const condition = await slice.condition()
    for (const fact of await readPaymentFacts(db, { by, timeZone, limit, condition })) {
      addFact(groups, by, fact)
    }
    if (groups.size > maxFacts) {
      throw new Problem(
        'report.too_many_groups',
        400,
        'These payments fall into too many groups. Choose fewer days or fewer dimensions.',
      )
    }
    daysRead += slice.days
    await watch?.read(daysRead)
  }
  return { facts: [...groups.values()], source: 'payments' }
}

/** Groups that go on over several slices are added up. */
function addFact(groups: Map<string, Fact>, by: readonly Dimension[], fact: Fact): void {
  const { status, currency, keys } = fact
  const key = JSON.stringify([...by.map((one) => keys[one] ?? null), status, currency])
  const known = groups.get(key)
  if (known === undefined) {
    groups.set(key, fact)
    return
  }
  groups.set(key, { ...known, ...addSums(known, fact) })
}

function tooManyDays(by: readonly Dimension[]): Problem {
  const message = `Such a report covers at most ${maxPaymentDays} days. Choose fewer days.`
  return new Problem('report.too_many_days', 400, message, {
    path: 'dateFrom',
    params: { days: maxPaymentDays, groupBy: by.join(', ') },
  })
}

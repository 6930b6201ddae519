import type { Finding as ScreeningFinding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { gravestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import {
  type BreakerStates,
  wholeAcquirer,
} from '@counterfoil/features/routing/mids/breakers.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { chooseRoute, costsBy, needsScores, type RouteChoice } from './choose-route.rules.ts'
import { weekMinuteOf } from './conditions.rules.ts'
import {
  type ActiveRuleSet,
  findActiveRuleSet,
  listActiveRuleSets,
  listScores,
  listScoresOf,
} from './rule-sets.queries.ts'
import type {
  Approvals,
  RankedMid,
  RoutedBy,
  RoutedFacts,
  RuleSet,
  Scores,
} from './rule-sets.schema.ts'

export { type ActiveRuleSet, findActiveRuleSet, listActiveRuleSets }

const noScores: Scores = {}

/** The scores that the rule set in force ranks by; without such a rule nothing is queried. */
export async function readScores(
  db: Db,
  active: ActiveRuleSet | null,
  of: { readonly merchantId: string; readonly mode: number },
): Promise<Scores> {
  if (active === null || !needsScores(active.set)) return noScores
  return listScores(db, of.merchantId, of.mode)
}

/** The same of several merchants, by merchant. */
export async function listScoresBySet(
  db: Db,
  actives: ReadonlyMap<string, ActiveRuleSet | null>,
  mode: number,
): Promise<ReadonlyMap<string, Scores>> {
  const ranking = [...actives].filter(([, active]) => active !== null && needsScores(active.set))
  if (ranking.length === 0) return new Map()
  return listScoresOf(
    db,
    ranking.map(([merchantId]) => merchantId),
    mode,
  )
}

/** The same for any version. */
export const readScoresOf = (
  db: Db,
  set: RuleSet,
  of: { readonly merchantId: string; readonly mode: number },
): Promise<Scores> | Scores =>
  needsScores(set) ? listScores(db, of.merchantId, of.mode) : noScores

/** A payment that is about to be routed, as its order and its account have it. */
export interface OrderToRoute {
  readonly operationId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly method: string
  readonly brand: string | null
  readonly first6: string | null
  readonly issuerCountry: string | null
  readonly customerCountry: string | null
  readonly websiteId: string | null
  readonly channel: string
  readonly orderType: string | null
  readonly at: Date
  readonly timeZone: string
}

interface RoutingState {
  readonly findings: readonly ScreeningFinding[]
  readonly breakers: BreakerStates
  readonly scores: Scores
  readonly mids: readonly (RankedMid & { readonly provider: string })[]
}

/** The way of a payment by the rule set in force, and what is kept of it with the payment. */
export function routeByRules(
  active: ActiveRuleSet,
  order: OrderToRoute,
  state: RoutingState,
): { readonly choice: RouteChoice; readonly routedBy: RoutedBy } {
  const facts = factsOf(order, state)
  const ranking = { mids: state.mids, scores: state.scores }
  const choice = chooseRoute(active.set, facts, ranking)
  const { midIds: _, ...way } = choice
  const scores = choice.way === 'approval' ? scoresBy(choice, state.scores) : {}
  const routedBy: RoutedBy = {
    ...{ versionId: active.versionId, number: active.number, ...way },
    facts: {
      risk: facts.risk,
      weekMinute: facts.weekMinute,
      health: { ...facts.health },
      scores,
      costs: costsBy(active.set, choice.ruleId, facts, ranking),
    },
  }
  return { choice, routedBy }
}

/** Those by which the rule ranked. */
const scoresBy = ({ ruleId }: RouteChoice, scores: Scores): Record<string, Approvals> =>
  Object.fromEntries(Object.entries(scores).filter(([key]) => key.startsWith(`${ruleId} `)))

function factsOf(order: OrderToRoute, { findings, breakers, mids }: RoutingState): RoutedFacts {
  const gravest = gravestOutcome(findings)
  return {
    key: order.operationId,
    currency: order.currency,
    amountMinor: order.amountMinor,
    method: order.method,
    brand: order.brand,
    iin: order.first6,
    issuerCountry: order.issuerCountry,
    customerCountry: order.customerCountry,
    website: order.websiteId,
    channel: order.channel,
    orderType: order.orderType,
    // what is blocked is not sent, whatever its way would have been
    risk: gravest === 'review' || gravest === 'flag' ? gravest : 'none',
    weekMinute: weekMinuteOf(order.at, order.timeZone),
    health: healthOf(mids, breakers),
  }
}

/** MIDs of which the own breaker, or that of their acquirer, counts failures. */
function healthOf(
  mids: readonly { readonly id: string; readonly provider: string }[],
  { breakers }: BreakerStates,
): RoutedFacts['health'] {
  const states: Record<string, 'failing' | 'open'> = {}
  for (const { id, provider } of mids) {
    const own = breakers.filter(
      (one) => one.provider === provider && (one.midId === id || one.midId === wholeAcquirer),
    )
    if (own.some(({ openedAt }) => openedAt !== null)) states[id] = 'open'
    else if (own.some(({ midId, failures }) => midId === id && failures > 0)) states[id] = 'failing'
  }
  return states
}

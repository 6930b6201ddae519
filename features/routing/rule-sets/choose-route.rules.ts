import { isMet, judge, type Verdict } from './conditions.rules.ts'
import {
  type Approvals,
  type Otherwise,
  otherwiseId,
  type RankedMid,
  type RoutedFacts,
  type Rule,
  type RuleSet,
  type Scores,
  type Target,
} from './rule-sets.schema.ts'

/** Where a payment goes by a rule set: its MIDs in the order in which they are tried. */
export interface RouteChoice {
  readonly ruleId: string
  readonly rule: string
  readonly way: Otherwise['way']
  readonly midIds: readonly string[]
  readonly slot: number | null
  readonly share: number | null
  readonly isExplored: boolean
}

export interface Ranking {
  readonly mids: readonly RankedMid[]
  readonly scores: Scores
  /** The ranked costs of an earlier decision, to repeat it: hundredths of a basis point of a minor unit, or null. */
  readonly costs?: Readonly<Record<string, string | null>>
}

/**
 * Chooses the way of a payment: the engine's and the backtest's one function. It asks neither clock nor chance: shares
 * are drawn from the payment's key, so that the same payment goes the same way however often it is asked.
 */
export function chooseRoute(set: RuleSet, facts: RoutedFacts, ranking: Ranking): RouteChoice {
  const rule = set.rules.find((one) => isMet(one, facts))
  if (rule === undefined) return otherwiseChoice(set, facts, ranking)
  const choice = targetChoice(rule, facts, ranking, set.explore)
  if (!rule.goesOn) return choice
  const rest = otherwiseChoice(set, facts, ranking).midIds
  return { ...choice, midIds: [...new Set([...choice.midIds, ...rest])] }
}

const nowhere = { way: 'none', midIds: [], slot: null, share: null, isExplored: false } as const

function otherwiseChoice(
  { otherwise, explore }: RuleSet,
  facts: RoutedFacts,
  ranking: Ranking,
): RouteChoice {
  const place = { ruleId: otherwiseId, rule: '' }
  if (otherwise.way === 'none') return { ...place, ...nowhere }
  if (otherwise.way === 'priority') {
    const midIds = ranking.mids.toSorted(byPriority).map(({ id }) => id)
    return { ...place, ...nowhere, way: 'priority', midIds }
  }
  return targetChoice({ id: otherwiseId, name: '', to: otherwise }, facts, ranking, explore)
}

/** As MIDs are tried without a rule set. */
export const byPriority = (
  a: Pick<RankedMid, 'priority' | 'midCode'>,
  b: Pick<RankedMid, 'priority' | 'midCode'>,
): number => a.priority - b.priority || a.midCode.localeCompare(b.midCode, 'en')

function targetChoice(
  rule: Pick<Rule, 'id' | 'name' | 'to'>,
  facts: RoutedFacts,
  ranking: Ranking,
  explore: number,
): RouteChoice {
  const place = { ruleId: rule.id, rule: rule.name, way: rule.to.way }
  const ranked = rankedMids(rule, facts, ranking)
  const isExplored =
    ranked.midIds.length > 1 && drawOf(`explore ${rule.id} ${facts.key}`, 10_000) < explore
  if (!isExplored) return { ...place, ...ranked, isExplored }
  const first = ranked.midIds[drawOf(`which ${rule.id} ${facts.key}`, ranked.midIds.length)]
  const midIds = [...new Set([first ?? '', ...ranked.midIds])]
  return { ...place, midIds, slot: null, share: null, isExplored }
}

function rankedMids(
  rule: Pick<Rule, 'id' | 'to'>,
  facts: RoutedFacts,
  ranking: Ranking,
): Pick<RouteChoice, 'midIds' | 'slot' | 'share'> {
  const { to } = rule
  const plain = { slot: null, share: null }
  switch (to.way) {
    case 'order':
      return { ...plain, midIds: to.midIds }
    case 'split': {
      const slot = drawOf(`split ${rule.id} ${facts.key}`, 10_000)
      const drawn = partAt(to.parts, slot)
      const others = to.parts
        .filter((one) => one !== drawn)
        .toSorted((a, b) => b.basisPoints - a.basisPoints)
      const all = drawn === undefined ? others : [drawn, ...others]
      return { slot, share: drawn?.basisPoints ?? null, midIds: all.map(({ midId }) => midId) }
    }
    case 'cheapest': {
      const costs = new Map(
        to.midIds.map((midId) => [midId, rankedCost(midId, facts, ranking)] as const),
      )
      return { ...plain, midIds: to.midIds.toSorted((a, b) => lower(costs.get(a), costs.get(b))) }
    }
    case 'approval': {
      const rates = new Map(
        to.midIds.map((midId) => {
          const score = ranking.scores[scoreKey(rule.id, midId)]
          return [midId, rateOf(score, to.atLeast)] as const
        }),
      )
      const higher = (a: string, b: string) => (rates.get(b) ?? -1) - (rates.get(a) ?? -1)
      return { ...plain, midIds: to.midIds.toSorted(higher) }
    }
  }
}

export const scoreKey = (ruleId: string, midId: string): string => `${ruleId} ${midId}`

/** Null with too few payments. */
const rateOf = (score: Approvals | undefined, atLeast: number): number | null =>
  score === undefined || score.decided < atLeast ? null : score.approved / score.decided

function partAt<Part extends { readonly basisPoints: number }>(
  parts: readonly Part[],
  slot: number,
): Part | undefined {
  let end = 0
  return parts.find(({ basisPoints }) => {
    end += basisPoints
    return slot < end
  })
}

/** What is not known stands last, in the order that the rule gives it. */
function lower(a: bigint | null | undefined, b: bigint | null | undefined): number {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return a < b ? -1 : 1
}

const scale = 10_000n

/**
 * What a payment costs at a MID, in ten-thousandths of a minor unit; null where it is not known: nothing is entered, or a
 * fixed part in another currency.
 */
export function costOf(
  mid: Pick<RankedMid, 'costBasisPoints' | 'costFixedMinor' | 'costCurrency'>,
  { amountMinor, currency }: Pick<RoutedFacts, 'amountMinor' | 'currency'>,
): bigint | null {
  const { costBasisPoints, costFixedMinor, costCurrency } = mid
  if (costBasisPoints === null && costFixedMinor === null) return null
  const fixed = costFixedMinor ?? 0n
  if (fixed !== 0n && costCurrency !== currency) return null
  return amountMinor * BigInt(costBasisPoints ?? 0) + fixed * scale
}

function rankedCost(midId: string, facts: RoutedFacts, { mids, costs }: Ranking): bigint | null {
  const kept = costs?.[midId]
  if (kept !== undefined) return kept === null ? null : BigInt(kept)
  const mid = mids.find(({ id }) => id === midId)
  return mid === undefined ? null : costOf(mid, facts)
}

/** The costs by which a rule ranks its MIDs; empty where it does not. */
export function costsBy(
  set: RuleSet,
  ruleId: string,
  facts: RoutedFacts,
  ranking: Ranking,
): Record<string, string | null> {
  const to = targetOf(set, ruleId)
  if (to?.way !== 'cheapest') return {}
  return Object.fromEntries(
    to.midIds.map((midId) => [midId, rankedCost(midId, facts, ranking)?.toString() ?? null]),
  )
}

export const targetOf = (set: RuleSet, ruleId: string): Otherwise | undefined =>
  ruleId === otherwiseId ? set.otherwise : set.rules.find(({ id }) => id === ruleId)?.to

/** The MIDs that a target names, in their order. */
export function midsNamedBy(to: Target | Otherwise): readonly string[] {
  switch (to.way) {
    case 'priority':
    case 'none':
      return []
    case 'split':
      return to.parts.map(({ midId }) => midId)
    default:
      return to.midIds
  }
}

/** Whether a rule ranks by approvals, so that these have to be read. */
export const needsScores = ({ rules, otherwise }: RuleSet): boolean =>
  otherwise.way === 'approval' || rules.some(({ to }) => to.way === 'approval')

/** A number from 0 to below `below`, always the same for a text. Murmur's finish spreads what ids have in common. */
function drawOf(text: string, below: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % below
}

/** What each rule says of one payment, down to the one that takes it. */
export interface RuleVerdict {
  readonly ruleId: string
  readonly name: string
  readonly outcome: 'takes' | 'passes' | 'not_reached'
  readonly conditions: readonly Verdict[]
}

/** A sample payment beside every rule. */
export function explainRoute(set: RuleSet, facts: RoutedFacts): RuleVerdict[] {
  const taking = set.rules.findIndex((one) => isMet(one, facts))
  return set.rules.map((one, at) => ({
    ruleId: one.id,
    name: one.name,
    outcome: at === taking ? 'takes' : taking >= 0 && at > taking ? 'not_reached' : 'passes',
    conditions: one.conditions.map((condition) => judge(condition, facts)),
  }))
}

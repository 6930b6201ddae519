import { chooseRoute, costOf } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import type {
  RankedMid,
  RoutedBy,
  RoutedFacts,
  RuleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { BacktestResult } from './smart-routing.contract.ts'

// A past payment beside a version that was not in force then. What was known at the time is what was recorded with the
// payment; of what was not recorded nothing is made up, but counted as unknown.

/** One line of the routing log of the time. */
interface LogLine {
  readonly midId: string
  readonly isEligible: boolean
  readonly isNamed?: false
}

/** A past payment, as it was ordered and routed. */
export interface PastPayment {
  readonly facts: Omit<RoutedFacts, 'risk' | 'health'>
  readonly log: readonly LogLine[] | null
  readonly routedBy: RoutedBy | null
  /** Of its first call to an acquirer; null: it was not sent, or is not decided. */
  readonly wasApproved: boolean | null
}

export type Replay =
  | { readonly kind: 'unknown'; readonly why: keyof BacktestResult['unknown'] }
  | { readonly kind: 'known'; readonly happened: string | null; readonly would: string | null }

/** The facts that a rule set asks for beyond what is stored with each payment. */
export interface Needs {
  readonly risk: boolean
  readonly health: boolean
  /** Known from the time of any payment, by the merchant’s calendar. */
  readonly time: boolean
}

export const needsOf = ({ rules }: RuleSet): Needs => {
  const asks = (fact: string) =>
    rules.some(({ conditions }) => conditions.some((one) => one.fact === fact))
  return { risk: asks('risk'), health: asks('health'), time: asks('time') }
}

/** Where a past payment would have gone, by the live engine's own function, and where it went. */
export function replay(
  set: RuleSet,
  needs: Needs,
  { facts, log, routedBy }: PastPayment,
  mids: readonly RankedMid[],
): Replay {
  if (log === null) return { kind: 'unknown', why: 'notRecorded' }
  const known = routedBy?.facts
  if (known === undefined && (needs.risk || needs.health)) {
    return { kind: 'unknown', why: 'factsMissing' }
  }
  const then: RoutedFacts = {
    ...facts,
    weekMinute: known?.weekMinute ?? facts.weekMinute,
    risk: known?.risk ?? 'none',
    health: known?.health ?? {},
  }
  const ranking = { mids, scores: known?.scores ?? {}, costs: known?.costs ?? {} }
  const choice = chooseRoute(set, then, ranking)
  const isRanked = choice.way === 'approval' && !choice.isExplored
  if (isRanked && !choice.midIds.some((id) => ranking.scores[`${choice.ruleId} ${id}`])) {
    const hasNone = routedBy?.ruleId === choice.ruleId
    if (!hasNone) return { kind: 'unknown', why: 'factsMissing' }
  }
  const fits = new Set(
    log
      .filter(({ isEligible, isNamed }) => isEligible || isNamed === false)
      .map((one) => one.midId),
  )
  const looked = new Set(log.map(({ midId }) => midId))
  const happened = log.find(({ isEligible }) => isEligible)?.midId ?? null
  for (const id of choice.midIds) {
    // nobody knows whether a MID that was not there would have taken it
    if (!looked.has(id)) return { kind: 'unknown', why: 'newMid' }
    if (fits.has(id)) return { kind: 'known', happened, would: id }
  }
  return { kind: 'known', happened, would: null }
}

interface Sum {
  payments: number
  readonly amounts: Map<string, number>
}

/** With fewer decided payments of a MID in a cell nothing is estimated from it. */
const minInCell = 30
/** With a larger unknown share no single number is given. */
const maxUnknownShare = 0.2

/** Adds up payments one by one, so that a million of them takes no more memory than a few. */
export class BacktestSums {
  readonly #midCodes: ReadonlyMap<string, RankedMid>
  readonly #unknown = { notRecorded: 0, factsMissing: 0, newMid: 0 }
  #payments = 0
  #same = 0
  readonly #moved = newSum()
  readonly #refused = newSum()
  readonly #taken = newSum()
  readonly #flows = new Map<string, Sum>()
  /** By cell and MID. */
  readonly #decided = new Map<string, { decided: number; approved: number }>()
  /** By cell, from and to. */
  readonly #moves = new Map<string, number>()
  readonly #costs = new Map<string, { difference: bigint; payments: number }>()

  constructor(mids: readonly RankedMid[]) {
    this.#midCodes = new Map(mids.map((mid) => [mid.id, mid]))
  }

  add({ facts, wasApproved }: PastPayment, outcome: Replay): void {
    this.#payments += 1
    if (outcome.kind === 'unknown') {
      this.#unknown[outcome.why] += 1
      return
    }
    const { happened, would } = outcome
    const cell = `${facts.method} ${facts.brand ?? ''} ${facts.currency}`
    if (happened !== null && wasApproved !== null) {
      const key = `${cell} ${happened}`
      const known = this.#decided.get(key) ?? { decided: 0, approved: 0 }
      known.decided += 1
      if (wasApproved) known.approved += 1
      this.#decided.set(key, known)
    }
    if (happened === would) {
      this.#same += 1
      return
    }
    if (would === null) addTo(this.#refused, facts)
    else if (happened === null) addTo(this.#taken, facts)
    else {
      addTo(this.#moved, facts)
      const move = `${cell}|${happened}|${would}`
      this.#moves.set(move, (this.#moves.get(move) ?? 0) + 1)
      this.#addCosts(facts, happened, would)
    }
    const flow = `${happened ?? ''}|${would ?? ''}`
    const sum = this.#flows.get(flow) ?? newSum()
    addTo(sum, facts)
    this.#flows.set(flow, sum)
  }

  #addCosts(facts: PastPayment['facts'], from: string, to: string): void {
    const [before, after] = [this.#midCodes.get(from), this.#midCodes.get(to)].map(
      (mid) => mid && costOf(mid, facts),
    )
    if (before === null || after === null || before === undefined || after === undefined) return
    const known = this.#costs.get(facts.currency) ?? { difference: 0n, payments: 0 }
    known.difference += after - before
    known.payments += 1
    this.#costs.set(facts.currency, known)
  }

  result(): BacktestResult {
    const codeOf = (id: string) => this.#midCodes.get(id)?.midCode ?? id
    return {
      payments: this.#payments,
      unknown: this.#unknown,
      same: this.#same,
      moved: countOf(this.#moved),
      refused: countOf(this.#refused),
      taken: countOf(this.#taken),
      flows: [...this.#flows]
        .map(([flow, sum]) => {
          const [from = '', to = ''] = flow.split('|')
          return { from: from && codeOf(from), to: to && codeOf(to), ...countOf(sum) }
        })
        .toSorted((a, b) => b.payments - a.payments),
      estimate: this.#estimate(),
      costs: [...this.#costs].map(([currency, { difference, payments }]) => ({
        ...{ currency, payments },
        difference: Number(roundedMinor(difference)),
      })),
    }
  }

  /** Only where both MIDs have enough payments in the same cell: of ways that were never taken nothing is known. */
  #estimate(): BacktestResult['estimate'] {
    let [estimable, notEstimable, approvals, variance] = [0, 0, 0, 0]
    for (const [move, count] of this.#moves) {
      const [cell = '', from = '', to = ''] = move.split('|')
      const before = this.#decided.get(`${cell} ${from}`)
      const after = this.#decided.get(`${cell} ${to}`)
      if (!hasEnough(before) || !hasEnough(after)) {
        notEstimable += count
        continue
      }
      estimable += count
      const [was, is] = [before, after].map((one) => one.approved / one.decided) as [number, number]
      approvals += count * (is - was)
      variance +=
        count ** 2 * ((was * (1 - was)) / before.decided + (is * (1 - is)) / after.decided)
    }
    const unknown = Object.values(this.#unknown).reduce((all, one) => all + one, 0) + notEstimable
    const all = estimable + unknown
    const isSayable = estimable > 0 && unknown / all <= maxUnknownShare
    const margin = 1.96 * Math.sqrt(variance)
    return {
      ...{ minInCell, estimable, notEstimable },
      approvals: isSayable ? approvals : null,
      low: isSayable ? approvals - margin : null,
      high: isSayable ? approvals + margin : null,
    }
  }
}

const hasEnough = (
  one: { decided: number; approved: number } | undefined,
): one is { decided: number; approved: number } => one !== undefined && one.decided >= minInCell

const newSum = (): Sum => ({ payments: 0, amounts: new Map() })

function addTo(sum: Sum, { currency, amountMinor }: Pick<RoutedFacts, 'currency' | 'amountMinor'>) {
  sum.payments += 1
  sum.amounts.set(currency, (sum.amounts.get(currency) ?? 0) + Number(amountMinor))
}

const countOf = ({ payments, amounts }: Sum) => ({ payments, amounts: Object.fromEntries(amounts) })

/** Ten-thousandths of a minor unit, rounded half away from zero. */
export const roundedMinor = (scaled: bigint): bigint =>
  (scaled + (scaled < 0n ? -5_000n : 5_000n)) / 10_000n

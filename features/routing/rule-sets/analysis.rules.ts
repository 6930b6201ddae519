import { allWithout, type Box, doMeet, isEmpty, meet } from './boxes.rules.ts'
import { midsNamedBy, targetOf } from './choose-route.rules.ts'
import { type MidReach, type PaymentSpace, paymentSpace } from './payment-space.rules.ts'
import {
  exploreId,
  type FindingCode,
  otherwiseId,
  type RoutedFacts,
  type Rule,
  type RuleSet,
} from './rule-sets.schema.ts'

// What can be said of a rule set without a payment: each finding names its place. One with an error is never activated.

export type FindingSeverity = 'error' | 'warning' | 'note'

/** Why a MID takes nothing at all. */
export type DeadBecause = 'unknown' | 'off' | 'mode' | 'over' | 'not_connected' | 'provider_off'

export interface AnalysedMid extends MidReach {
  readonly id: string
  readonly midCode: string
  readonly dead: DeadBecause | null
  readonly hasCost: boolean
}

export interface Finding {
  readonly severity: FindingSeverity
  readonly code: FindingCode
  /** Null: of the set as a whole. */
  readonly ruleId: string | null
  /** As a path into the set: `rules.2.to.parts`. */
  readonly path: string
  /** What its sentence names: other rules, a MID, what the MID does not take, a sum. */
  readonly values: Readonly<Record<string, string>>
  /** A payment that shows it. */
  readonly example: RoutedFacts | null
}

/** More boxes than these are not looked at: a set that needs them is answered with `not_proven`. */
const maxBoxes = 4_000
const maxOverlaps = 3

/** Looks for what is wrong with a rule set, whatever payments come. */
export function analyse(set: RuleSet, mids: readonly AnalysedMid[]): Finding[] {
  const space = paymentSpace(set, mids)
  return [
    ...sameIds(set),
    ...set.rules.flatMap((rule, at) => [...neverFindings(rule, at, space)]),
    ...reachFindings(set, mids, space),
    ...set.rules.flatMap((rule, at) => targetFindings(rule.id, `rules.${at}.to`, set, mids)),
    ...targetFindings(otherwiseId, 'otherwise', set, mids),
  ].toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

const severities: readonly FindingSeverity[] = ['error', 'warning', 'note']

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error')

function sameIds({ rules }: RuleSet): Finding[] {
  return rules.flatMap(({ id }, at) =>
    rules.findIndex((one) => one.id === id) < at || id === otherwiseId
      ? [finding('error', 'same_id', id, `rules.${at}.id`)]
      : [],
  )
}

/** Conditions that no payment meets: one by itself, or all of a rule together. */
function neverFindings(rule: Rule, at: number, space: PaymentSpace): Finding[] {
  const alone = rule.conditions.flatMap((one, place) =>
    isPossible([one], space)
      ? []
      : [finding('error', 'never', rule.id, `rules.${at}.conditions.${place}`)],
  )
  if (alone.length > 0) return alone
  if (isPossible(rule.conditions, space)) return []
  return [finding('error', 'never', rule.id, `rules.${at}.conditions`)]
}

const isPossible = (conditions: Rule['conditions'], space: PaymentSpace): boolean => {
  const box = space.boxOf(conditions)
  return space.universe.some((all) => doMeet(all, box))
}

/** What each rule takes of what the rules above it leave; and what all of them leave. */
function reachFindings(set: RuleSet, mids: readonly AnalysedMid[], space: PaymentSpace): Finding[] {
  const findings: Finding[] = []
  const boxes = set.rules.map(({ conditions }) => space.boxOf(conditions))
  let left: Box[] | undefined = [...space.universe]
  for (const [at, rule] of set.rules.entries()) {
    const box = boxes[at] as Box
    if (left === undefined) break
    const own = space.universe.map((all) => meet(all, box)).filter((one) => !isEmpty(one))
    if (own.length === 0) continue
    const reached: Box[] = left.map((one) => meet(one, box)).filter((one) => !isEmpty(one))
    const above = set.rules
      .slice(0, at)
      .filter((_, place) => own.some((one) => doMeet(one, boxes[place] as Box)))
    if (reached.length === 0) {
      const values = { rules: names(above) }
      findings.push({
        ...finding('error', 'unreachable', rule.id, `rules.${at}`, values),
        example: space.sampleOf(own[0] as Box),
      })
    } else {
      findings.push(...overlaps(rule, at, above, set, own, boxes, space))
      findings.push(...midFindings(rule.id, `rules.${at}.to`, set, reached, mids, space))
    }
    left = allWithout(left, box, maxBoxes)
  }
  if (left === undefined) return [...findings, finding('warning', 'not_proven', null, 'rules')]
  const [rest] = left
  if (rest === undefined) return findings
  if (set.otherwise.way === 'none') {
    const gap = finding('error', 'gap', null, 'otherwise')
    return [...findings, { ...gap, example: space.sampleOf(rest) }]
  }
  return [...findings, ...midFindings(otherwiseId, 'otherwise', set, left, mids, space)]
}

/** Rules that some payments meet too, and that stand above. */
function overlaps(
  rule: Rule,
  at: number,
  above: readonly Rule[],
  set: RuleSet,
  own: readonly Box[],
  boxes: readonly Box[],
  space: PaymentSpace,
): Finding[] {
  const others = above.filter(({ to }) => JSON.stringify(to) !== JSON.stringify(rule.to))
  const [first] = others
  if (first === undefined) return []
  const other = boxes[set.rules.indexOf(first)] as Box
  const shared = own.map((one) => meet(one, other)).find((one) => !isEmpty(one))
  if (shared === undefined) return []
  const found = finding('note', 'overlap', rule.id, `rules.${at}`, { rules: names(others) })
  return [{ ...found, example: space.sampleOf(shared) }]
}

const names = (rules: readonly Rule[]): string => {
  const shown = rules.slice(0, maxOverlaps).map(({ name }) => `“${name}”`)
  return rules.length > maxOverlaps
    ? `${shown.join(', ')} +${rules.length - maxOverlaps}`
    : shown.join(', ')
}

const reachParts = ['methods', 'currencies', 'brands', 'amount'] as const

/** MIDs that take nothing of what reaches their rule, and payments that none of them takes. */
function midFindings(
  ruleId: string,
  path: string,
  set: RuleSet,
  reached: readonly Box[],
  mids: readonly AnalysedMid[],
  space: PaymentSpace,
): Finding[] {
  const to = targetOf(set, ruleId)
  if (to === undefined || to.way === 'none') return []
  const findings: Finding[] = []
  const alive = (ids: readonly string[]) =>
    mids.filter(({ id, dead }) => dead === null && ids.includes(id))
  const named = alive(to.way === 'priority' ? mids.map(({ id }) => id) : midsNamedBy(to))
  if (to.way !== 'priority') {
    for (const mid of named) {
      const reach = space.reachOf(mid)
      if (reached.some((one) => doMeet(one, reach))) continue
      const without = reachParts.find(
        (part) => !reached.some((one) => doMeet(one, space.reachOf(mid, part))),
      )
      const values = { mid: mid.midCode, part: without ?? 'together' }
      findings.push({
        ...finding('error', 'mid_unsuitable', ruleId, path, values),
        example: space.sampleOf(reached[0] as Box),
      })
    }
  }
  const rule = set.rules.find(({ id }) => id === ruleId)
  const further =
    rule?.goesOn === true
      ? alive(
          set.otherwise.way === 'priority' ? mids.map(({ id }) => id) : midsNamedBy(set.otherwise),
        )
      : []
  let open: Box[] | undefined = [...reached]
  for (const mid of [...named, ...further]) {
    if (open === undefined) break
    open = allWithout(open, space.reachOf(mid), maxBoxes)
  }
  const [untaken] = open ?? []
  if (untaken !== undefined && findings.length === 0 && named.length > 0) {
    const found = finding('warning', 'no_mid', ruleId, path)
    findings.push({ ...found, example: space.sampleOf(untaken) })
  }
  return findings
}

const wholeShare = 10_000

/** What is wrong with where a rule sends payments, whichever these are. */
function targetFindings(
  ruleId: string,
  path: string,
  set: RuleSet,
  mids: readonly AnalysedMid[],
): Finding[] {
  const to = targetOf(set, ruleId)
  if (to === undefined || to.way === 'priority' || to.way === 'none') return []
  const findings: Finding[] = []
  const ids = midsNamedBy(to)
  for (const [at, id] of ids.entries()) {
    const mid = mids.find((one) => one.id === id)
    const because = mid === undefined ? 'unknown' : mid.dead
    const place = to.way === 'split' ? `${path}.parts.${at}.midId` : `${path}.midIds.${at}`
    const code = mid?.midCode ?? id
    if (because !== null) {
      findings.push(finding('error', 'mid_dead', ruleId, place, { mid: code, because }))
    } else if (to.way === 'cheapest' && mid?.hasCost === false) {
      findings.push(finding('warning', 'cost_unknown', ruleId, place, { mid: code }))
    }
    if (ids.indexOf(id) < at) findings.push(finding('error', 'twice', ruleId, place, { mid: code }))
  }
  if (to.way === 'split') {
    const sum = to.parts.reduce((all, { basisPoints }) => all + basisPoints, 0)
    if (sum !== wholeShare) {
      const values = { sum: (sum / 100).toFixed(2) }
      findings.push(finding('error', 'split_sum', ruleId, `${path}.parts`, values))
    }
  }
  return findings
}

const finding = (
  severity: FindingSeverity,
  code: FindingCode,
  ruleId: string | null,
  path: string,
  values: Readonly<Record<string, string>> = {},
): Finding => ({ severity, code, ruleId, path, values, example: null })

/** What changed from one set to another, rule by rule. */
export interface RuleChange {
  /** Or `otherwiseId`, or `exploreId`, which have no name. */
  readonly ruleId: string
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed' | 'moved'
  readonly before: Rule | null
  readonly after: Rule | null
}

/**
 * Compares two versions by the ids of their rules, and what stands beside the rules. A rule that is only passed by others has
 * not moved itself.
 */
export function compareSets(before: RuleSet, after: RuleSet): RuleChange[] {
  const changes = after.rules.flatMap((rule): RuleChange[] => {
    const old = before.rules.find(({ id }) => id === rule.id)
    const place = { ruleId: rule.id, name: rule.name, before: old ?? null, after: rule }
    if (old === undefined) return [{ ...place, change: 'added' }]
    if (!isSame(old, rule)) return [{ ...place, change: 'changed' }]
    const isMoved = orderAmong(before, after, rule.id) !== orderAmong(after, before, rule.id)
    return isMoved ? [{ ...place, change: 'moved' }] : []
  })
  const removed = before.rules
    .filter(({ id }) => !after.rules.some((one) => one.id === id))
    .map(
      (rule): RuleChange => ({
        ...{ ruleId: rule.id, name: rule.name, change: 'removed' as const },
        ...{ before: rule, after: null },
      }),
    )
  return [...changes, ...removed, ...beside(before, after)]
}

/** Where all other payments go, and how many are sent at random. */
const beside = (before: RuleSet, after: RuleSet): RuleChange[] =>
  [
    { ruleId: otherwiseId, isSame: isSame(before.otherwise, after.otherwise) },
    { ruleId: exploreId, isSame: before.explore === after.explore },
  ].flatMap((one) =>
    one.isSame
      ? []
      : [{ ruleId: one.ruleId, name: '', change: 'changed', before: null, after: null }],
  )

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The place of a rule among those that both sets have. */
const orderAmong = (of: RuleSet, other: RuleSet, id: string): number =>
  of.rules
    .filter((one) => other.rules.some((rule) => rule.id === one.id))
    .findIndex((one) => one.id === id)

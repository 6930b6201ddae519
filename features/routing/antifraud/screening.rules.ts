// The built-in antifraud screening: a function from an order to findings, which another screener can replace.
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import {
  allMerchants,
  type CountedFacts,
  counterKey,
  factOf,
  isAbout,
  isVelocityRule,
  type VelocityRule,
  velocityRules,
  windowOf,
} from './velocity.rules.ts'

export type ScreeningOutcome = 'flag' | 'review' | 'block'

/** Whose rule or list it is: the organisation's, or the merchant's own. */
export type RuleOwner = 'tenant' | 'merchant'

/** What a rule found on a payment, in force or in shadow. */
export interface RuleMatch extends Finding {
  readonly ruleId: string
  readonly effect: 'live' | 'shadow'
}

/** A rule that is switched on. */
export interface AntifraudRule {
  readonly id: string
  readonly owner: RuleOwner
  /** Null: only tried. */
  readonly version: number | null
  /** In shadow it is evaluated and recorded, without effect. */
  readonly effect: 'live' | 'shadow'
  readonly rule: string
  readonly outcome: ScreeningOutcome
  /** Of a rule that counts: the most payments, or cards. */
  readonly threshold: bigint | null
  /** Of a rule that counts; null: as the system variable says. */
  readonly windowS: number | null
  /** Of a rule that counts: at each merchant (null too), or at all of the tenant together. */
  readonly counted: 'merchant' | 'tenant' | null
  /** For payments without what the rule looks at; null: they pass. */
  readonly ifMissing: 'pass' | 'apply' | null
  /** The currency of the amount, with its decimals. */
  readonly currency: string | null
  readonly decimalPlaces: number | null
  readonly amountMinor: bigint | null
  readonly countries: readonly string[]
}

export interface ScreenedOrder extends CountedFacts {
  readonly at: Date
  readonly merchantId: string
  readonly currency: string
  readonly amountMinor: bigint
  /** The customer's. */
  readonly country: string | null
  /** In which the card was issued. */
  readonly cardCountry: string | null
  /** What the rules count, with this payment. */
  readonly hits: ReadonlyMap<string, readonly number[]>
  /** The end of the card's restriction at this merchant; null without one. */
  readonly restrictedUntil: Date | null
  /** The window of rules without one of their own, in seconds. */
  readonly windowS: number
}

export interface Finding {
  /** Of what a rule found. */
  readonly ruleId?: string
  readonly version?: number | null
  /** Of a rule or a list. */
  readonly owner?: RuleOwner
  readonly rule: string
  readonly outcome: ScreeningOutcome
  readonly message: string
}

export type Screener = (order: ScreenedOrder, rules: readonly AntifraudRule[]) => Finding[]

/** The findings of the active rules. */
export const screenOrder: Screener = (order, rules) => [
  ...(order.restrictedUntil === null ? [] : [restricted(order.restrictedUntil)]),
  ...rules.flatMap((rule) => {
    const message = messageOf(order, rule)
    if (message === undefined) return []
    const { id: ruleId, version, owner, outcome } = rule
    return [{ ruleId, version, owner, rule: rule.rule, outcome, message }]
  }),
]

const restricted = (until: Date): Finding => ({
  rule: 'card_restriction',
  outcome: 'block',
  message: `The card paid too often and may not pay again until ${until.toISOString()}`,
})

/** Whether the findings restrict the card: it has too many payments and no restriction yet. */
export function beginsRestriction(findings: readonly Finding[]): boolean {
  return (
    findings.some(({ rule, outcome }) => rule === 'card_velocity' && outcome === 'block') &&
    findings.every(({ rule }) => rule !== 'card_restriction')
  )
}

function messageOf(order: ScreenedOrder, rule: AntifraudRule): string | undefined {
  if (isVelocityRule(rule.rule)) return velocityMessage(order, rule, rule.rule)
  switch (rule.rule) {
    case 'amount_ceiling': {
      const { amountMinor: ceiling, currency, decimalPlaces } = rule
      if (ceiling === null || currency !== order.currency) return undefined
      if (order.amountMinor <= ceiling) return undefined
      const shown = (minor: bigint) => `${decimalText(minor, decimalPlaces ?? 0)} ${currency}`
      return `${shown(order.amountMinor)} is above the ceiling of ${shown(ceiling)}`
    }
    case 'blocked_country':
      return countryMessage(order, rule)
    default:
      return undefined
  }
}

/** The customer's country and the card's: either is enough. */
function countryMessage(
  { country, cardCountry }: ScreenedOrder,
  { countries, ifMissing }: AntifraudRule,
): string | undefined {
  if (country !== null && countries.includes(country)) return `The customer's country is ${country}`
  if (cardCountry !== null && countries.includes(cardCountry)) {
    return `The card was issued in ${cardCountry}`
  }
  const isMissing = country === null && cardCountry === null
  return isMissing && ifMissing === 'apply'
    ? 'Neither the country of the customer nor that of the card is known'
    : undefined
}

const factNames = {
  card: 'card',
  iin: 'cards of one issuer',
  email: 'e-mail address',
  ip: 'IP address',
  device: 'device',
} as const

function velocityMessage(
  order: ScreenedOrder,
  rule: AntifraudRule,
  name: VelocityRule,
): string | undefined {
  const { by, counts } = velocityRules[name]
  if (rule.threshold === null || !isAbout(name, order)) return undefined
  if (factOf(by, order) === null) {
    return rule.ifMissing === 'apply' ? `The payment names no ${factNames[by]}` : undefined
  }
  const scope = rule.counted === 'tenant' ? allMerchants : order.merchantId
  const windowMs = windowOf(rule, order.windowS)
  const since = order.at.getTime() - windowMs
  const hits = order.hits.get(counterKey(name, scope)) ?? []
  if (hits.filter((hit) => hit > since).length <= rule.threshold) return undefined
  const where = rule.counted === 'tenant' ? ' at all merchants together' : ''
  const of = by === 'iin' ? factNames.iin : `this ${factNames[by]}`
  return `More than ${rule.threshold} ${counts} with ${of} within ${wordsFor(windowMs / 1000)}${where}`
}

const wordsFor = (seconds: number) => (seconds === 60 ? 'a minute' : `${seconds} seconds`)

/** Whether the whitelist lifts a rule: an entry without rules lifts all. A card's restriction goes with its rule. */
export function isLifted(rule: string, entries: readonly (readonly string[])[]): boolean {
  const name = rule === 'card_restriction' ? 'card_velocity' : rule
  return entries.some((lifts) => lifts.length === 0 || lifts.includes(name))
}

const bySeverity: readonly ScreeningOutcome[] = ['block', 'review', 'flag']

/** The most severe finding decides. */
export const gravestOutcome = (findings: readonly Finding[]): ScreeningOutcome | null =>
  bySeverity.find((outcome) => findings.some((one) => one.outcome === outcome)) ?? null

/** What a merchant's own rule has for effect: no more than what is opened to the merchant. */
export const mildestOutcome = (outcomes: readonly ScreeningOutcome[]): ScreeningOutcome =>
  bySeverity.findLast((outcome) => outcomes.includes(outcome)) ?? 'flag'

// The built-in antifraud screening. A screener is a function from what is known of an order to findings, so another
// one can stand in its place.
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'

export type ScreeningOutcome = 'flag' | 'review' | 'block'

/** One rule that is switched on. */
export interface AntifraudRule {
  readonly rule: string
  readonly outcome: ScreeningOutcome
  /** Payments of one card. */
  readonly threshold: bigint | null
  /** Of the amount, with its decimals. */
  readonly currency: string | null
  readonly places: number | null
  readonly amountMinor: bigint | null
  readonly countries: readonly string[]
}

export interface ScreenedOrder {
  readonly currency: string
  readonly amountMinor: bigint
  readonly country: string | null
  /** Earlier payments with the same card within the window; null when it was not counted. */
  readonly recentWithCard: bigint | null
  /** Until when the card may not pay this merchant; null when it may. */
  readonly restrictedUntil: Date | null
  /** Over how many seconds the card's payments were counted. */
  readonly windowS?: number
}

export interface Finding {
  readonly rule: string
  readonly outcome: ScreeningOutcome
  readonly message: string
}

export type Screener = (order: ScreenedOrder, rules: readonly AntifraudRule[]) => Finding[]

/** What the rules that are switched on find. */
export const screenOrder: Screener = (order, rules) => [
  ...(order.restrictedUntil === null ? [] : [restricted(order.restrictedUntil)]),
  ...rules.flatMap((rule) => {
    const message = messageOf(order, rule)
    return message === undefined ? [] : [{ rule: rule.rule, outcome: rule.outcome, message }]
  }),
]

const restricted = (until: Date): Finding => ({
  rule: 'card_restriction',
  outcome: 'block',
  message: `The card paid too often and may not pay again until ${until.toISOString()}`,
})

/** Whether a card is kept from paying from now on: it was not yet, and it paid more often than may be. */
export function beginsRestriction(findings: readonly Finding[]): boolean {
  return (
    findings.some(({ rule, outcome }) => rule === 'card_velocity' && outcome === 'block') &&
    findings.every(({ rule }) => rule !== 'card_restriction')
  )
}

function messageOf(order: ScreenedOrder, rule: AntifraudRule): string | undefined {
  switch (rule.rule) {
    case 'card_velocity': {
      const count = (order.recentWithCard ?? 0n) + 1n
      if (rule.threshold === null || count <= rule.threshold) return undefined
      return `${count} payments with this card within ${wordsFor(order.windowS)}; the limit is ${rule.threshold}`
    }
    case 'amount_ceiling': {
      const { amountMinor: ceiling, currency, places } = rule
      if (ceiling === null || currency !== order.currency) return undefined
      if (order.amountMinor <= ceiling) return undefined
      const shown = (minor: bigint) => `${decimalText(minor, places ?? 0)} ${currency}`
      return `${shown(order.amountMinor)} is above the ceiling of ${shown(ceiling)}`
    }
    case 'blocked_country':
      if (order.country === null || !rule.countries.includes(order.country)) return undefined
      return `The customer's country is ${order.country}`
    default:
      return undefined
  }
}

const wordsFor = (seconds = 60) => (seconds === 60 ? 'a minute' : `${seconds} seconds`)

/** Whether somebody has to count payments of the card before screening. */
export const needsCardCount = (rules: readonly AntifraudRule[]): boolean =>
  rules.some((rule) => rule.rule === 'card_velocity')

/** The gravest of the findings decides. */
export function gravestOutcome(findings: readonly Finding[]): ScreeningOutcome | null {
  const order: readonly ScreeningOutcome[] = ['block', 'review', 'flag']
  return order.find((outcome) => findings.some((one) => one.outcome === outcome)) ?? null
}

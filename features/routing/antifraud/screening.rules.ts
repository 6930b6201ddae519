// The built-in antifraud screening: a function from an order to findings, which another screener can replace.
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'

export type ScreeningOutcome = 'flag' | 'review' | 'block'

/** An active rule. */
export interface AntifraudRule {
  readonly rule: string
  readonly outcome: ScreeningOutcome
  /** The most payments of one card. */
  readonly threshold: bigint | null
  /** The currency of the amount, with its decimals. */
  readonly currency: string | null
  readonly decimalPlaces: number | null
  readonly amountMinor: bigint | null
  readonly countries: readonly string[]
}

export interface ScreenedOrder {
  readonly currency: string
  readonly amountMinor: bigint
  readonly country: string | null
  /** Earlier payments with the same card within the window; null if not counted. */
  readonly recentWithCard: bigint | null
  /** The end of the card's restriction at this merchant; null without one. */
  readonly restrictedUntil: Date | null
  /** The window in seconds. */
  readonly windowS?: number
}

export interface Finding {
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
    return message === undefined ? [] : [{ rule: rule.rule, outcome: rule.outcome, message }]
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
  switch (rule.rule) {
    case 'card_velocity': {
      const count = (order.recentWithCard ?? 0n) + 1n
      if (rule.threshold === null || count <= rule.threshold) return undefined
      return `${count} payments with this card within ${wordsFor(order.windowS)}; the limit is ${rule.threshold}`
    }
    case 'amount_ceiling': {
      const { amountMinor: ceiling, currency, decimalPlaces } = rule
      if (ceiling === null || currency !== order.currency) return undefined
      if (order.amountMinor <= ceiling) return undefined
      const shown = (minor: bigint) => `${decimalText(minor, decimalPlaces ?? 0)} ${currency}`
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

/** Whether screening needs the number of the card's payments. */
export const needsCardCount = (rules: readonly AntifraudRule[]): boolean =>
  rules.some((rule) => rule.rule === 'card_velocity')

/** The most severe finding decides. */
export function gravestOutcome(findings: readonly Finding[]): ScreeningOutcome | null {
  const order: readonly ScreeningOutcome[] = ['block', 'review', 'flag']
  return order.find((outcome) => findings.some((one) => one.outcome === outcome)) ?? null
}

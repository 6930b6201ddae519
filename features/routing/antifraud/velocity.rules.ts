import { mailboxOf } from './email-addresses.rules.ts'
import { networkFor } from './ip-addresses.rules.ts'
import type { AntifraudRule } from './screening.rules.ts'
import { mostCounted } from './velocity-limits.schema.ts'

// Rules that count payments, or different cards, of one card, address or device within a sliding window.

/** What a payment may be counted by. */
export interface CountedFacts {
  /** Of the payment: what is counted once. */
  readonly operationId: string
  readonly cardToken: string | null
  /** The first six digits of the card. */
  readonly iin: string | null
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
}

type Fact = 'card' | 'iin' | 'email' | 'ip' | 'device'

/** What each counting rule counts, and by which fact. */
export const velocityRules = {
  card_velocity: { by: 'card', counts: 'payments' },
  iin_velocity: { by: 'iin', counts: 'payments' },
  email_velocity: { by: 'email', counts: 'payments' },
  ip_velocity: { by: 'ip', counts: 'payments' },
  device_velocity: { by: 'device', counts: 'payments' },
  cards_per_email: { by: 'email', counts: 'cards' },
  cards_per_ip: { by: 'ip', counts: 'cards' },
  cards_per_device: { by: 'device', counts: 'cards' },
} as const satisfies Record<string, { by: Fact; counts: 'payments' | 'cards' }>
export type VelocityRule = keyof typeof velocityRules

export const isVelocityRule = (rule: string): rule is VelocityRule =>
  Object.hasOwn(velocityRules, rule)

/** The value of a fact as it is counted; null if the payment does not have it. */
export function factOf(by: Fact, facts: CountedFacts): string | null {
  switch (by) {
    case 'card':
      return facts.cardToken
    case 'iin':
      return facts.iin
    case 'email':
      return facts.email === null ? null : mailboxOf(facts.email)
    case 'ip':
      return facts.ip === null ? null : networkFor(facts.ip)
    case 'device':
      return facts.device
  }
}

/** Rules about cards say nothing of payments without a card. */
export function isAbout(rule: VelocityRule, { cardToken }: CountedFacts): boolean {
  const { by, counts } = velocityRules[rule]
  return cardToken !== null || (counts === 'payments' && by !== 'card' && by !== 'iin')
}

/** A counter to increment: one for each counting rule and its scope. */
export interface Counter {
  readonly rule: VelocityRule
  /** The merchant, or `allMerchants`. */
  readonly scopeId: string
  readonly value: string
  readonly mark: string
  readonly windowMs: number
  /** How many hits its rules need to see that their limit is exceeded. */
  readonly keep: number
}

export const allMerchants = '00000000-0000-0000-0000-000000000000'

export const windowOf = ({ windowS }: AntifraudRule, defaultS: number): number =>
  (windowS ?? defaultS) * 1000

/** The counters that the rules need for a payment. Two rules on one counter share it, with the longer window. */
export function countersFor(
  rules: readonly AntifraudRule[],
  merchantId: string,
  facts: CountedFacts,
  usualWindowS: number,
): Counter[] {
  const counters = new Map<string, Counter>()
  for (const one of rules) {
    const { rule, threshold } = one
    if (!isVelocityRule(rule) || threshold === null || !isAbout(rule, facts)) continue
    const fact = factOf(velocityRules[rule].by, facts)
    if (fact === null) continue
    const scopeId = one.counted === 'tenant' ? allMerchants : merchantId
    const key = counterKey(rule, scopeId)
    const known = counters.get(key)
    counters.set(key, {
      rule,
      scopeId,
      value: fact,
      mark: velocityRules[rule].counts === 'cards' ? (facts.cardToken ?? '') : facts.operationId,
      windowMs: Math.max(windowOf(one, usualWindowS), known?.windowMs ?? 0),
      // one more than the limit, which shows that it is exceeded
      keep: Math.max(Math.min(Number(threshold), mostCounted) + 1, known?.keep ?? 0),
    })
  }
  // in one order for everybody, so that two payments never wait for each other
  return [...counters.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counter]) => counter)
}

export const counterKey = (rule: string, scopeId: string): string => `${rule} ${scopeId}`

/** What a counter holds: when something came, in milliseconds, the oldest first, and at the same places what it was. */
export interface Counted {
  readonly hits: readonly number[]
  readonly marks: readonly string[]
}

/** A counter with one more hit. What came before is counted once, at its last time; what is older than the window goes. */
export function withHit(
  { hits, marks }: Counted,
  { mark, windowMs, keep }: Pick<Counter, 'mark' | 'windowMs' | 'keep'>,
  atMs: number,
): Counted {
  const kept = hits
    .map((hit, place) => ({ hit, mark: marks[place] ?? '' }))
    .filter((one) => one.hit > atMs - windowMs && one.mark !== mark)
  const all = [...kept, { hit: atMs, mark }].sort((a, b) => a.hit - b.hit).slice(-keep)
  return { hits: all.map((one) => one.hit), marks: all.map((one) => one.mark) }
}

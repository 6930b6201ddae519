import {
  type AntifraudRule,
  screenOrder,
} from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import {
  type Counted,
  counterKey,
  countersFor,
  withHit,
} from '@counterfoil/features/routing/antifraud/velocity.rules.ts'
import type { BacktestResult } from './screening-rules.contract.ts'

/** A payment of the past, as far as it is stored. */
export interface PastPayment {
  readonly id: string
  readonly operationId: string | null
  readonly createdAt: Date
  readonly merchantId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly country: string | null
  readonly cardCountry: string | null
  readonly cardToken: string | null
  readonly iin: string | null
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
  readonly status: string
  readonly capturedMinor: bigint
  readonly isDisputed: boolean
}

/**
 * Looks at payments, in the order in which they came, by the function that new ones are screened with. A rule that counts
 * has counters in memory, each payment counted before it is decided. Restrictions of cards that would have followed are not
 * part of it.
 */
export class RuleReplay {
  readonly #rule: AntifraudRule
  readonly #usualWindowS: number
  readonly #counted = new Map<string, Counted>()

  constructor(rule: AntifraudRule, usualWindowS: number) {
    this.#rule = rule
    this.#usualWindowS = usualWindowS
  }

  isFound(past: PastPayment): boolean {
    const facts = { ...past, operationId: past.operationId ?? past.id }
    const hits = new Map<string, readonly number[]>()
    const windowS = this.#usualWindowS
    for (const counter of countersFor([this.#rule], past.merchantId, facts, windowS)) {
      const key = `${counter.scopeId} ${counter.value}`
      const before = this.#counted.get(key) ?? { hits: [], marks: [] }
      const after = withHit(before, counter, past.createdAt.getTime())
      this.#counted.set(key, after)
      hits.set(counterKey(counter.rule, counter.scopeId), after.hits)
    }
    const order = { ...facts, at: past.createdAt, hits, restrictedUntil: null }
    return screenOrder({ ...order, windowS }, [this.#rule]).length > 0
  }
}

type Sum = { payments: number; amount: bigint }
const parts = ['matched', 'disputed', 'good', 'stopped', 'notCaptured'] as const
type Sums = Record<(typeof parts)[number], Sum>

/** What became of the payments that a rule would have found, by currency. */
export class BacktestSums {
  #looked = 0
  readonly #currencies = new Map<string, Sums>()

  add(past: PastPayment, isFound: boolean): void {
    this.#looked += 1
    if (!isFound) return
    const sums = this.#currencies.get(past.currency) ?? emptySums()
    this.#currencies.set(past.currency, sums)
    for (const part of ['matched', fateOf(past)] as const) {
      sums[part].payments += 1
      sums[part].amount += past.amountMinor
    }
  }

  result(): BacktestResult {
    return {
      looked: this.#looked,
      currencies: [...this.#currencies]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sums]) => ({
          currency,
          ...(Object.fromEntries(
            parts.map((part) => [
              part,
              { payments: sums[part].payments, amount: Number(sums[part].amount) },
            ]),
          ) as Record<(typeof parts)[number], { payments: number; amount: number }>),
        })),
    }
  }
}

const emptySums = () =>
  Object.fromEntries(parts.map((part) => [part, { payments: 0, amount: 0n }])) as Sums

function fateOf(past: PastPayment): Exclude<(typeof parts)[number], 'matched'> {
  if (past.isDisputed) return 'disputed'
  if (past.status === 'blocked') return 'stopped'
  return past.capturedMinor > 0n ? 'good' : 'notCaptured'
}

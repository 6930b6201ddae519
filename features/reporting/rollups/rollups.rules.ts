import type { Mode } from '@counterfoil/kit/contract/fields.ts'

/** What of a payment is counted, and under which heads. */
export interface PaymentFigures {
  /** The tenant's business day on which the payment was created, `2026-03-14`; it never changes. */
  readonly day: string
  readonly merchantId: string
  readonly mode: Mode
  readonly method: string
  /** Null while no acquirer was asked. */
  readonly provider: string | null
  readonly currency: string
  readonly status: string
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

/** One addition to the sums: +1 payment with its figures, or −1 with the negated figures that no longer hold. */
export interface RollupChange extends PaymentFigures {
  readonly payments: 1 | -1
}

/**
 * The additions that turn sums which hold `before` into sums which hold `after`.
 * Null before: a new payment. Nothing when nothing that is counted changed.
 */
export function rollupChanges(
  before: PaymentFigures | null,
  after: PaymentFigures,
): readonly RollupChange[] {
  const added: RollupChange = { ...after, payments: 1 }
  if (before === null) return [added]
  if (isSame(before, after)) return []
  const taken: RollupChange = {
    ...before,
    payments: -1,
    amountMinor: -before.amountMinor,
    capturedMinor: -before.capturedMinor,
    refundedMinor: -before.refundedMinor,
  }
  return [taken, added]
}

function isSame(a: PaymentFigures, b: PaymentFigures): boolean {
  return (
    a.day === b.day &&
    a.merchantId === b.merchantId &&
    a.mode === b.mode &&
    a.method === b.method &&
    a.provider === b.provider &&
    a.currency === b.currency &&
    a.status === b.status &&
    a.amountMinor === b.amountMinor &&
    a.capturedMinor === b.capturedMinor &&
    a.refundedMinor === b.refundedMinor
  )
}

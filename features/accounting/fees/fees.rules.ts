export type FeeType = 'capture' | 'refund' | 'void' | 'dispute' | 'payout'

/** One line of a fee schedule. */
export interface FeeTerms {
  readonly feeType: string
  /** Null: the tenant's default for all its merchants. */
  readonly merchantId: string | null
  /** Null: for every currency. */
  readonly currency: string | null
  readonly basisPoints: number
  /** Only for lines of one currency. */
  readonly fixedMinor: bigint | null
}

/** Negative where it is given back. */
export interface Fee {
  readonly feeType: FeeType
  readonly basisPoints: number
  readonly fixedMinor: bigint
  readonly amountMinor: bigint
}

/**
 * The fee, or null without one. The most specific line applies: the merchant's before the tenant's, then the one for this
 * currency before the one for all.
 */
export function feeFor(
  terms: readonly FeeTerms[],
  feeType: FeeType,
  currency: string,
  amountMinor: bigint,
): Fee | null {
  const specificity = (line: FeeTerms) =>
    (line.merchantId === null ? 0 : 2) + (line.currency === null ? 0 : 1)
  const [line] = terms
    .filter((one) => one.feeType === feeType && (one.currency ?? currency) === currency)
    .toSorted((a, b) => specificity(b) - specificity(a))
  if (line === undefined) return null
  const { basisPoints } = line
  const fixedMinor = line.fixedMinor ?? 0n
  const fee = shareOf(amountMinor, basisPoints) + fixedMinor
  if (fee <= 0n) return null
  return { feeType, basisPoints, fixedMinor, amountMinor: fee }
}

/**
 * What is given back of the fees of captures when so much of the captured amount is taken back; null: nothing. Rounded
 * down, so that several reversals never give back more than was charged.
 */
export function returnedFee(
  chargedMinor: bigint,
  amountMinor: bigint,
  capturedMinor: bigint,
): Fee | null {
  if (chargedMinor <= 0n || capturedMinor <= 0n) return null
  const returned = (chargedMinor * amountMinor) / capturedMinor
  if (returned === 0n) return null
  return { feeType: 'capture', basisPoints: 0, fixedMinor: 0n, amountMinor: -returned }
}

/** Rounded to the nearest minor unit; an exact half is rounded up, not to even. */
export function shareOf(amountMinor: bigint, basisPoints: number): bigint {
  return (amountMinor * BigInt(basisPoints) + 5_000n) / 10_000n
}

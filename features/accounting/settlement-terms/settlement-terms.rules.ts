// When what was captured becomes available to a merchant, and how much of it is kept in reserve.
import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'

/** An active line of settlement terms. */
export interface SettlementTerms {
  /** Null: for all merchants of the tenant. */
  readonly merchantId: string | null
  /** Null: for every currency. */
  readonly currency: string | null
  /** Business days after the capture. */
  readonly settlementDays: number
  readonly reserveBasisPoints: number
  /** Calendar days after the capture. */
  readonly reserveDays: number
  /** Only for lines of one currency. */
  readonly minimumPayoutMinor: bigint | null
}

/** The most specific line applies: the merchant's before the tenant's, then the one for this currency. */
export function termsFor(
  lines: readonly SettlementTerms[],
  { merchantId, currency }: { readonly merchantId: string; readonly currency: string },
): SettlementTerms | undefined {
  const specificity = (line: SettlementTerms) =>
    (line.merchantId === null ? 0 : 2) + (line.currency === null ? 0 : 1)
  const [first] = lines
    .filter(
      (line) =>
        (line.merchantId ?? merchantId) === merchantId && (line.currency ?? currency) === currency,
    )
    .toSorted((a, b) => specificity(b) - specificity(a))
  return first
}

/** Business days are Monday to Friday. After none it is the day itself, whatever day that is. */
export function addBusinessDays(day: string, count: number): string {
  let at = day
  for (let left = count; left > 0; ) {
    at = addDays(at, 1)
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return at
}

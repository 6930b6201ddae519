// Lines of a bank's statement that show what the books have already: payouts over a rail, their returns, and refunds that were
// paid from the bank account.

export interface PayoutFacts {
  readonly amountMinor: bigint
  readonly state: string
  readonly wasSubmitted: boolean
  /** What came back after a recall, where that is not all. */
  readonly returnedMinor: bigint | null
  /** Whether a line of a statement is it already. */
  readonly isBooked: boolean
  /** Whether one is its return. */
  readonly isReturnBooked: boolean
  /** Whether its rail is still asked; what comes back after that only the bank's statement says. */
  readonly isFollowed: boolean
}

/** What the bank books when a payout leaves, or when it comes back; undefined: nothing, or a line has booked it. */
export function bookedAmountOf(payout: PayoutFacts, direction: 'in' | 'out'): bigint | undefined {
  const { state, isBooked, isReturnBooked } = payout
  if (direction === 'out') {
    const hasLeft = payout.wasSubmitted && ['approved', 'sent', 'paid', 'returned'].includes(state)
    return hasLeft && !isBooked ? payout.amountMinor : undefined
  }
  if (isReturnBooked) return undefined
  // until the rail says that it came back the merchant has not got it again, so the line stays in suspense
  if (state === 'returned') return payout.returnedMinor ?? payout.amountMinor
  return state === 'failed' && isBooked ? payout.amountMinor : undefined
}

/**
 * What of a line that came in may be the late return of a payout, perhaps less than went out: the payee's bank may keep
 * something. A person decides it, because no rail reports it any more; undefined: it cannot be one.
 */
export function lateReturnOf(payout: PayoutFacts, remainingMinor: bigint): bigint | undefined {
  const { state, isFollowed, isReturnBooked, amountMinor } = payout
  if (state !== 'paid' || isFollowed || isReturnBooked) return undefined
  return remainingMinor < amountMinor ? remainingMinor : amountMinor
}

/** The most names that are looked for in one line. */
const maxNames = 60

/** What in a bank's text may be the id or reference of a payout: banks write it between words, marks and line breaks. */
export function namesIn(text: string): string[] {
  const words = text.split(/\s+/).flatMap((word) => [
    word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
    // `EREF+CF12…`, `/RFB/CF12…`
    ...word.split(/[+:;,/()]+/),
  ])
  const whole = text.replace(/\s+/g, '').toUpperCase()
  const names = [...(whole.match(/CF[0-9A-F]{29}/g) ?? []), ...words]
  const long = names.filter((name) => name.length >= 4 && name.length <= 60)
  return [...new Set(long)].slice(0, maxNames)
}

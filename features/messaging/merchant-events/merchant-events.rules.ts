/** Where a merchant's events are read from: each merchant has one order in each mode. */
export interface EventFeed {
  readonly merchantId: string
  readonly mode: number
}

/** One event, as a merchant's servers get it. */
export interface MerchantEvent {
  readonly id: string
  readonly position: bigint
  /** The body of its webhook. */
  readonly payload: string
}

/** Event types like `payment.captured`, `payment.*` and `*` as patterns of LIKE. */
export const likePatterns = (types: readonly string[]): string[] =>
  types.map((type) => type.replaceAll('_', '\\_').replace('*', '%'))

/** `payment.captured` is matched by itself, by `payment.*` and by `*`. */
export function matchesEventType(type: string, wanted: readonly string[]): boolean {
  return wanted.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

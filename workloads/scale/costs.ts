/** What one of each costs, as `npm run bench` measures it; `docs/scale.md` says when and where. Times are of one core. */
export interface Costs {
  /** An authorisation and capture over `/v1` with everything that follows from it. */
  readonly payment: {
    readonly productMs: number
    readonly databaseMs: number
    readonly walBytes: number
    readonly commits: number
    /** Kept for good: the payment, its events, operations, attempts, fees and ledger entries, with their indexes. */
    readonly storedBytes: number
    /** Kept until retention deletes it: API log, idempotency key, webhook. */
    readonly passingBytes: number
    readonly webhooks: number
    /** Changes of sums, which a job folds into those of the day. */
    readonly deltas: number
  }
  /** A page of the lookup. */
  readonly lookup: { readonly productMs: number; readonly databaseMs: number }
  /** Changes of one tenant's sums that are folded in a second. */
  readonly foldedPerSecond: number
}

/** On two cores of an AMD EPYC, 27 November 2026; lookups by `docs/benchmarks.md`. */
export const measuredCosts: Costs = {
  payment: {
    productMs: 5.9,
    databaseMs: 10.5,
    walBytes: 33_000,
    commits: 5.3,
    storedBytes: 6_900,
    passingBytes: 5_700,
    webhooks: 1,
    deltas: 3,
  },
  lookup: { productMs: 0.65, databaseMs: 1.2 },
  foldedPerSecond: 21_000,
}

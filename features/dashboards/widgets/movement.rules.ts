import type { FigureRow } from '@counterfoil/features/reporting/figures/figures.rules.ts'

/** What is counted of a group. */
export interface Counted {
  readonly count: number
  readonly approved: number
  readonly declined: number
  readonly approvalRate: number | null
}

export interface Movement {
  readonly now: Counted | undefined
  readonly before: Counted | undefined
  /**
   * What the group adds to the change of the whole approval rate, as a share: more or fewer of its payments, and more or
   * fewer of them approved. All groups together are the whole change. Null where one of the rates has no payments.
   */
  readonly contribution: number | null
}

const decided = (one: Counted | undefined) => (one === undefined ? 0 : one.approved + one.declined)

/** How each group moved, and what of the whole rate's movement is its own. */
export function movementsOf<K>(
  groups: ReadonlyMap<
    K,
    { readonly now: Counted | undefined; readonly before: Counted | undefined }
  >,
): Map<K, Movement> {
  const sum = (side: 'now' | 'before', of: (one: Counted | undefined) => number) =>
    [...groups.values()].reduce((total, group) => total + of(group[side]), 0)
  const total = { now: sum('now', decided), before: sum('before', decided) }
  const rateBefore =
    total.before === 0 ? null : sum('before', (one) => one?.approved ?? 0) / total.before
  const distance = (one: Counted | undefined, all: number, base: number) =>
    // payments × (rate − base), without dividing by a group that has none
    ((one?.approved ?? 0) - base * decided(one)) / all
  return new Map(
    [...groups].map(([key, { now, before }]) => [
      key,
      {
        now,
        before,
        contribution:
          rateBefore === null || total.now === 0
            ? null
            : distance(now, total.now, rateBefore) - distance(before, total.before, rateBefore),
      },
    ]),
  )
}

/** A share that is shown as a tenth of a percentage point. */
const leastShown = 0.0005

/** Of a movement the largest part that goes its way; undefined: it is too small for anything to be most of it. */
export function largestPart<K>(
  parts: ReadonlyMap<K, number>,
): { readonly key: K; readonly part: number } | undefined {
  const whole = [...parts.values()].reduce((total, part) => total + part, 0)
  const [largest] = [...parts].sort(([, a], [, b]) => (b - a) * Math.sign(whole))
  if (Math.abs(whole) < leastShown || largest === undefined) return undefined
  return { key: largest[0], part: largest[1] }
}

/** The rows of both sides by their group. */
export function pairRows<R extends Pick<FigureRow, 'keys' | 'currency'>>(
  now: readonly R[],
  before: readonly R[],
): Map<string, { now: R | undefined; before: R | undefined }> {
  const keyOf = ({ keys, currency }: R) => JSON.stringify([keys, currency])
  const pairs = new Map<string, { now: R | undefined; before: R | undefined }>()
  for (const row of now) pairs.set(keyOf(row), { now: row, before: undefined })
  for (const row of before) {
    const key = keyOf(row)
    pairs.set(key, { now: pairs.get(key)?.now, before: row })
  }
  return pairs
}

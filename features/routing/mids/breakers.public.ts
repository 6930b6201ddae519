import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import {
  claimProbes,
  findMidWithLimits,
  insertMissingBreakers,
  listBreakers,
  lockBreakers,
  updateBreaker,
  updateBreakersReset,
} from './breakers.queries.ts'
import {
  type BreakerStates,
  breakerActions,
  breakerAfterFailure,
  breakerKey,
  isOf,
  noBreakers,
  wholeAcquirer,
} from './breakers.rules.ts'
import { mids as midResource } from './mids.resource.ts'

interface MidRef {
  readonly id: string
  readonly provider: string
}

/** The breakers of these MIDs. Each that is open and due counts as one that a payment may try. */
export async function readBreakers(
  db: Db,
  mids: readonly MidRef[],
  now: Date,
): Promise<BreakerStates> {
  if (mids.length === 0) return noBreakers
  const breakers = await listBreakers(db, mids)
  const due = breakers.filter(({ probeAt }) => probeAt !== null && probeAt <= now)
  return { breakers, probed: new Set(due.map(breakerKey)) }
}

/**
 * Takes the probes of a MID for a payment that tries it next, and answers the same states; others where another payment makes
 * the probes. No other payment takes them: of many that go elsewhere one or another would, each time, before one that is for
 * this MID came.
 */
export async function takeProbes(
  db: Db,
  mid: MidRef,
  states: BreakerStates,
  now: Date,
): Promise<BreakerStates> {
  const { breakers, probed } = states
  const due = breakers.filter((one) => isOf(one, mid) && probed.has(breakerKey(one)))
  const isTaken = (await claimProbes(db, due, now)).length === due.length
  return isTaken ? states : { breakers, probed: probed.difference(new Set(due.map(breakerKey))) }
}

/** Of MIDs in their order those from the first on that the payment may try, with its probes taken. */
export async function fromFirstTryable<M extends MidRef>(
  db: Db,
  mids: readonly M[],
  states: BreakerStates,
  now: Date,
): Promise<readonly M[]> {
  for (const [place, mid] of mids.entries()) {
    if ((await takeProbes(db, mid, states, now)) === states) return mids.slice(place)
  }
  return []
}

/** A breaker that opens: of a MID, or of its acquirer. */
export interface OpenedBreaker extends MidRef {
  readonly merchantId: string
  readonly isAcquirer: boolean
  readonly at: Date
}

interface Keeper {
  readonly database: Database
  readonly tenantId: string
  readonly now: () => Date
}

/**
 * Counts a failure of a MID, in a transaction of its own: payments that fail together wait for one another only here. The
 * MID, or its acquirer, is not tried for a while after several in a row.
 */
export function recordMidFailure(
  { database, tenantId, now }: Keeper,
  mid: MidRef,
  cause: string,
  onOpening: (db: Db, opened: OpenedBreaker) => Promise<void>,
): Promise<void> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const at = now()
    await insertMissingBreakers(db, mid)
    const [limits, breakers, acquirerFailures] = await Promise.all([
      findMidWithLimits(db, mid.id),
      lockBreakers(db, mid),
      readVariable(db, 'acquirer_breaker'),
    ])
    if (limits === undefined) return
    for (const breaker of breakers) {
      const after = breakerAfterFailure(breaker, { ...limits, acquirerFailures }, at)
      await updateBreaker(db, after, { cause, at })
      if (!after.isOpening) continue
      await recordOpening(db, limits, { ...after, cause, at })
      const { merchantId } = limits
      await onOpening(db, { ...mid, merchantId, isAcquirer: after.midId === wholeAcquirer, at })
    }
  })
}

/** The entry has no actor, because no user did it. */
function recordOpening(
  db: Db,
  mid: MidRef & { readonly merchantId: string },
  opening: {
    readonly midId: string
    readonly failures: number
    readonly cause: string
    readonly at: Date
  },
): Promise<void> {
  const { midId, failures, cause, at } = opening
  return insertAuditEntry(db, {
    ...{ actorId: null, actorName: 'Counterfoil', ip: null, requestId: mid.id, at },
    action: breakerActions[0],
    record: {
      ...{ type: midResource.id, id: mid.id, merchantId: mid.merchantId },
      after: { of: midId === wholeAcquirer ? mid.provider : 'MID', failures, cause },
    },
  })
}

/** A MID that had failed answered: it and its acquirer are tried again by everybody. */
export function recordMidAnswer({ database, tenantId }: Keeper, mid: MidRef): Promise<void> {
  return database.transaction(tenantScope(tenantId), (db) => updateBreakersReset(db, mid))
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { type Breaker, defaultWaitS, wholeAcquirer } from './breakers.rules.ts'

interface MidRef {
  readonly id: string
  readonly provider: string
}

const breakersOf = (db: Db, mids: readonly MidRef[]) =>
  db
    .selectFrom('acquirer_breaker')
    .where(within(db, 'acquirer_breaker', null))
    .where('provider', 'in', [...new Set(mids.map(({ provider }) => provider))])
    .where('mid_id', 'in', [...mids.map(({ id }) => id), wholeAcquirer])

const columns = [
  'provider',
  'mid_id as midId',
  'failures',
  'opened_at as openedAt',
  'probe_at as probeAt',
] as const

/** The breakers of MIDs and of their acquirers that count failures. */
export function listBreakers(db: Db, mids: readonly MidRef[]): Promise<Breaker[]> {
  return breakersOf(db, mids).select(columns).where('failures', '>', 0).execute()
}

/** Locked until the transaction ends, in one order. */
export function lockBreakers(db: Db, mid: MidRef): Promise<Breaker[]> {
  return breakersOf(db, [mid]).select(columns).orderBy('mid_id').forNoKeyUpdate().execute()
}

/** Takes the probes that are due: while this payment makes them, no other one does. */
export async function claimProbes(
  db: Db,
  breakers: readonly Breaker[],
  now: Date,
): Promise<Pick<Breaker, 'provider' | 'midId'>[]> {
  if (breakers.length === 0) return []
  const due = breakers.map(({ provider, midId }) => sql`(${provider}::text, ${midId}::uuid)`)
  const { rows } = await sql<Pick<Breaker, 'provider' | 'midId'>>`
    update acquirer_breaker as b set probe_at = ${now}::timestamptz + make_interval(secs => ${defaultWaitS})
    from (
      select provider, mid_id from acquirer_breaker
      where ${within(db, 'acquirer_breaker', null)} and tenant_id = ${tenantOf(db)}::uuid
        and (provider, mid_id) in (${sql.join(due)}) and probe_at <= ${now}::timestamptz
      order by provider, mid_id
      for no key update skip locked
    ) as due
    where ${within(db, 'b', null)} and b.tenant_id = ${tenantOf(db)}::uuid
      and b.provider = due.provider and b.mid_id = due.mid_id
    returning b.provider, b.mid_id as "midId"`.execute(db)
  return rows
}

/** Makes the breakers of a MID and of its acquirer where they are missing, so that they can be locked. */
export async function insertMissingBreakers(db: Db, { id, provider }: MidRef): Promise<void> {
  await db
    .insertInto('acquirer_breaker')
    .values(
      [wholeAcquirer, id].map((midId) => ({
        ...{ tenant_id: tenantOf(db), provider, mid_id: midId, failures: 0 },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateBreaker(
  db: Db,
  breaker: Breaker,
  failure: { readonly cause: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('acquirer_breaker')
    .set({
      failures: breaker.failures,
      opened_at: breaker.openedAt,
      probe_at: breaker.probeAt,
      cause: failure.cause,
      failed_at: failure.at,
    })
    .where(within(db, 'acquirer_breaker', null))
    .where('provider', '=', breaker.provider)
    .where('mid_id', '=', breaker.midId)
    .execute()
}

/** Ends the failures of a MID and of its acquirer; `by`: somebody who reset them. */
export async function updateBreakersReset(
  db: Db,
  mid: MidRef,
  reset?: { readonly by: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('acquirer_breaker')
    .set({
      ...{ failures: 0, opened_at: null, probe_at: null },
      ...(reset === undefined ? {} : { reset_by: reset.by, reset_at: reset.at }),
    })
    .where(within(db, 'acquirer_breaker', null))
    .where('provider', '=', mid.provider)
    .where('mid_id', 'in', [mid.id, wholeAcquirer])
    .$if(reset === undefined, (query) => query.where('failures', '>', 0))
    .execute()
}

export interface MidWithLimits extends MidRef {
  readonly merchantId: string
  readonly breakerFailures: number | null
  readonly breakerWaitS: number | null
}

export function findMidWithLimits(db: Db, id: string): Promise<MidWithLimits | undefined> {
  return db
    .selectFrom('mid')
    .select([
      ...(['id', 'provider', 'merchant_id as merchantId'] as const),
      ...(['breaker_failures as breakerFailures', 'breaker_wait_s as breakerWaitS'] as const),
    ])
    .where(within(db, 'mid'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * What failed of late or was reset since an instant, in the reader's scope: of the MIDs that it sees, and of whole acquirers,
 * but of none whose payments it does not see.
 */
export function listShownBreakers(db: Db, resetSince: Date) {
  const only = db.scope.kind === 'tenant' ? (db.scope.payments?.providers ?? null) : null
  return db
    .selectFrom('acquirer_breaker as b')
    .selectAll('b')
    .where(within(db, 'b', null))
    .where((eb) => eb.or([eb('b.failures', '>', 0), eb('b.reset_at', '>=', resetSince)]))
    .$if(only !== null, (some) => some.where('b.provider', 'in', [...(only ?? [])]))
    .where((eb) =>
      eb.or([
        eb('b.mid_id', '=', wholeAcquirer),
        eb.exists(
          eb
            .selectFrom('mid as m')
            .select('m.id')
            .where(within(db, 'm'))
            .whereRef('m.tenant_id', '=', 'b.tenant_id')
            .whereRef('m.id', '=', 'b.mid_id'),
        ),
      ]),
    )
    .orderBy('b.tenant_id')
    .orderBy('b.provider')
    .orderBy('b.mid_id')
    .execute()
}

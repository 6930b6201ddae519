import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { type RetainedRecords, retainedRecords } from './retention.contract.ts'

/** Deletes the oldest records of a kind from before an instant that nothing open needs, at most so many; returns how many. */
export async function deleteOldRecords(
  db: Db,
  what: RetainedRecords,
  before: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: bigint }>`
    select app.delete_old_records(${tenantOf(db)}, ${what}, ${before}, ${most}) as deleted`.execute(
    db,
  )
  return Number(rows[0]?.deleted ?? 0n)
}

export type OwnDays = Partial<Record<RetainedRecords, number>>

/** For how many days the tenant in scope keeps each kind, where it is not as long as the platform does. */
export async function readOwnDays(db: Db): Promise<OwnDays> {
  const rows = await db
    .selectFrom('tenant_retention')
    .select(['what', 'days'])
    .where(within(db, 'tenant_retention', null))
    .where('is_active', '=', true)
    .execute()
  const own = new Map(rows.map(({ what, days }) => [what, days]))
  return Object.fromEntries(
    retainedRecords.flatMap((what) => {
      const days = own.get(what)
      return days === undefined ? [] : [[what, days]]
    }),
  )
}

export interface RunPart {
  readonly what: RetainedRecords
  readonly runAt: Date
  readonly olderThan: Date
  readonly deleted: number
}

/** Counts what a part of a run has deleted; the first part of a run begins its count anew. */
export async function upsertRun(db: Db, part: RunPart): Promise<void> {
  const deleted = BigInt(part.deleted)
  await db
    .insertInto('retention_run')
    .values({
      tenant_id: tenantOf(db),
      what: part.what,
      run_at: part.runAt,
      older_than: part.olderThan,
      deleted,
      deleted_in_all: deleted,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'what']).doUpdateSet({
        run_at: part.runAt,
        older_than: part.olderThan,
        deleted: sql<bigint>`excluded.deleted + case when retention_run.run_at = excluded.run_at then retention_run.deleted else 0 end`,
        deleted_in_all: sql<bigint>`retention_run.deleted_in_all + excluded.deleted`,
      }),
    )
    .execute()
}

export function listRuns(db: Db) {
  return db
    .selectFrom('retention_run as r')
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .selectAll('r')
    .select('t.name as tenantName')
    .where(within(db, 'r', null))
    .orderBy('t.name')
    .orderBy('r.what')
    .execute()
}

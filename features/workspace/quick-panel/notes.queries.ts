import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Whose notes. Platform staff's reads reach every tenant, so the tenant is said besides the scope. */
export interface Owner {
  readonly tenantId: string
  readonly userId: string
}

function own(db: Db, owner: Owner) {
  return db
    .selectFrom('user_note')
    .where(within(db, 'user_note', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
}

export function listNoteRows(db: Db, owner: Owner, limit: number) {
  return own(db, owner)
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findNoteRow(db: Db, owner: Owner, id: string) {
  return own(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
}

export function countNoteRows(db: Db, owner: Owner): Promise<number> {
  return countRows(own(db, owner))
}

/** Undefined when this note is there already. */
export function insertNoteRow(db: Db, owner: Owner, id: string, text: string, at: Date) {
  return db
    .insertInto('user_note')
    .values({
      tenant_id: owner.tenantId,
      user_id: owner.userId,
      id,
      text,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Undefined when there is no such note in this version. */
export function updateNoteRow(
  db: Db,
  owner: Owner,
  id: string,
  change: { readonly text: string; readonly version: number },
  at: Date,
) {
  return db
    .updateTable('user_note')
    .set({ text: change.text, version: change.version + 1, updated_at: at })
    .where(within(db, 'user_note', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .where('version', '=', change.version)
    .returningAll()
    .executeTakeFirst()
}

/** Whether there was such a note. */
export async function deleteNoteRow(db: Db, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_note')
    .where(within(db, 'user_note', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

import type { DB } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Insertable, Selectable } from 'kysely'

export type NoteRow = Selectable<DB['payment_note']>

/** More than anybody writes on one payment. */
const most = 500

export function listNotes(
  db: Db,
  of: { readonly tenantId: string; readonly paymentId: string },
  hasInternal: boolean,
): Promise<NoteRow[]> {
  return db
    .selectFrom('payment_note')
    .selectAll()
    .where(within(db, 'payment_note'))
    .where('tenant_id', '=', of.tenantId)
    .where('payment_id', '=', of.paymentId)
    .$if(!hasInternal, (query) => query.where('is_internal', '=', false))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export function insertNote(db: Db, note: Insertable<DB['payment_note']>): Promise<NoteRow> {
  return db.insertInto('payment_note').values(note).returningAll().executeTakeFirstOrThrow()
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { signInEvents } from './account-events.rules.ts'

interface RecordOf {
  readonly recordType: string
  readonly recordId: string
}

/** What was done with a record. Of an account that is not when its owner came and went. */
function ofRecord(db: Db, { recordType, recordId }: RecordOf) {
  return db
    .selectFrom('audit_entry')
    .where(within(db, 'audit_entry'))
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('action', 'not in', signInEvents)
}

export function listEntries(db: Db, of: RecordOf, page: { limit: number; offset: number }) {
  return ofRecord(db, of)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countEntries(db: Db, of: RecordOf): Promise<number> {
  const { count } = await ofRecord(db, of)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

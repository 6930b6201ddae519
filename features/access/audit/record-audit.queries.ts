import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sessionActions } from './account-events.rules.ts'

interface RecordOf {
  readonly recordType: string
  readonly recordId: string
}

/** The entries of one record. Those of a user leave out sign-ins and sign-outs. */
function recordEntries(db: Db, { recordType, recordId }: RecordOf) {
  return db
    .selectFrom('audit_entry')
    .where(within(db, 'audit_entry'))
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('action', 'not in', sessionActions)
}

export function listEntries(db: Db, record: RecordOf, page: { limit: number; offset: number }) {
  return recordEntries(db, record)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countEntries(db: Db, record: RecordOf): Promise<number> {
  return countRows(recordEntries(db, record))
}

import { listFilesOfRecords } from '@counterfoil/features/messaging/files/files.public.ts'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  type DocumentEntry,
  type DocumentState,
  documentRecord,
  type MerchantDocument,
} from './documents.contract.ts'
import {
  type DocumentRow,
  type DocumentTypeRow,
  listOperatorNames,
  listRows,
  listTypes,
} from './documents.queries.ts'
import { documentStatusOf, hasValidOn } from './documents.rules.ts'

export const toDecision = (row: DocumentRow) => ({
  state: row.state as DocumentState,
  expiresOn: row.expires_on,
})

/** The merchant's status for each type. Inactive types are included if the merchant has documents of them. */
export async function readEntries(
  db: Db,
  of: { readonly merchantId: string; readonly tenantId: string; readonly only?: string },
  now: Date,
): Promise<DocumentEntry[]> {
  const only = of.only === undefined ? undefined : [of.only]
  const [types, rows] = await Promise.all([
    listTypes(db, of.tenantId, only),
    listRows(db, of.merchantId, only),
  ])
  const files = Map.groupBy(
    await listFilesOfRecords(
      db,
      documentRecord,
      rows.map((row) => row.id),
    ),
    (file) => file.record_id,
  )
  const names = await operatorNames(db, rows)
  const byType = Map.groupBy(rows, (row) => row.document_type_id)
  return types.flatMap((type) => {
    const own = byType.get(type.id) ?? []
    if (!type.is_active && own.length === 0 && only === undefined) return []
    const views = own.map((row) => viewOf(row, files.get(row.id) ?? [], names))
    return [entryOf(type, own, views, utcDayOf(now))]
  })
}

/** Of operators who submitted a document for the merchant; its users see no operators by themselves. */
async function operatorNames(db: Db, rows: readonly DocumentRow[]) {
  const ids = [...new Set(rows.flatMap((row) => row.handed_in_by ?? []))]
  if (ids.length === 0) return new Map<string, string>()
  const people = await db.inWholeTenant((whole) => listOperatorNames(whole, ids))
  return new Map(
    people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  )
}

function entryOf(
  type: DocumentTypeRow,
  rows: readonly DocumentRow[],
  [document, ...earlier]: readonly MerchantDocument[],
  today: string,
): DocumentEntry {
  const decided = rows.map(toDecision)
  return {
    documentTypeId: type.id,
    name: type.name,
    purpose: type.purpose,
    isRequired: type.is_required,
    isActive: type.is_active,
    standing: documentStatusOf(decided, today),
    isAccepted: hasValidOn(decided, today),
    document: document ?? null,
    earlier,
  }
}

type StoredFile = Awaited<ReturnType<typeof listFilesOfRecords>>[number]

function viewOf(
  row: DocumentRow,
  files: readonly StoredFile[],
  operators: ReadonlyMap<string, string>,
): MerchantDocument {
  return {
    id: row.id,
    state: row.state as DocumentState,
    version: row.version,
    remark: row.remark,
    rejectReason: row.reject_reason,
    expiresOn: row.expires_on,
    handedInAt: row.handed_in_at?.toISOString() ?? null,
    handedInBy: operators.get(row.handed_in_by ?? '') ?? null,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    files: files.map((file) => ({
      fileId: file.id,
      name: file.name,
      contentType: file.content_type,
      size: file.size_bytes,
    })),
  }
}

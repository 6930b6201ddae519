// Uploads of records as CSV: the rows wait in the database, and each has its result in the transaction of its effect.

import type { ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from './database.ts'
import { tenantOf } from './tenant-of.ts'
import { within } from './within.ts'

export interface NewImport {
  readonly id: string
  readonly resource: string
  readonly userId: string
  readonly userTenantId: string
  readonly idempotencyKey: string
  readonly fileName: string
  readonly sha256: string
  readonly requestId: string
  readonly ip: string
  readonly at: Date
}

/** A row as it waits, or as it was refused already when the file was read. */
export interface NewImportRow {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  readonly refusal?: Refusal
}

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly params?: ProblemParams | undefined
  readonly path?: string | undefined
}

/** False when the same intent was sent before. */
export async function insertImport(db: Db, one: NewImport): Promise<boolean> {
  const rows = await db
    .insertInto('data_import')
    .values({
      tenant_id: tenantOf(db),
      id: one.id,
      resource: one.resource,
      user_id: one.userId,
      user_tenant_id: one.userTenantId,
      idempotency_key: one.idempotencyKey,
      file_name: one.fileName,
      sha256: one.sha256,
      request_id: one.requestId,
      ip: one.ip,
      state: 'running',
      row_count: 0,
      created_at: one.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function insertImportRows(
  db: Db,
  importId: string,
  rows: readonly NewImportRow[],
): Promise<void> {
  if (rows.length === 0) return
  const tenant_id = tenantOf(db)
  await db
    .insertInto('data_import_row')
    .values(
      rows.map(({ line, cells, refusal }) => ({
        tenant_id,
        data_import_id: importId,
        line,
        cells: JSON.stringify(cells),
        state: refusal === undefined ? 'waiting' : 'refused',
        ...refusalColumns(refusal),
      })),
    )
    .execute()
}

export const refusalColumns = (refusal: Refusal | undefined) => ({
  code: refusal?.code ?? null,
  message: refusal?.message ?? null,
  params: refusal?.params === undefined ? null : JSON.stringify(refusal.params),
  path: refusal?.path ?? null,
})

/** How many rows there are once the whole file was read, and how many of them are refused already. */
export async function updateImportSize(
  db: Db,
  importId: string,
  size: { readonly rows: number; readonly refused: number },
): Promise<void> {
  await db
    .updateTable('data_import')
    .set({ row_count: size.rows, refused_count: size.refused })
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .execute()
}

/** One's own imports, whichever tenant they are in. */
export const importsOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('data_import')
    .where(within(db, 'data_import', null))
    .where('user_id', '=', userId)

export function findImportOf(db: Db, userId: string, id: string) {
  return importsOfUser(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
}

export function findImportByKey(db: Db, userId: string, key: string) {
  return importsOfUser(db, userId).selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImportOf>>>

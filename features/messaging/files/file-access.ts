import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, type Scope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { recordGuardOf } from './files.public.ts'
import { findStored, listStoredNamed, type StoredFile } from './files.queries.ts'

/**
 * The scope in which a caller's files are found. Operators' files have no merchant and would be hidden from an operator who
 * is limited to some, so the whole tenant is searched and the record's check decides.
 */
export function fileScope(caller: UserCaller): Scope {
  switch (caller.userType) {
    case 'merchant':
      return tenantScope(caller.tenantId, caller.merchantIds)
    case 'tenant':
      return tenantScope(caller.tenantId)
    case 'platform':
      return platformScope
  }
}

/** The file; 404 when it does not exist or the caller may not read it. */
export async function readableFile(
  context: Context<UserCaller>,
  id: string,
  tenantId?: string,
): Promise<StoredFile> {
  const db = context.database.reader(fileScope(context.caller))
  const file = await findStored(db, tenantId, id)
  if (file === undefined || !(await mayRead(context, file))) throw notFound('The file')
  await confirmReading(context, file)
  return file
}

/** The newest file of this name, and of this type if one is given, that the caller may read; 404 when there is none. */
export async function readableFileNamed(
  context: Context<UserCaller>,
  name: string,
  contentType?: string,
): Promise<StoredFile> {
  const db = context.database.reader(fileScope(context.caller))
  for (const file of await listStoredNamed(db, name, contentType)) {
    if (!(await mayRead(context, file))) continue
    await confirmReading(context, file)
    return file
  }
  throw notFound('The file')
}

/** Asks for a code where the caller's role requires one for the record's permissions. */
async function confirmReading(context: Context<UserCaller>, file: StoredFile): Promise<void> {
  const guard = file.record_type === null ? undefined : recordGuardOf(file.record_type)
  if (guard !== undefined) await context.requireCode(guard.permissions)
}

async function mayRead(context: Context<UserCaller>, file: StoredFile): Promise<boolean> {
  const { caller, database, db } = context
  // only the uploader reads a file before a record claims it; no one reads a file that a record has released
  if (file.record_type === null || file.record_id === null) {
    return file.uploader_id === caller.id && file.released_at === null
  }
  const guard = recordGuardOf(file.record_type)
  if (guard === undefined) return false
  const { check, permissions } = guard
  if (permissions.length > 0 && !permissions.some((one) => caller.permissions.has(one)))
    return false
  return check({ db, database, caller, tenantId: file.tenant_id, recordId: file.record_id })
}

/** A transaction in the scope in which `fileScope` reads; for platform staff, in the tenant that they name. */
export async function inFileScope<T>(
  context: Context<UserCaller>,
  tenantId: string | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { caller, database } = context
  // throws for a tenant that is not the caller's to write in
  const scope = await context.writeScope(tenantId)
  return database.transaction(
    caller.userType === 'tenant' ? tenantScope(caller.tenantId) : scope,
    work,
  )
}

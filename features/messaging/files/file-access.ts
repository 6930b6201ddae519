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
function fileScope(caller: UserCaller): Scope {
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
  const used = file && (await readableBy(context, file))
  if (file === undefined || used === undefined) throw notFound('The file')
  await context.requireCode(used)
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
    const used = await readableBy(context, file)
    if (used === undefined) continue
    await context.requireCode(used)
    return file
  }
  throw notFound('The file')
}

/**
 * The permissions that give a caller the file, of which one is enough: where the role requires a code for them, it is asked
 * for. None: no permission is needed. Undefined: the caller may not read it.
 */
async function readableBy(
  context: Context<UserCaller>,
  file: StoredFile,
): Promise<readonly string[] | undefined> {
  const { caller, database, db } = context
  // only the uploader reads a file before a record claims it; no one reads a file that a record has released
  if (file.record_type === null || file.record_id === null) {
    return file.uploader_id === caller.id && file.released_at === null ? [] : undefined
  }
  const guard = recordGuardOf(file.record_type)
  if (guard === undefined) return undefined
  const suffices = (permissions: readonly string[]) =>
    permissions.length === 0 || permissions.some((one) => caller.permissions.has(one))
  if (!suffices(guard.permissions)) return undefined
  const record = { tenantId: file.tenant_id, recordId: file.record_id }
  const seen = await guard.check({ db, database, caller, ...record })
  if (typeof seen === 'boolean') return seen ? guard.permissions : undefined
  return suffices(seen) ? seen : undefined
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

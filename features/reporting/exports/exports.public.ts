import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { ExportedQuery, ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import { maxOpenExports } from '@counterfoil/kit/contract/exports.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import {
  type AnyExportSource,
  type ExportReader,
  exportSources,
} from '@counterfoil/kit/server/exports/export-source.ts'
import { refusalOf } from '@counterfoil/kit/server/request/access.ts'
import { readScopeOf } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { z } from 'zod'
import { countOpenExports, insertExport, readExportGuard } from './exports.queries.ts'
import { exportJob, mayStillRead } from './exports.rules.ts'

export { findManifest } from './exports.queries.ts'

export interface ExportOrder {
  readonly source: string
  readonly format: ExportFormat
  readonly query: ExportedQuery
  readonly mode: Mode
}

/** What is exported, if the user may see it; else as if there were none. */
export function readableSource(
  id: string,
  user: Pick<UserCaller, 'permissions' | 'withheld'>,
): AnyExportSource {
  const source = exportSources().get(id)
  const mayRead = source?.permissions.some((one) => user.permissions.has(one))
  if (source?.permissions.some((one) => user.withheld.has(one)) === true && mayRead !== true) {
    throw refusalOf(source.permissions, user)
  }
  if (source === undefined || mayRead !== true) throw notFound('The report')
  return source
}

/** Whether the user of an export, as stored now, may still see what it holds: its files may leave long after they were made. */
export async function mayStillHave(
  database: Database,
  { tenantId, exportId }: { readonly tenantId: string; readonly exportId: string },
): Promise<boolean> {
  const made = await readExportGuard(database.reader(tenantScope(tenantId)), exportId)
  try {
    const user = await findCallerById(database, tenantId, made.user_id)
    readableSource(made.source, user)
    return mayStillRead(made, user)
  } catch (problem) {
    if (problem instanceof Problem) return false
    throw problem
  }
}

/** The query as the list's own call reads it; throws a Problem for what cannot be made of it. */
export async function checkedQuery(
  source: AnyExportSource,
  given: ExportedQuery,
  reader: ExportReader,
) {
  // a filter that is misspelt would export what was not asked for
  const { query } = source
  const schema = query instanceof z.ZodObject ? query.strict() : query
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({
      path: ['query', ...path].join('.'),
      message,
    }))
    const fields = [...new Set(errors.map(({ path }) => path))].join(', ')
    throw new Problem('request.invalid', 400, errors[0]?.message ?? 'The query is not valid', {
      errors,
      params: { fields },
    })
  }
  await source.check?.(parsed.data, reader)
  return parsed.data
}

/** Puts an export in the queue for whoever asks; what cannot be made is said now, not by a notification later. */
export async function orderExport(
  order: ExportOrder,
  context: Context<UserCaller>,
): Promise<{ readonly id: string }> {
  const { caller, database, jobs, now, scope } = context
  const source = readableSource(order.source, caller)
  await context.requireCode(source.permissions)
  refusePrinting(source, order.format)
  await checkedQuery(source, order.query, { caller, database, scope, mode: order.mode, now })
  const id = newId(now)
  // without the caller's merchant limits: the row is the user's, of no merchant
  await database.transaction(tenantScope(caller.tenantId), async (db) => {
    await refuseTooMany(db, caller)
    await queueExport(db, jobs, { ...order, id, userId: caller.id, at: now })
    await context.audit(db, {
      type: 'data_export',
      id,
      merchantId: caller.merchantId,
      after: {
        ...order.query,
        source: source.id,
        format: order.format,
        mode: modeNameOf(order.mode),
      },
    })
  })
  return { id }
}

/** Refuses one more export while the user has the most that are prepared at once; a second request waits until this one is committed. */
export async function refuseTooMany(
  db: Db,
  { id, tenantId }: Pick<UserCaller, 'id' | 'tenantId'>,
): Promise<void> {
  await lockUntilCommit(db, `exports of ${id}`)
  if ((await countOpenExports(db, { tenantId, userId: id })) < maxOpenExports) return
  throw new Problem(
    'export.too_many',
    409,
    `${maxOpenExports} of your exports are being prepared already. Wait for one to finish.`,
  )
}

export function refusePrinting(source: AnyExportSource, format: ExportFormat): void {
  if (format !== 'pdf' || source.isPrintable === true) return
  const message = 'This list is not printed. Choose CSV or XLSX.'
  throw new Problem('export.not_printable', 400, message, { path: 'format' })
}

/** On the transaction of whatever it is for. */
export async function queueExport(
  db: Db,
  jobs: Jobs,
  order: ExportOrder & {
    readonly id: string
    readonly userId: string
    readonly runId?: string
    readonly at: Date
    /** Before this instant there is not yet what it is of. */
    readonly startAfter?: Date
  },
): Promise<void> {
  const { startAfter, ...stored } = order
  await insertExport(db, stored)
  if (db.scope.kind !== 'tenant') throw new Error('An export is of one tenant')
  const payload = { tenantId: db.scope.tenantId, exportId: order.id }
  await jobs.enqueue(db, exportJob, payload, startAfter === undefined ? {} : { startAfter })
}

/** For lists that are read in a user's name. */
export const readerOf = (
  database: Database,
  caller: UserCaller,
  mode: Mode,
  now: Date,
): ExportReader => ({ caller, database, scope: readScopeOf(caller), mode, now })

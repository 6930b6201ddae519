// The end of an import: it is in the trail, and whoever began it is told, wherever they are by now.

import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { endImport, type ImportRecord } from '@counterfoil/kit/database/imports.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'

const msg = messagesOf(import.meta.url)

interface End {
  readonly state: 'done' | 'cancelled'
  /** What was imported; undefined where the product knows it no longer. */
  readonly of: Resource | undefined
  /** Undefined of whoever is no user any more, or may do it no longer. */
  readonly by: UserCaller | undefined
}

/** Ends an import that still runs; nothing for one that is over. Whoever is of its tenant is told in the same transaction. */
export async function completeImport(
  record: ImportRecord,
  end: End,
  { database, jobs, now }: Pick<JobContext, 'database' | 'jobs' | 'now'>,
): Promise<void> {
  const at = now()
  const isOwn = record.user_tenant_id === record.tenant_id
  const notice = await database.transaction(tenantScope(record.tenant_id), async (db) => {
    const row = await endImport(db, record.id, end.state, at)
    if (row === undefined) return undefined
    await insertAuditEntry(db, entryOf(row, end, at))
    const said = end.of === undefined ? undefined : noticeOf(row, end.of, at)
    if (said !== undefined && isOwn) await notify(db, jobs, said)
    return said
  })
  if (notice === undefined || isOwn) return
  // platform staff import into a tenant that is not their own, and are told in theirs
  await database.transaction(tenantScope(record.user_tenant_id), (db) => notify(db, jobs, notice))
}

function entryOf(row: ImportRecord, { by }: End, at: Date) {
  const { state, created_count, changed_count, unchanged_count, refused_count } = row
  return {
    actorId: row.user_id,
    actorName: by?.name ?? 'Import',
    action: `${row.resource}.import`,
    requestId: row.request_id,
    ip: row.ip,
    at,
    record: {
      type: `${row.resource}-import`,
      id: row.id,
      after: { state, created_count, changed_count, unchanged_count, refused_count },
    },
  }
}

function noticeOf(ended: ImportRecord, of: Resource, now: Date) {
  const { created_count, changed_count, unchanged_count, refused_count } = ended
  const isDone = ended.state === 'done'
  const records = of.many
  const objectUrl = of.screen?.path
  return {
    to: { userIds: [ended.user_id] },
    type: 'Import',
    title: isDone
      ? textWith(msg('Import finished: {records}'), { records })
      : textWith(msg('Import stopped: {records}'), { records }),
    description: textWith(
      msg(
        'Created {created_count}, changed {changed_count}, unchanged {unchanged_count}, refused {refused_count}',
      ),
      { created_count, changed_count, unchanged_count, refused_count },
    ),
    ...(objectUrl === undefined ? {} : { objectUrl }),
    onceFor: `import ${ended.id}`,
    now,
  }
}

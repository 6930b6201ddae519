// The end of an import: it is in the trail, and whoever began it is told, wherever they are by now.

import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { ImportRecord } from '@counterfoil/kit/database/imports.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { updateImportEnded } from './imports.queries.ts'

const msg = messagesOf(import.meta.url)

interface End {
  readonly state: 'done' | 'cancelled'
  /** The resource of the rows; undefined for one that no longer exists. */
  readonly of: Resource | undefined
  /** The importer; undefined for a user who is no longer active or has lost the permission. */
  readonly by: UserCaller | undefined
}

/** Ends a running import; does nothing for one that has ended. An importer of the same tenant is notified in the same transaction. */
export async function completeImport(
  record: ImportRecord,
  end: End,
  { database, jobs, now }: Pick<JobContext, 'database' | 'jobs' | 'now'>,
): Promise<void> {
  const at = now()
  const isSameTenant = record.user_tenant_id === record.tenant_id
  const notification = await database.transaction(tenantScope(record.tenant_id), async (db) => {
    const row = await updateImportEnded(db, record.id, end.state, at)
    if (row === undefined) return undefined
    await insertAuditEntry(db, entryOf(row, end, at))
    const notification = end.of === undefined ? undefined : notificationOf(row, end.of, at)
    if (notification !== undefined && isSameTenant) await notify(db, jobs, notification)
    return notification
  })
  if (notification === undefined || isSameTenant) return
  // platform staff import into another tenant, and are notified in their own
  await database.transaction(tenantScope(record.user_tenant_id), (db) =>
    notify(db, jobs, notification),
  )
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

function notificationOf(ended: ImportRecord, of: Resource, now: Date) {
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

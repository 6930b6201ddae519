import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { v7 } from 'uuid'
import {
  type RetainedRecords,
  retainedRecords,
  retentionAction,
  retentionVariables,
} from './retention.contract.ts'
import { deleteOldRecords, upsertRun } from './retention.queries.ts'

const msg = messagesOf(import.meta.url)

const rowsAtOnce = 5_000
/** What one kind of one tenant may take of a run; the rest is for the next one. */
const batchesPerKind = 100
const dayMs = 86_400_000

/** Deletes the records that are kept no longer, tenant by tenant, in batches that are each counted where they are deleted. */
export async function deleteOld(context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  const variables = await readVariables(database.shared)
  const runAt = now()
  for (const tenantId of await listTenantIds(database)) {
    for (const what of retainedRecords) {
      const keptMs = variables[retentionVariables[what]] * dayMs
      const olderThan = new Date(runAt.getTime() - keptMs)
      try {
        for (let batch = 0; batch < batchesPerKind && !signal.aborted; batch += 1) {
          const deleted = await deleteBatch(context, tenantId, { what, runAt, olderThan })
          if (deleted === 0) break
        }
      } catch (error) {
        log.error({ err: error, tenantId, what }, 'old records could not be deleted')
      }
    }
  }
}

function deleteBatch(
  { database }: JobContext,
  tenantId: string,
  run: { readonly what: RetainedRecords; readonly runAt: Date; readonly olderThan: Date },
): Promise<number> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const { what, runAt, olderThan } = run
    const deleted = await deleteOldRecords(db, what, olderThan, rowsAtOnce)
    await upsertRun(db, { ...run, deleted })
    if (deleted === 0) return 0
    // the entry has no actor, because no user did it
    await insertAuditEntry(db, {
      ...{ actorId: null, actorName: 'Counterfoil', ip: null, requestId: v7(), at: runAt },
      action: retentionAction,
      record: {
        type: 'retention',
        id: what,
        after: { what, olderThan: olderThan.toISOString(), deleted },
      },
    })
    return deleted
  })
}

export const schedules: readonly Schedule[] = [
  schedule({
    name: 'retention.delete',
    label: msg('Delete old records'),
    everyS: 86_400,
    run: deleteOld,
  }),
]

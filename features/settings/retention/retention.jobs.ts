import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { v7 } from 'uuid'
import {
  type RetainedRecords,
  retainedRecords,
  retentionAction,
  retentionVariables,
} from './retention.contract.ts'
import { deleteOldRecords, readOwnDays, upsertRun } from './retention.queries.ts'

const msg = messagesOf(import.meta.url)

const rowsAtOnce = 5_000
/** What one kind of one tenant may take of a run; the rest is for the next one. */
const batchesPerKind = 100

interface Due {
  readonly tenantId: string
  readonly what: RetainedRecords
  readonly runAt: Date
  readonly olderThan: Date
}

/**
 * Deletes the records that are kept no longer, in batches that are each counted where they are deleted. Each kind of each
 * tenant has one batch before any has its next, so that a tenant with much to delete holds up no other.
 */
export async function deleteOld(context: JobContext, atOnce = rowsAtOnce): Promise<void> {
  const { log, signal } = context
  const { due: found, failure } = await listDue(context)
  let due = found
  let failed = 0
  for (let batch = 0; batch < batchesPerKind && due.length > 0; batch += 1) {
    const unfinished: Due[] = []
    for (const one of due) {
      if (signal.aborted) return
      try {
        if ((await deleteBatch(context, one, atOnce)) > 0) unfinished.push(one)
      } catch (error) {
        failed += 1
        const { tenantId, what } = one
        log.error({ err: error, tenantId, what }, 'old records could not be deleted')
      }
    }
    due = unfinished
  }
  if (failure !== undefined) throw failure
  // the run is recorded as failed when all that can be deleted is
  if (failed > 0) throw new Error(`old records could not be deleted: ${failed} kinds`)
}

/** What each tenant keeps for its own time, or else for the platform's. */
async function listDue(context: JobContext): Promise<{ due: Due[]; failure: unknown }> {
  const { database, now } = context
  const variables = await readVariables(database.shared)
  const runAt = now()
  const due: Due[] = []
  const list = async (tenantId: string) => {
    const own = await database.transaction(tenantScope(tenantId), readOwnDays)
    for (const what of retainedRecords) {
      const days = own[what] ?? variables[retentionVariables[what]]
      due.push({ tenantId, what, runAt, olderThan: new Date(runAt.getTime() - days * dayMs) })
    }
  }
  const failure = await forEachTenant(context, 'the retention could not be read', list).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { due, failure }
}

function deleteBatch({ database }: JobContext, due: Due, atOnce: number): Promise<number> {
  return database.transaction(tenantScope(due.tenantId), async (db) => {
    const { what, runAt, olderThan } = due
    const deleted = await deleteOldRecords(db, what, olderThan, atOnce)
    await upsertRun(db, { what, runAt, olderThan, deleted })
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
    run: (context) => deleteOld(context),
  }),
]

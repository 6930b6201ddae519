import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { keyOf } from './file-storage.ts'
import { deleteFileRow, markAbandonedFiles } from './files.queries.ts'

const msg = messagesOf(import.meta.url)

/** An upload or a removal that takes longer than this was interrupted. */
const unfinishedForMs = hourMs
const batchSize = 200
/** After this time a tenant's rest is left for the next run, so that one with much to remove does not hold up the others. */
const sliceMs = 60_000

export const schedules = ({ storage }: { storage: Storage }): Schedule[] => [
  schedule({
    name: 'files.remove-abandoned',
    label: msg('Remove abandoned files'),
    everyS: 600,
    run: (context) => removeAbandoned(context, storage),
  }),
]

/** Removes interrupted uploads and files that no record claimed; the bytes first. */
async function removeAbandoned(context: JobContext, storage: Storage): Promise<void> {
  const { database, signal } = context
  const nowMs = context.now().getTime()
  const unclaimedDays = await readVariable(database.shared, 'unclaimed_file')
  const ages = {
    unfinishedBefore: new Date(nowMs - unfinishedForMs),
    unclaimedBefore: new Date(nowMs - unclaimedDays * dayMs),
  }
  await forEachTenant(context, 'abandoned files were not removed', async (tenantId) => {
    const scope = tenantScope(tenantId)
    const endsAt = performance.now() + sliceMs
    const mayGoOn = () => !signal.aborted && performance.now() < endsAt
    const failed: string[] = []
    let cause: unknown
    let taken: string[]
    do {
      taken = await database.transaction(scope, (db) =>
        markAbandonedFiles(db, ages, { limit: batchSize, without: failed }),
      )
      for (const id of taken) {
        if (!mayGoOn()) break
        try {
          await storage.remove(keyOf(tenantId, id))
          await database.transaction(scope, (db) => deleteFileRow(db, id))
        } catch (error) {
          cause ??= error
          failed.push(id)
        }
      }
    } while (taken.length === batchSize && mayGoOn())
    if (failed.length > 0) {
      throw new Error(`${failed.length} files stay, the first is ${failed[0]}`, { cause })
    }
  })
}

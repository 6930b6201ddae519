import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { keyOf } from './file-storage.ts'
import { deleteFileRow, markAbandonedFiles } from './files.queries.ts'

const msg = messagesOf(import.meta.url)

/** An upload or a removal that takes longer than this was interrupted. */
const unfinishedForMs = 3_600_000
const batchSize = 200

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
    unclaimedBefore: new Date(nowMs - unclaimedDays * 86_400_000),
  }
  for (const tenantId of await listTenantIds(database)) {
    const scope = tenantScope(tenantId)
    let taken: string[]
    do {
      if (signal.aborted) return
      taken = await database.transaction(scope, (db) => markAbandonedFiles(db, ages, batchSize))
      for (const id of taken) {
        await storage.remove(keyOf(tenantId, id))
        await database.transaction(scope, (db) => deleteFileRow(db, id))
      }
    } while (taken.length === batchSize)
  }
}

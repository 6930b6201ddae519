import { releaseFiles } from '@counterfoil/features/messaging/files/files.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import {
  type Job,
  type JobContext,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import { deleteExport, listExpiredExports } from './exports.queries.ts'
import { exportJob, exportRecord, retentionMs } from './exports.rules.ts'
import { type ExportTools, runExport } from './run-export.ts'

const msg = messagesOf(import.meta.url)

export { runExport }

const payload = z.object({ tenantId: z.string(), exportId: z.string() })

const batchSize = 200

export const jobs = (providers: ExportTools): Job<z.infer<typeof payload>>[] => [
  job({
    ...exportJob,
    label: msg('Write an export'),
    payload,
    run: (work, context) => runExport(providers, work, context),
  }),
]

export const schedules: Schedule[] = [
  schedule({
    name: 'exports.expire',
    label: msg('Remove old exports'),
    everyS: 3600,
    run: expireExports,
  }),
]

/** Deletes old exports; their files are deleted as unattached files. */
async function expireExports(context: JobContext): Promise<void> {
  const before = new Date(context.now().getTime() - retentionMs)
  await forEachTenant(context, 'old exports were not removed', (tenantId) =>
    context.database.transaction(tenantScope(tenantId), async (db) => {
      for (const id of await listExpiredExports(db, before, batchSize)) {
        await releaseFiles(db, exportRecord, id)
        await deleteExport(db, id)
      }
    }),
  )
}

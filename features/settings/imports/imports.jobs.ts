import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { listOpenPayloads } from '@counterfoil/kit/database/queued-jobs.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type Job, job, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { importJob } from '@counterfoil/kit/server/imports/store-import.ts'
import { scanImports, scanResources } from '@counterfoil/kit/server/scan.ts'
import { z } from 'zod'
import { completeImport } from './complete-import.ts'
import { deleteImports, listRunningImports } from './imports.queries.ts'
import { type ImportWork, processPortion } from './process-import.ts'

const msg = messagesOf(import.meta.url)

const retentionMs = 30 * dayMs
const deletedAtOnce = 20

export const jobs = (providers: object): Job<ImportWork>[] => {
  // the rules of a resource are declared by its feature's routes; they are read when the first import runs
  let known: ReturnType<typeof scanImports> | undefined
  return [
    job({
      ...importJob,
      label: msg('Import records'),
      isFrequent: true,
      concurrency: 2,
      payload: z.object({ tenantId: z.string(), importId: z.string() }),
      run: async (work, context) => {
        known ??= scanImports(providers)
        await processPortion(await known, work, context)
      },
    }),
  ]
}

export const schedules: readonly Schedule[] = [
  schedule({
    name: 'imports.end-abandoned',
    label: msg('End abandoned imports'),
    everyS: 300,
    run: async (context) => {
      const { database } = context
      const resources = await scanResources()
      let ended = 0
      await forEachTenant(context, 'abandoned imports were not ended', async (tenantId) => {
        const running = await listRunningImports(database.reader(tenantScope(tenantId)))
        if (running.length === 0) return
        // read after the imports: one that goes on has put its next job there
        const open = await listOpenPayloads<ImportWork>(database.shared, importJob.name)
        // their job was taken out of the queue, or failed for good
        const abandoned = running.filter(({ id }) => !open.some(({ importId }) => importId === id))
        for (const record of abandoned) {
          const of = resources.find(({ id }) => id === record.resource)
          await completeImport(record, { of, by: undefined, state: 'cancelled' }, context)
        }
        ended += abandoned.length
      })
      return ended === 0 ? undefined : `${ended}`
    },
  }),
  schedule({
    name: 'imports.forget',
    label: msg('Forget old imports'),
    everyS: 3600,
    run: async (context) => {
      const before = new Date(context.now().getTime() - retentionMs)
      let deleted = 0
      await forEachTenant(context, 'old imports were not deleted', async (tenantId) => {
        deleted += await context.database.transaction(tenantScope(tenantId), (db) =>
          deleteImports(db, before, deletedAtOnce),
        )
      })
      return deleted === 0 ? undefined : `${deleted}`
    },
  }),
]

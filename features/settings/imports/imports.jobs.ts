import { forgetImports } from '@counterfoil/kit/database/imports.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type Job, job, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { importJob } from '@counterfoil/kit/server/resource-import.ts'
import { scanImports } from '@counterfoil/kit/server/scan.ts'
import { z } from 'zod'
import { type ImportWork, takePortion } from './taking.ts'

const keptMs = 30 * 86_400_000
const forgottenAtOnce = 20

export const jobs = (providers: object): Job<ImportWork>[] => {
  // which rules a kind of record has is known by its feature's routes; asked when the first import comes
  let known: ReturnType<typeof scanImports> | undefined
  return [
    job({
      ...importJob,
      concurrency: 2,
      payload: z.object({ tenantId: z.string(), importId: z.string() }),
      run: async (work, context) => {
        known ??= scanImports(providers)
        await takePortion(await known, work, context)
      },
    }),
  ]
}

export const schedules: readonly Schedule[] = [
  schedule({
    name: 'imports.forget',
    everyS: 3600,
    run: async ({ database, now, signal }) => {
      const before = new Date(now().getTime() - keptMs)
      let forgotten = 0
      for (const tenantId of await listTenantIds(database)) {
        if (signal.aborted) break
        forgotten += await database.transaction(tenantScope(tenantId), (db) =>
          forgetImports(db, before, forgottenAtOnce),
        )
      }
      return forgotten === 0 ? undefined : `${forgotten}`
    },
  }),
]

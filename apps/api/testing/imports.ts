import { jobs as importJobs } from '@counterfoil/features/settings/imports/imports.jobs.ts'
import pino from 'pino'
import type { TestApi } from './test-api.ts'

/** Works an import off, as the worker would. */
export async function takeRows(
  { providers, test }: TestApi,
  tenantId: string,
  importId: string,
): Promise<void> {
  const { database, jobs } = test
  const { signal } = new AbortController()
  const context = { database, jobs, log: pino({ level: 'silent' }), now: () => new Date(), signal }
  const [job] = importJobs(providers)
  await job?.run({ tenantId, importId }, context)
}

import { jobs as importJobs } from '@counterfoil/features/settings/imports/imports.jobs.ts'
import { jobContextOf } from './job-context.ts'
import type { TestApi } from './test-api.ts'

/** Works an import off, as the worker would. */
export async function takeRows(
  { providers, test }: TestApi,
  tenantId: string,
  importId: string,
): Promise<void> {
  const [job] = importJobs(providers)
  await job?.run({ tenantId, importId }, jobContextOf(test))
}

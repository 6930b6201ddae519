import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteKeysBefore } from './idempotency.queries.ts'

/** Nobody retries for longer; the payment's own events tell what was done. */
const keptForMs = 30 * 24 * 3600 * 1000

async function forgetOldKeys({ database, now }: JobContext): Promise<void> {
  const before = new Date(now().getTime() - keptForMs)
  for (const tenantId of await listTenantIds(database)) {
    await database.transaction(tenantScope(tenantId), (db) => deleteKeysBefore(db, before))
  }
}

export const schedules = [
  schedule({ name: 'idempotency.forget', everyS: 3600, run: forgetOldKeys }),
]

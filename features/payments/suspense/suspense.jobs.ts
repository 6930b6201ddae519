import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { takeBackLapsed } from './clear-suspense.ts'
import { listLapsed, listTenantsWithLapsed } from './suspense.queries.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200

/**
 * Takes back what was collected for payments that have ended without it: paid in full by their payers, declined, expired. A
 * payment ends in many ways and may not wait for transfers, whose locks others take before that of the payment.
 */
export async function releaseLapsed(context: JobContext): Promise<void> {
  const { database, now, signal } = context
  const tenantIds = await listTenantsWithLapsed(database.reader(platformScope))
  const release = async (tenantId: string) => {
    const scope = tenantScope(tenantId)
    for (;;) {
      const lapsed = await database.transaction(scope, (db) => listLapsed(db, batchSize))
      for (const one of lapsed) {
        if (signal.aborted) return
        await database.transaction(scope, (db) => takeBackLapsed(db, one, now()))
      }
      if (lapsed.length < batchSize) return
    }
  }
  await forEachTenant(context, 'money of ended payments was not taken back', release, { tenantIds })
}

export const schedules: Schedule[] = [
  schedule({
    name: 'suspense.release-lapsed',
    label: msg('Take back what was collected for ended payments'),
    everyS: 15,
    run: releaseLapsed,
  }),
]

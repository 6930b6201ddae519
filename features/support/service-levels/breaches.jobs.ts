import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { newBreaches } from './clock.rules.ts'
import { listLate, markBreaches } from './service-levels.queries.ts'

const batchSize = 200

export const schedules = [
  schedule({ name: 'support.find-breaches', everyS: 60, run: findBreaches }),
]

/** Marks what was due and has not been done, and has those told who can still do it, once. */
export async function findBreaches({ database, jobs, now, signal }: JobContext): Promise<void> {
  for (const tenantId of await listTenantIds(database)) {
    let found = batchSize
    while (found === batchSize && !signal.aborted) {
      found = await database.transaction(tenantScope(tenantId), async (db) => {
        const at = now()
        const late = await listLate(db, at, batchSize)
        for (const ticket of late) {
          for (const breach of newBreaches(ticket, at)) {
            await markBreaches(db, ticket.id, { [`${breach}_breached_at`]: at })
            await jobs.enqueue(db, notifyTicketJob, {
              tenantId,
              ticketId: ticket.id,
              kind: 'breach',
              breach,
              actorId: null,
              actorSide: ticket.channel === 'CustomerToTenant' ? 'customer' : 'tenant',
              at: at.toISOString(),
            })
          }
        }
        return late.length
      })
    }
  }
}

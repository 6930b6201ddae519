import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { newBreaches } from './clock.rules.ts'
import { listOverdueTickets, updateBreaches } from './service-levels.queries.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200

export const schedules = [
  schedule({
    name: 'support.find-breaches',
    label: msg('Find missed service levels'),
    everyS: 60,
    run: findBreaches,
  }),
]

/** Marks tickets whose due time has passed, and notifies their agents once. */
export async function findBreaches(context: JobContext): Promise<void> {
  const { database, jobs, now, signal } = context
  await forEachTenant(context, 'missed service levels were not looked for', async (tenantId) => {
    let found = batchSize
    while (found === batchSize && !signal.aborted) {
      found = await database.transaction(tenantScope(tenantId), async (db) => {
        const foundAt = now()
        const overdue = await listOverdueTickets(db, foundAt, batchSize)
        for (const ticket of overdue) {
          for (const breach of newBreaches(ticket, foundAt)) {
            await updateBreaches(db, ticket.id, { [`${breach}_breached_at`]: foundAt })
            await jobs.enqueue(db, notifyTicketJob, {
              tenantId,
              ticketId: ticket.id,
              kind: 'breach',
              breach,
              actorId: null,
              actorSide: ticket.channel === 'CustomerToTenant' ? 'customer' : 'tenant',
              at: foundAt.toISOString(),
            })
          }
        }
        return overdue.length
      })
    }
  })
}

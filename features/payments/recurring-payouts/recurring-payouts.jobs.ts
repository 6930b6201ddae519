import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { listTenantsWithDue } from './recurring-payouts.queries.ts'
import { runDueOf } from './run-recurring.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'recurring-payouts.run',
    label: msg('Make recurring payouts whose date has come'),
    everyS: 5,
    async run(context) {
      const { database, now, signal, log } = context
      for (const tenantId of await listTenantsWithDue(database.reader(platformScope), now())) {
        if (signal.aborted) return
        try {
          await runDueOf(tenantId, context)
        } catch (error) {
          log.error({ err: error, tenantId }, 'recurring payouts of a tenant could not be made')
        }
      }
    },
  }),
]

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
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
      const { database, now } = context
      const tenantIds = await listTenantsWithDue(database.reader(platformScope), now())
      const run = (tenantId: string) => runDueOf(tenantId, context)
      await forEachTenant(context, 'recurring payouts were not made', run, { tenantIds })
    },
  }),
]

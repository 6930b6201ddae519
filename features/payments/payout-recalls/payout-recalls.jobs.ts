import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { followRecallsOf } from './follow-recall.ts'
import { listTenantsWithDue } from './payout-recalls.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payout-recalls.follow',
    label: msg('Send recalls of payouts, and check their outcome'),
    everyS: 5,
    async run(context) {
      const { database, now } = context
      const tenantIds = await listTenantsWithDue(database.reader(platformScope), now())
      const follow = (tenantId: string) => followRecallsOf(providers, tenantId, context)
      await forEachTenant(context, 'recalls of payouts were not followed', follow, { tenantIds })
    },
  }),
]

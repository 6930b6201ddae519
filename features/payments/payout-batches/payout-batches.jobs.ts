import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { expireBatch } from './decide-batch.ts'
import { listExpiredBatches } from './payout-batches.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'payout-batches.expire',
    label: msg('Decline payout files that were not approved in time'),
    everyS: 10,
    async run(context) {
      const { database, jobs, log, now, signal } = context
      const at = now()
      const expired = await listExpiredBatches(database.reader(platformScope), at)
      const idsOf = Map.groupBy(expired, ({ tenantId }) => tenantId)
      const work = async (tenantId: string) => {
        let failure: unknown
        for (const { id } of idsOf.get(tenantId) ?? []) {
          if (signal.aborted) return
          try {
            await database.transaction(tenantScope(tenantId), (db) => expireBatch(db, jobs, id, at))
          } catch (error) {
            // it keeps no other from being declined
            failure = error
            log.error({ err: error, tenantId, batchId: id }, 'a late payout file was not declined')
          }
        }
        if (failure !== undefined) throw failure
      }
      const tenantIds = [...idsOf.keys()]
      await forEachTenant(context, 'late payout files were not declined', work, { tenantIds })
    },
  }),
]

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { expireBatch } from './decide-batch.ts'
import { listExpiredBatches } from './payout-batches.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'payout-batches.expire',
    label: msg('Decline payout files that were not approved in time'),
    everyS: 10,
    async run({ database, now, signal, log }) {
      const at = now()
      for (const { tenantId, id } of await listExpiredBatches(database.reader(platformScope), at)) {
        if (signal.aborted) return
        await database
          .transaction(tenantScope(tenantId), (db) => expireBatch(db, id, at))
          .catch((error: unknown) =>
            log.error({ err: error, tenantId, batchId: id }, 'a payout file could not be declined'),
          )
      }
    },
  }),
]

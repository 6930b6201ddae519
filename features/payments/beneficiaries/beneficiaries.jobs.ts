import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, job } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { numberOf } from './account.rules.ts'
import { findBeneficiary, updatePayeeAnswer } from './beneficiaries.queries.ts'
import { checkPayeeJob } from './beneficiaries.schema.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.string(), id: z.string() })

export const jobs = ({ payeeChecks }: Providers): Job<z.infer<typeof payload>>[] => [
  job({
    ...checkPayeeJob,
    label: msg('Check the name of a beneficiary with its bank'),
    isFrequent: true,
    concurrency: 4,
    payload,
    async run({ tenantId, id }, { database, now }) {
      const scope = tenantScope(tenantId)
      const found = await findBeneficiary(database.reader(scope), id)
      if (found?.payee_check !== 'pending') return
      const { name, kind, iban, sort_code: sortCode, account_number: accountNumber } = found
      const { result, bankName } = await payeeChecks.check({
        name,
        kind: kind === 'person' ? 'person' : 'company',
        account: numberOf({ iban, sortCode, accountNumber }),
      })
      const check = result === 'match' ? 'success' : 'failed'
      const answer = { check, result, bankName, at: now() } as const
      await database.transaction(scope, (db) => updatePayeeAnswer(db, id, found.version, answer))
    },
  }),
]

import {
  insertApiCalls,
  jobEngine,
  lockPaymentWithOperations,
  lookUpAttempt,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { keepAuthentication } from './authentication.public.ts'
import {
  findDecidedAttempt,
  isLastAttempt,
  updatePaymentAuthentication,
} from './authentication.queries.ts'
import { authenticationAfter } from './authentication.rules.ts'
import { proofJob } from './proof-job.schema.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), paymentId: z.uuid(), attemptId: z.uuid() })
type Payload = z.infer<typeof payload>

/**
 * Keeps what an acquirer's lookup says of the authentication of an attempt that is decided. The payment's outcome stays as it
 * is, whatever the lookup says. Throws when the acquirer does not answer, so that it is asked again.
 */
async function keepLookedUp(
  providers: Providers,
  context: JobContext,
  { tenantId, paymentId, attemptId }: Payload,
): Promise<void> {
  const engine = jobEngine(providers, context, tenantId, 'system')
  const attempt = await engine.transaction((db) => findDecidedAttempt(db, attemptId))
  if (attempt === undefined || attempt.isProofKept) return
  const { provider, state } = attempt
  const { response, log } = await lookUpAttempt(engine, {
    ...{ paymentId, attemptId, provider, kind: 'authorise' },
  })
  if (!isDecided(response.result)) {
    throw new Error(`${provider} does not say how attempt ${attemptId} was authenticated`)
  }
  await engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    if (locked === undefined) return
    const { payment } = locked
    await insertApiCalls(db, payment, [log], engine.now())
    // of another outcome than the one that counts, the authentication is another as well
    if (response.result !== state) return
    await keepAuthentication(db, engine, attemptId, response)
    if (!(await isLastAttempt(db, attempt))) return
    const after = authenticationAfter(payment.threeDSecure, response)
    if (after !== null) await updatePaymentAuthentication(db, paymentId, after)
  })
}

const isDecided = (result: string) => ['approved', 'declined', 'failed'].includes(result)

export const jobs = (providers: Providers): Job<Payload>[] => [
  job({
    ...proofJob,
    label: msg('Ask acquirers how payers were authenticated'),
    isFrequent: true,
    payload,
    concurrency: 4,
    run: (work, context) => keepLookedUp(providers, context, work),
  }),
]

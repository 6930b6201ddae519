import type { Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, sealText } from '@counterfoil/kit/database/vault.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { updateAuthentication } from './authentication.queries.ts'
import { type Authenticated, lacksAuthentication } from './authentication.rules.ts'
import { proofJob } from './proof-job.schema.ts'

interface Keys {
  readonly providers: { readonly keys: KeyWrapper }
  readonly now: () => Date
}

/** Keeps what an answer says of an attempt's authentication, its proof sealed; nothing where it says nothing. */
export async function keepAuthentication(
  db: Db,
  { providers, now }: Keys,
  attemptId: string,
  { threeDSecure, authenticationValue: text }: Authenticated,
): Promise<void> {
  if (threeDSecure === undefined) return
  const table = 'payment_attempt'
  const sealedProof =
    text === undefined ? null : await sealText(db, providers.keys, { table, text, now: now() })
  await updateAuthentication(db, attemptId, { threeDSecure, sealedProof })
}

/** Has an acquirer asked for what its notice leaves out of an authentication; nothing where it leaves out nothing. */
export async function askForAuthentication(
  db: Db,
  { tenantId, jobs }: { readonly tenantId: string; readonly jobs: Jobs },
  { id: paymentId, method }: { readonly id: string; readonly method: string },
  attemptId: string,
  reported: Authenticated,
): Promise<void> {
  if (!lacksAuthentication({ method }, reported)) return
  await jobs.enqueue(db, proofJob, { tenantId, paymentId, attemptId }, { singletonKey: attemptId })
}

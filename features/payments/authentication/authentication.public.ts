import type { Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, sealText } from '@counterfoil/kit/database/vault.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { updateAuthentication } from './authentication.queries.ts'
import {
  type Authenticated,
  lacksAuthentication,
  type SealedAuthentication,
} from './authentication.rules.ts'
import { proofJob } from './proof-job.schema.ts'

interface Keys {
  readonly providers: { readonly keys: KeyWrapper }
  readonly now: () => Date
}

/** What an answer says of an authentication, its proof sealed for a table; undefined where it says nothing. */
export async function sealAuthentication(
  db: Db,
  { providers, now }: Keys,
  table: string,
  { threeDSecure, authenticationValue: text }: Authenticated,
): Promise<SealedAuthentication | undefined> {
  if (threeDSecure === undefined) return undefined
  const sealedProof =
    text === undefined ? null : await sealText(db, providers.keys, { table, text, now: now() })
  return { threeDSecure, sealedProof }
}

/** Keeps what an answer says of an attempt's authentication; nothing where it says nothing. */
export async function keepAuthentication(
  db: Db,
  keys: Keys,
  attemptId: string,
  answer: Authenticated,
): Promise<void> {
  const sealed = await sealAuthentication(db, keys, 'payment_attempt', answer)
  if (sealed !== undefined) await updateAuthentication(db, attemptId, sealed)
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

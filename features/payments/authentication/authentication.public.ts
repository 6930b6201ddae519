import type { Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, sealText } from '@counterfoil/kit/database/vault.ts'
import { updateAuthentication } from './authentication.queries.ts'
import type { Authenticated } from './authentication.rules.ts'

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

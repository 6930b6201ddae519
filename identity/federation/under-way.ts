// Sign-ins under way at another provider: what must come back with the browser, kept on this side.
import { hash } from 'node:crypto'
import type { IdentityClient } from '../accounts.ts'
import type { Beginning } from './upstream.ts'

const answeredWithinMinutes = 15

/** Whose answer it will be: somebody's who signs in, or a trial's. */
export type Purpose =
  | { readonly interactionUid: string; readonly testId?: undefined }
  | { readonly testId: string; readonly interactionUid?: undefined }

const hashOf = (state: string) => hash('sha256', state, 'base64url')

export async function keepBeginning(
  client: IdentityClient,
  providerId: string,
  { interactionUid = null, testId = null }: Purpose | { interactionUid: null; testId: null },
  { state, nonce, codeVerifier }: Beginning,
): Promise<void> {
  await client.query(
    `insert into identity.federated_sign_in (state_hash, interaction_uid, test_id, provider_id, nonce, code_verifier, created_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [hashOf(state), interactionUid, testId, providerId, nonce, codeVerifier],
  )
}

const isGood = `state_hash = $1 and provider_id::text = $2
  and created_at > now() - interval '${answeredWithinMinutes} minutes'`

/** Whose answer this is; it is taken only at the address that the browser's cookie belongs to. */
export async function findPurpose(
  client: IdentityClient,
  state: string,
  providerId: string,
): Promise<Purpose | undefined> {
  const { rows } = await client.query<Purpose>(
    `select interaction_uid as "interactionUid", test_id as "testId" from identity.federated_sign_in where ${isGood}`,
    [hashOf(state), providerId],
  )
  return rows[0]
}

/** Takes it out: an answer that comes a second time finds nothing. */
export async function takeBeginning(
  client: IdentityClient,
  state: string,
  providerId: string,
  purpose: Purpose,
): Promise<Omit<Beginning, 'url'> | undefined> {
  const { rows } = await client.query<{ nonce: string; codeVerifier: string }>(
    `delete from identity.federated_sign_in where ${isGood}
       and (interaction_uid = $3 or test_id::text = $4)
     returning nonce, code_verifier as "codeVerifier"`,
    [hashOf(state), providerId, purpose.interactionUid ?? null, purpose.testId ?? null],
  )
  const [row] = rows
  return row && { ...row, state }
}

export async function removeOldBeginnings(client: IdentityClient): Promise<void> {
  await client.query(
    `delete from identity.federated_sign_in where created_at < now() - interval '1 hour'`,
  )
}

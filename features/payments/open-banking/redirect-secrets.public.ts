import { hash, randomBytes } from 'node:crypto'

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (text: string) => hash('sha256', text, 'base64url')

/** What a redirect to a bank and its return are tied together by: state (against forged returns) and PKCE (RFC 7636). */
export function newRedirectSecrets(prefix: string) {
  const [stateSecret, verifier] = [secret(), secret()]
  return {
    state: `${prefix}.${stateSecret}`,
    stateHash: hashOf(stateSecret),
    verifier,
    codeChallenge: hashOf(verifier),
  }
}

/** How a secret of a state is stored. */
export const stateHashOf = (stateSecret: string): string => hashOf(stateSecret)

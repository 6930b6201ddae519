// Access tokens that only their provider can read: providers without resource indicators give out such. The provider is
// asked who holds the token; an answer is believed for a minute.
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { JWTPayload } from 'jose'
import { providerTimeoutMs, readDiscovery } from './discovery.ts'

export const opaqueTokenMs = 60_000
const maxTokenLength = 4_096

/** Not three parts with dots between, as a JSON web token has. */
export const isOpaque = (token: string): boolean => token.split('.').length !== 3

export async function askUserinfo(issuer: string, token: string): Promise<JWTPayload> {
  if (token.length > maxTokenLength) throw invalid('The access token is too long')
  const answer = await ask(issuer, token)
  if (answer.status === 401 || answer.status === 403) {
    throw invalid('The identity provider does not know this access token, or no longer')
  }
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  if (!answer.ok || !isJson) throw unreachable(`It answered ${answer.status}`)
  const claims: unknown = await answer.json().catch(() => null)
  if (typeof claims !== 'object' || claims === null) throw unreachable('It answered no claims')
  return claims as JWTPayload
}

async function ask(issuer: string, token: string): Promise<Response> {
  try {
    const { userinfoUrl } = await readDiscovery(issuer)
    if (userinfoUrl === undefined) throw invalid('The access token is not a JSON web token')
    return await fetch(userinfoUrl, {
      signal: AbortSignal.timeout(providerTimeoutMs),
      // to nobody but the address that the provider itself named
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
  } catch (error) {
    throw error instanceof Problem ? error : unreachable(error)
  }
}

const invalid = (text: string) => new Problem('token.invalid', 401, text)

const unreachable = (cause: unknown) =>
  new Problem('identity.unreachable', 503, 'The identity provider does not answer', {
    cause,
    retryAfterS: 5,
  })

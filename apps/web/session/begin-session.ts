import { readClientConfiguration } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { isSignInPage } from './return-url.rules.ts'
import { Session } from './session.ts'

const clientId = 'counterfoil-portal'

/**
 * Fetches the sign-in configuration and asks the identity provider silently who is signed in: beside the drawing of the
 * portal, which comes to its first page without a page of the sign-in between. Throws a `CallProblem` when the server does
 * not answer.
 */
export async function beginSession(): Promise<Session> {
  const client = createClient({
    token: () => undefined,
    renew: async () => false,
    mode: () => undefined,
  })
  const session = new Session(await client.send(readClientConfiguration, { params: { clientId } }))
  // those ask the provider themselves, or end a session
  if (!isSignInPage(window.location.pathname)) await session.begin()
  return session
}

import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Navigate, useLocation } from 'react-router'
import { authenticationTexts } from '../authentication/authentication.messages.ts'
import { failedPath } from '../authentication/login.tsx'
import { useSession } from './session-context.tsx'

/**
 * The first guard: a user who is not signed in goes to the sign-in and returns. A user whom the API has refused sees the
 * reason instead, as the identity provider would sign the same user in again.
 */
export function SignInFirst() {
  const { refusal } = useSession()
  const t = useTexts(authenticationTexts)
  const { pathname, search, hash } = useLocation()
  if (refusal !== null)
    return <Navigate to={failedPath(t.signInFailed({ details: refusal }))} replace />
  const query = new URLSearchParams({ returnUrl: pathname + search + hash })
  return <Navigate to={`/authentication/login?${query}`} replace />
}

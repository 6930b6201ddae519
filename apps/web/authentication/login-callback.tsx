import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { safeReturnPath } from '../session/return-url.rules.ts'
import { useSession } from '../session/session-context.tsx'
import { isUnreachable, messageOf } from '../session/sign-in.ts'
import { authenticationTexts } from './authentication.messages.ts'
import { failedPath } from './login.tsx'
import { Waiting } from './notice.tsx'

/** The page to which the identity provider returns the code. A forged, expired or repeated one leads to the failure page. */
export function LoginCallback() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    // Rendered twice, the page must not redeem the code twice.
    const timer = setTimeout(async () => {
      try {
        const returnUrl = await session.completeSignIn(window.location.href)
        const home = session.current?.defaultPath ?? '/dashboard'
        navigate(safeReturnPath(returnUrl, window.location.origin, home), { replace: true })
      } catch (cause) {
        const details = isUnreachable(cause) ? t.providerSilent : messageOf(cause)
        navigate(failedPath(t.signInFailed({ details })), { replace: true })
      }
    })
    return () => clearTimeout(timer)
  }, [session, navigate, t])
  return <Waiting text={t.signingIn} />
}

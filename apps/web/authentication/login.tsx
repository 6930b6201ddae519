import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeReturnPath } from '../session/return-url.rules.ts'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** Signs in: silently if possible, else in a popup or by redirect, and goes to the return URL. */
export function Login() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const returnPath = safeReturnPath(search.get('returnUrl'), window.location.origin, null)
  const tenant = search.get('tenant')

  useEffect(() => {
    // Rendered twice, the page must not begin two sign-ins.
    const timer = setTimeout(async () => {
      const result = await session.signIn(returnPath, tenant)
      if (result.kind === 'Success') {
        navigate(returnPath ?? session.current?.defaultPath ?? '/dashboard', { replace: true })
      }
      if (result.kind === 'Fail') {
        const { reason, details } = result.cause
        const messages = {
          'popup-closed': t.popupClosed,
          unreachable: t.signInFailed({ details: t.providerSilent }),
          error: t.signInFailed({ details }),
        }
        navigate(failedPath(messages[reason]), { replace: true })
      }
    })
    return () => clearTimeout(timer)
  }, [session, returnPath, tenant, navigate, t])
  return <Waiting text={t.signingIn} />
}

export function failedPath(message: string): string {
  return `/authentication/login-failed?${new URLSearchParams({ message })}`
}

import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeReturnPath } from '../session/return-url.rules.ts'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** Signs in: silently where possible, else by redirect, and goes to the return URL. */
export function Login() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const returnPath = safeReturnPath(search.get('returnUrl'), window.location.origin, '/dashboard')
  const tenant = search.get('tenant')

  useEffect(() => {
    // A page that is drawn twice must not begin two sign-ins.
    const timer = setTimeout(async () => {
      try {
        const result = await session.signIn(returnPath, tenant)
        if (result === 'Success') navigate(returnPath, { replace: true })
      } catch (cause) {
        const details = cause instanceof Error ? cause.message : String(cause)
        navigate(failedPath(t.signInFailed(details)), { replace: true })
      }
    })
    return () => clearTimeout(timer)
  }, [session, returnPath, tenant, navigate, t])
  return <Waiting text={t.signingIn} />
}

export function failedPath(message: string): string {
  return `/authentication/login-failed?${new URLSearchParams({ message })}`
}

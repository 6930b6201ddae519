import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** Whether the sign-out that ends here was begun on this page decides what the next page says. */
export function LogoutCallback() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(async () => {
      const isOwn = await session.completeSignOut(window.location.href)
      navigate('/authentication/logged-out', { replace: true, state: { isLoggedOut: isOwn } })
    })
    return () => clearTimeout(timer)
  }, [session, navigate])
  return <Waiting text={t.signingOut} />
}

import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** The next page says whether the finished sign-out was begun in this portal. */
export function LogoutCallback() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(async () => {
      const isFromPortal = await session.completeSignOut(window.location.href)
      navigate('/authentication/logged-out', {
        replace: true,
        state: { isLoggedOut: isFromPortal },
      })
    })
    return () => clearTimeout(timer)
  }, [session, navigate])
  return <Waiting text={t.signingOut} />
}

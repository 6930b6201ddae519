import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { announceSignOut } from '../session/cross-tab.ts'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** What the portal's own Logout hands over, so that a link from elsewhere cannot sign anybody out. */
export const ownLogout = { isOwnLogout: true } as const

export function Logout() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOwn = (state as Partial<typeof ownLogout> | null)?.isOwnLogout === true

  useEffect(() => {
    if (!isOwn) {
      navigate('/authentication/logged-out', { replace: true })
      return
    }
    const timer = setTimeout(async () => {
      announceSignOut()
      if ((await session.signOut()).kind === 'Fail') navigate('/', { replace: true })
    })
    return () => clearTimeout(timer)
  }, [isOwn, session, navigate])
  return <Waiting text={t.signingOut} />
}

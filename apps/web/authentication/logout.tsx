import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { announceSignOut } from '../session/cross-tab.ts'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** The state that the portal's own Logout passes, so that a link from elsewhere cannot sign a user out. */
export const portalLogout = { isOwnLogout: true } as const

export function Logout() {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const isFromPortal = (state as Partial<typeof portalLogout> | null)?.isOwnLogout === true

  useEffect(() => {
    if (!isFromPortal) {
      navigate('/authentication/logged-out', { replace: true })
      return
    }
    const timer = setTimeout(async () => {
      announceSignOut()
      const { kind } = await session.signOut()
      if (kind === 'Fail') navigate('/', { replace: true })
      if (kind === 'Success') {
        const only = { isLoggedOut: true, isHereAlone: true }
        navigate('/authentication/logged-out', { replace: true, state: only })
      }
    })
    return () => clearTimeout(timer)
  }, [isFromPortal, session, navigate])
  return <Waiting text={t.signingOut} />
}

/** The portal's own Logout, on a page outside of the portal. */
export function LogoutButton() {
  const t = useTexts(authenticationTexts)
  return (
    <Button component={Link} to="/authentication/logout" state={portalLogout} variant="default">
      {t.logout}
    </Button>
  )
}

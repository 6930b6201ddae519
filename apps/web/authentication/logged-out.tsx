import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { authenticationTexts } from './authentication.messages.ts'
import { Notice } from './notice.tsx'

export function LoggedOut() {
  const t = useTexts(authenticationTexts)
  const { state } = useLocation()
  const { isLoggedOut = false, isHereAlone = false } =
    (state as { isLoggedOut?: boolean; isHereAlone?: boolean } | null) ?? {}
  return (
    <Notice
      title={isLoggedOut ? t.loggedOutTitle : t.logout}
      actions={
        <Button component={Link} to="/authentication/login">
          {t.login}
        </Button>
      }
    >
      <p>{isLoggedOut ? t.loggedOut : t.notInitiated}</p>
      {isHereAlone && <p>{t.loggedOutHere}</p>}
    </Notice>
  )
}

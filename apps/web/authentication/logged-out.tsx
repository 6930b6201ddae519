import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { authenticationTexts } from './authentication.messages.ts'
import { Notice } from './notice.tsx'
import { noticeTexts } from './notices.messages.ts'

export function LoggedOut() {
  const t = useTexts(authenticationTexts)
  const notices = useTexts(noticeTexts)
  const { state } = useLocation()
  const { isLoggedOut = false, isHereAlone = false } =
    (state as { isLoggedOut?: boolean; isHereAlone?: boolean } | null) ?? {}
  return (
    <Notice
      title={isLoggedOut ? notices.loggedOutTitle : t.logout}
      actions={
        <Button component={Link} to="/authentication/login">
          {t.login}
        </Button>
      }
    >
      <p>{isLoggedOut ? notices.loggedOut : notices.notInitiated}</p>
      {isHereAlone && <p>{notices.loggedOutHere}</p>}
    </Notice>
  )
}

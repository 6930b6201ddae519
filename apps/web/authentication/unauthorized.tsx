import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSignedIn } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { ownLogout } from './logout.tsx'
import { Notice } from './notice.tsx'

export function Unauthorized() {
  const t = useTexts(authenticationTexts)
  const isSignedIn = useSignedIn() !== null
  return (
    <Notice
      title={t.unauthorizedTitle}
      actions={
        isSignedIn ? (
          <>
            <Button component={Link} to="/dashboard">
              {t.toDashboard}
            </Button>
            <Button
              component={Link}
              to="/authentication/logout"
              state={ownLogout}
              variant="default"
            >
              {t.logout}
            </Button>
          </>
        ) : (
          <Button component={Link} to="/authentication/login">
            {t.login}
          </Button>
        )
      }
    >
      <p>{t.unauthorized}</p>
      <p>{t.unauthorizedHint}</p>
    </Notice>
  )
}

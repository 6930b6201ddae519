import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { authenticationTexts } from './authentication.messages.ts'
import { LogoutButton } from './logout.tsx'
import { Notice } from './notice.tsx'

/**
 * Shows the message of the query. It is only ever text. Whoever the provider knows and the portal does not can only go on as
 * somebody else: for that they sign out there.
 */
export function LoginFailed() {
  const t = useTexts(authenticationTexts)
  const [search] = useSearchParams()
  return (
    <Notice
      title={t.loginFailedTitle}
      actions={
        <>
          <Button component={Link} to="/authentication/login">
            {t.tryAgain}
          </Button>
          <LogoutButton />
        </>
      }
    >
      <p>{search.get('message')}</p>
    </Notice>
  )
}

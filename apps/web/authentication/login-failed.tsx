import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { LogoutButton } from './logout.tsx'
import { Notice } from './notice.tsx'
import { noticeTexts } from './notices.messages.ts'

/**
 * Shows the message of the query. It is only ever text. Whoever the provider knows and the portal does not can only go on as
 * somebody else: for that they sign out there.
 */
export function LoginFailed() {
  const notices = useTexts(noticeTexts)
  const [search] = useSearchParams()
  return (
    <Notice
      title={notices.loginFailedTitle}
      actions={
        <>
          <Button component={Link} to="/authentication/login">
            {notices.tryAgain}
          </Button>
          <LogoutButton />
        </>
      }
    >
      <p>{search.get('message')}</p>
    </Notice>
  )
}

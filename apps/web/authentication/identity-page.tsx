import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Notice, Waiting } from './notice.tsx'

/** Leads to the identity provider's own page for registering or managing an account, when it has one. */
export function IdentityPage({ page }: { page: 'register' | 'manage' }) {
  const t = useTexts(authenticationTexts)
  const address = useSession().accountPages[page]
  useEffect(() => {
    if (address !== null) window.location.replace(address)
  }, [address])
  if (address !== null) return <Waiting text={t.redirecting} />
  return (
    <Notice
      title={page === 'register' ? t.registerTitle : t.profileTitle}
      actions={
        <Button component={Link} to="/dashboard">
          {t.toDashboard}
        </Button>
      }
    >
      <p>{page === 'register' ? t.registerElsewhere : t.profileElsewhere}</p>
    </Notice>
  )
}

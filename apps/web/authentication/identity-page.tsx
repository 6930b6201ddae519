import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Notice, Waiting } from './notice.tsx'

/** Redirects to the identity provider's own page for registering or managing an account, if it has one. */
export function IdentityPage({ page }: { page: 'register' | 'manage' }) {
  const t = useTexts(authenticationTexts)
  const [search] = useSearchParams()
  const address = pageAt(useSession().accountPages[page], search.get('page'))
  useEffect(() => {
    if (address !== null) window.location.replace(address)
  }, [address])
  if (address !== null) return <Waiting text={t.redirecting} />
  return (
    <Notice
      title={page === 'register' ? t.registerTitle : t.profileTitle}
      actions={
        <Button component={Link} to="/dashboard">
          {t.toStart}
        </Button>
      }
    >
      <p>{page === 'register' ? t.registerElsewhere : t.profileElsewhere}</p>
    </Notice>
  )
}

const sections = ['Password', 'Authenticator', 'Sessions']

/** The requested section of the user's account, if the embedded provider has a page for it. */
function pageAt(address: string | null, section: string | null) {
  const hasSections = address?.endsWith('/Identity/Account/Manage') === true
  return hasSections && sections.includes(section ?? '') ? `${address}/${section}` : address
}

import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { Notice, Waiting } from './notice.tsx'
import { noticeTexts } from './notices.messages.ts'

/** Redirects to the identity provider's own page for registering or managing an account, if it has one. */
export function IdentityPage({ page }: { page: 'register' | 'manage' }) {
  const notices = useTexts(noticeTexts)
  const [search] = useSearchParams()
  const address = pageAt(useSession().accountPages[page], search.get('page'))
  useEffect(() => {
    if (address !== null) window.location.replace(address)
  }, [address])
  if (address !== null) return <Waiting text={notices.redirecting} />
  return (
    <Notice
      title={page === 'register' ? notices.registerTitle : notices.profileTitle}
      actions={
        <Button component={Link} to="/dashboard">
          {notices.toStart}
        </Button>
      }
    >
      <p>{page === 'register' ? notices.registerElsewhere : notices.profileElsewhere}</p>
    </Notice>
  )
}

const sections = ['Password', 'Authenticator', 'Sessions']

/** The requested section of the user's account, if the embedded provider has a page for it. */
function pageAt(address: string | null, section: string | null) {
  const hasSections = address?.endsWith('/Identity/Account/Manage') === true
  return hasSections && sections.includes(section ?? '') ? `${address}/${section}` : address
}

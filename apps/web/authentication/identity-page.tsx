import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useEffect } from 'react'
import { useSession } from '../session/session-context.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import { Waiting } from './notice.tsx'

/** Leads to the identity provider's own page for registering or managing an account. */
export function IdentityPage({ page }: { page: 'Register' | 'Manage' }) {
  const t = useTexts(authenticationTexts)
  const session = useSession()
  useEffect(() => {
    window.location.replace(`${session.authority}/Identity/Account/${page}`)
  }, [session, page])
  return <Waiting text={t.redirecting} />
}

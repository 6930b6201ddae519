import { RightsSection } from '@counterfoil/features/access/roles/roles.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Facts, Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { LimitsSection } from './limits-section.tsx'
import { readPerson } from './people.contract.ts'
import { UserActions } from './user-actions.tsx'
import { readRights } from './user-rights.contract.ts'
import { UserStatus } from './user-status.tsx'
import { userTexts } from './users.messages.ts'

/** One user: who it is, what can be done, what is kept from them, and all that they may do, and why. */
export default function UserPage() {
  const t = useTexts(userTexts)
  const { id = '' } = useParams()
  const { data: user, error, refetch } = useCall(readPerson, { params: { id } }, { quiet: true })
  const rights = useCall(readRights, { params: { id } }, { quiet: true })
  const name = user && `${user.firstName} ${user.lastName}`
  useCrumb(name)
  if (user === undefined) {
    return (
      <Page title={t.user}>
        {error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={error} onRetry={() => refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={name ?? t.user}
      badge={<UserStatus status={user.status} />}
      description={user.email}
      actions={
        <>
          <AuditLink recordType="user" recordId={user.id} />
          {user.isManageable && <UserActions user={user} />}
        </>
      }
    >
      <Section>
        <Facts
          facts={[
            [t.role, user.roleName],
            [t.tenant, user.tenantName],
            ...(user.merchantName === null ? [] : [[t.merchant, user.merchantName] as const]),
            [
              t.lastLogin,
              user.lastLoginTime === null ? (
                t.never
              ) : (
                <DateTime key="last" value={user.lastLoginTime} />
              ),
            ],
            [t.created, <DateTime key="made" value={user.createdAt} />],
          ]}
        />
      </Section>
      {rights.error !== null && (
        <ErrorState problem={rights.error} onRetry={() => rights.refetch()} />
      )}
      {rights.data !== undefined && user.userType !== 'platform' && (
        <LimitsSection user={user} rights={rights.data} />
      )}
      {rights.data !== undefined && (
        <Suspense fallback={<LoadingLines lines={8} />}>
          <RightsSection user={user} rights={rights.data} />
        </Suspense>
      )}
    </Page>
  )
}

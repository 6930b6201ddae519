import { UserPermissionsSection } from '@counterfoil/features/access/roles/roles.screens.ts'
import { ViewAsButton } from '@counterfoil/features/access/view-as/view-as.screens.ts'
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
import { UserActions } from './user-actions.tsx'
import { readUserAccess } from './user-permissions.contract.ts'
import { UserStatus } from './user-status.tsx'
import { readUser } from './users.contract.ts'
import { userTexts } from './users.messages.ts'

/** One user: details, actions, limits and effective permissions with their sources. */
export default function UserPage() {
  const t = useTexts(userTexts)
  const { id = '' } = useParams()
  const { data: user, error, refetch } = useCall(readUser, { params: { id } }, { quiet: true })
  const access = useCall(readUserAccess, { params: { id } }, { quiet: true })
  const faults = {
    failed: t.invitationFailed,
    kept: t.invitationKept,
    expired: t.invitationExpired,
  }
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
          <Suspense>
            <ViewAsButton user={user} />
          </Suspense>
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
            ...(user.invitationFault === null
              ? []
              : [[t.invitation, faults[user.invitationFault]] as const]),
          ]}
        />
      </Section>
      {access.error !== null && (
        <ErrorState problem={access.error} onRetry={() => access.refetch()} />
      )}
      {access.data !== undefined && user.userType !== 'platform' && (
        <LimitsSection user={user} access={access.data} />
      )}
      {access.data !== undefined && (
        <Suspense fallback={<LoadingLines lines={8} />}>
          <UserPermissionsSection user={user} access={access.data} />
        </Suspense>
      )}
    </Page>
  )
}

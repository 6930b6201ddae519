import { TenantUsers } from '@counterfoil/features/access/users/users.screens.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Facts, Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { EditTenantDialog } from './edit-tenant-dialog.tsx'
import { TenantFeatures } from './tenant-features.tsx'
import { TenantStatus } from './tenant-status.tsx'
import { readManagedTenant, setTenantActive, updateTenant } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'

type Tenant = AnswerOf<typeof readManagedTenant>

/** One tenant: details, features, users and activation. */
export default function TenantPage() {
  const t = useTexts(tenantTexts)
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(readManagedTenant, { params: { id } }, { quiet: true })
  const seesUsers = useMay('manageCrmRoles')
  useCrumb(data?.name)
  if (data === undefined) {
    return (
      <Page title={t.tenant}>
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
      title={data.name}
      badge={<TenantStatus isActive={data.isActive} />}
      description={data.supportEmail}
      actions={<Actions tenant={data} />}
    >
      <Section>
        <Facts
          facts={[
            [t.slug, data.slug],
            [t.timeZone, data.timeZone],
            [t.locale, data.locale === 'tr' ? t.tr : t.en],
            [t.homeCurrency, data.homeCurrency],
            [t.merchants, data.merchantCount],
            [t.created, <DateTime key="created" value={data.createdAt} />],
          ]}
        />
      </Section>
      {data.features.length > 0 && <TenantFeatures tenant={data} />}
      {seesUsers && (
        <Suspense fallback={<LoadingLines lines={4} />}>
          <TenantUsers tenantId={data.id} />
        </Suspense>
      )}
    </Page>
  )
}

function Actions({ tenant }: { tenant: Tenant }) {
  const t = useTexts(tenantTexts)
  const [open, setOpen] = useState<'edit' | 'activity' | null>(null)
  const close = () => setOpen(null)
  const mayEdit = useMayCall(updateTenant)
  return (
    <>
      <AuditLink recordType="tenant" recordId={tenant.id} />
      <Button component={Link} to="branding" size="xs" variant="default">
        {t.branding}
      </Button>
      {mayEdit && (
        <>
          <Button size="xs" variant="default" onClick={() => setOpen('activity')}>
            {tenant.isActive ? t.suspend : t.resume}
          </Button>
          <Button size="xs" onClick={() => setOpen('edit')}>
            {t.edit}
          </Button>
        </>
      )}
      {open === 'edit' && <EditTenantDialog tenant={tenant} onClose={close} />}
      {open === 'activity' && <Activity tenant={tenant} onClose={close} />}
    </>
  )
}

function Activity({ tenant, onClose }: { tenant: Tenant; onClose(): void }) {
  const t = useTexts(tenantTexts)
  const act = useAction(setTenantActive, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
  })
  const [title, text, label] = tenant.isActive
    ? [t.suspendTitle, t.suspendText, t.suspend]
    : [t.resumeTitle, t.resumeText, t.resume]
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => act.run({ params: { id: tenant.id }, body: { isActive: !tenant.isActive } })}
      title={title}
      text={text}
      confirmLabel={label}
      isDangerous={tenant.isActive}
      isRunning={act.isRunning}
      problem={act.problem}
    />
  )
}

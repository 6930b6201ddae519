import { readManagedTenant } from '@counterfoil/features/tenants/management/tenants.contract.ts'
import { BrandingForm } from '@counterfoil/features/tenants/theme/theme.screens.ts'
import { AuditLink } from '@counterfoil/kit/web/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/breadcrumbs.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { tenantTexts } from './tenants.messages.ts'

/** A tenant's look, as its own administrators choose it too. */
export default function TenantBranding() {
  const t = useTexts(tenantTexts)
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(readManagedTenant, { params: { id } }, { quiet: true })
  useCrumb(data?.name, `/crm/tenant-management/tenants/${id}`)
  return (
    <Page
      title={t.branding}
      description={data && t.brandingAbout(data.name)}
      actions={data && <AuditLink recordType="tenant" recordId={data.id} />}
    >
      {data !== undefined ? (
        <Suspense fallback={<LoadingLines lines={8} />}>
          <BrandingForm
            tenantId={data.id}
            tenantName={data.name}
            logo={data.logo}
            themeSettings={data.themeSettings}
          />
        </Suspense>
      ) : error === null ? (
        <LoadingLines lines={8} />
      ) : (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
    </Page>
  )
}

import { BrandingForm } from '@counterfoil/features/tenants/theme/theme.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { readManagedTenant } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'

/** A tenant's colours and logo, with the form that its own administrators use too. */
export default function TenantBranding() {
  const t = useTexts(tenantTexts)
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(readManagedTenant, { params: { id } }, { quiet: true })
  useCrumb(data?.name, `/crm/tenant-management/tenants/${id}`)
  return (
    <Page
      title={t.branding}
      description={data && t.brandingAbout({ name: data.name })}
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

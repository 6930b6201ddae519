import { readMyTenant } from '@counterfoil/features/access/context/context.contract.ts'
import { AuditLink } from '@counterfoil/kit/web/audit-link.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import BrandingForm from './branding-form.tsx'
import { themeTexts } from './theme.messages.ts'

/** The tenant's colours, layout and logo, worn by the whole portal while they are chosen. */
export default function ThemeSettings() {
  const t = useTexts(themeTexts)
  const { data, error, refetch } = useCall(readMyTenant, {}, { quiet: true })
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={data && <AuditLink recordType="tenant" recordId={data.tenantId} />}
    >
      {data !== undefined ? (
        <BrandingForm {...data} />
      ) : error === null ? (
        <LoadingLines lines={8} />
      ) : (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
    </Page>
  )
}

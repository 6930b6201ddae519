import { readMyTenant } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import BrandingForm from './branding-form.tsx'
import { themeTexts } from './theme.messages.ts'

/** The tenant's colours, layout and logo; the whole portal previews them while they are chosen. */
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

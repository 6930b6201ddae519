import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { readMerchantDashboard } from './dashboard.contract.ts'
import { dashboardTexts } from './dashboard.messages.ts'
import { Dashboard } from './dashboard.tsx'

export default function MerchantDashboard() {
  const t = useTexts(dashboardTexts)
  if (!useMay('Merchant.Transaction.View')) {
    return (
      <Page title={t.title}>
        <EmptyState title={t.nothing} text={t.noPermission} />
      </Page>
    )
  }
  return (
    <Dashboard
      call={readMerchantDashboard}
      listPath="/merchant/transaction-management/transaction-lookup"
    />
  )
}

import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { setupTexts } from './processing-setup.messages.ts'
import { SetupDetail } from './setup-detail.tsx'

/** The merchant's own set-up. */
export default function MerchantSetupPage() {
  const t = useTexts(setupTexts)
  return (
    <Page title={t.title} description={t.aboutOwn}>
      <SetupDetail merchantId={null} />
    </Page>
  )
}

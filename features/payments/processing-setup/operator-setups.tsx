import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link, useLocation, useSearchParams } from 'react-router'
import { setupTexts } from './processing-setup.messages.ts'
import { SetupDetail } from './setup-detail.tsx'
import { SetupList } from './setup-list.tsx'

/** Many merchants, and the one that is opened. */
export default function OperatorSetups() {
  const t = useTexts(setupTexts)
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const merchantId = search.get('merchantId')
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={
        <>
          {merchantId !== null && (
            <Button size="xs" variant="default" component={Link} to={pathname}>
              {t.all}
            </Button>
          )}
          <SystemModeFilter />
        </>
      }
    >
      {merchantId === null ? (
        <SetupList />
      ) : (
        <SetupDetail key={merchantId} merchantId={merchantId} />
      )}
    </Page>
  )
}

import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { trafficTexts } from './smart-routing.messages.ts'
import { Traffic } from './traffic-graph.tsx'

/** What a merchant's rules did in the last hours. */
export default function RoutingTraffic() {
  const t = useTexts(trafficTexts)
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={
        <Button
          size="xs"
          variant="default"
          component={Link}
          to="/merchant/payment-settings/smart-routing"
        >
          {t.toRules}
        </Button>
      }
    >
      <Traffic />
    </Page>
  )
}

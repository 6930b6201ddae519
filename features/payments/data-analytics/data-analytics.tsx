import { SummaryReport } from '@counterfoil/features/payments/summary-reports/summary-reports.screens.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Comparison } from './comparison.tsx'
import { analyticsTexts } from './data-analytics.messages.ts'
import { FunnelStages } from './funnel-stages.tsx'
import { useAnalyticsWindow } from './open-window.tsx'

const paths = {
  merchant: '/reports/data-analytics',
  tenant: '/crm/reports/data-analytics',
  platform: '/crm/reports/data-analytics',
}

/** Measures by dimensions, the way from order to money, and two periods beside each other: what is asked is in the address. */
export function DataAnalytics({ isWindow = false }: { isWindow?: boolean }) {
  const t = useTexts(analyticsTexts)
  const path = paths[useUser().audience]
  const { search } = useLocation()
  const [query, setQuery] = useSearchParams()
  const shown = useAnalyticsWindow(`${path}/window`)
  const isCompared = query.get('compare') === 'previous'
  const compare = () =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      if (isCompared) next.delete('compare')
      else next.set('compare', 'previous')
      return next
    })
  return (
    <Suspense fallback={null}>
      <SummaryReport
        face="tool"
        about={t.about}
        actions={
          <>
            <Button
              size="xs"
              variant={isCompared ? 'light' : 'default'}
              aria-pressed={isCompared}
              onClick={compare}
            >
              {t.compare}
            </Button>
            {!isWindow && (
              <Button size="xs" variant="default" disabled={shown.isOpen} onClick={shown.open}>
                {shown.isOpen ? t.windowOpen : t.openWindow}
              </Button>
            )}
            <CopyText
              name={t.copy}
              text={`${window.location.origin}${path}${search}`}
              isButtonOnly
            />
          </>
        }
        above={(report, filter, call) => (
          <>
            {isCompared && <Comparison report={report} filter={filter} call={call} />}
            <FunnelStages filter={filter} />
          </>
        )}
      />
    </Suspense>
  )
}

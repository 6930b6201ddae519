import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import type { DashboardSummary } from './dashboard.contract.ts'
import { dashboardTexts } from './dashboard.messages.ts'
import classes from './dashboard.module.css'
import type { Period } from './period-card.tsx'

/** The number of payments by status; each opens its list. */
export function StatusCounts(props: {
  statuses: DashboardSummary['statuses']
  period: Period | undefined
  listPath: string
}) {
  const t = useTexts(dashboardTexts)
  const { locale } = useLanguage()
  const { period } = props
  const range = period === undefined ? '' : `&dateFrom=${period.from}&dateTo=${period.to}`
  return (
    <Section title={t.statuses}>
      {props.statuses.length === 0 && <p className={classes.muted}>{t.noData}</p>}
      <ul className={classes.statuses}>
        {props.statuses.map(({ status, count }) => (
          <li key={status}>
            <Link to={`${props.listPath}?status=${status}${range}`} className={classes.status}>
              <StatusPill status={status} />
              <span className={classes.count}>{count.toLocaleString(locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

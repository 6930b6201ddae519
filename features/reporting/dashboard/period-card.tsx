import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import type { DashboardSummary, PeriodFigures } from './dashboard.contract.ts'
import { dashboardTexts } from './dashboard.messages.ts'
import classes from './dashboard.module.css'

export type Period = DashboardSummary['periods'][number]

/** The figures of one period, by currency. */
export function PeriodCard({ period, listPath }: { period: Period; listPath: string }) {
  const t = useTexts(dashboardTexts)
  return (
    <Section title={t[period.id]}>
      {period.currencies.length === 0 && <p className={classes.muted}>{t.none}</p>}
      {period.currencies.map((figures) => (
        <Link
          key={figures.currency}
          className={classes.figures}
          to={`${listPath}?dateFrom=${period.from}&dateTo=${period.to}&currency=${figures.currency}`}
        >
          <Figures figures={figures} />
        </Link>
      ))}
    </Section>
  )
}

function Figures({ figures }: { figures: PeriodFigures }) {
  const t = useTexts(dashboardTexts)
  const { locale } = useLanguage()
  const { approvalRate } = figures
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <>
      <span className={classes.captured}>
        <Money amount={figures.capturedAmount} currency={figures.currency} />{' '}
        <span className={classes.muted}>{t.captured}</span>
      </span>
      <span className={classes.details}>
        <span>{t.payments({ count: figures.count })}</span>
        {approvalRate !== null && <span>{t.approved({ rate: percent.format(approvalRate) })}</span>}
        {figures.refundedAmount > 0 && (
          <span>
            <Money amount={figures.refundedAmount} currency={figures.currency} /> {t.refunded}
          </span>
        )}
      </span>
    </>
  )
}

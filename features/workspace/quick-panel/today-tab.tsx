import {
  type DashboardSummary,
  type PeriodFigures,
  readMerchantDashboard,
  readOperatorDashboard,
} from '@counterfoil/features/reporting/dashboard/dashboard.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { todayTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'
import { ToDo } from './to-do.tsx'

/** What waits for the user to act, then today's figures, each currency by itself. */
export function TodayTab({ onLeave }: { onLeave(): void }) {
  const t = useTexts(todayTexts)
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const mayMerchant = useMay('Merchant.Transaction.View')
  const mayOperator = useMay('CRM.Dashboard.View')
  const isAllowed = isMerchant ? mayMerchant : mayOperator
  return (
    <>
      <h3 className={classes.heading}>{t.tasks}</h3>
      <ToDo onLeave={onLeave} />
      {isAllowed && (
        <>
          <h3 className={classes.heading}>{t.figures}</h3>
          <TodaysFigures isMerchant={isMerchant} />
        </>
      )}
    </>
  )
}

function TodaysFigures({ isMerchant }: { isMerchant: boolean }) {
  const summary = useCall(
    isMerchant ? readMerchantDashboard : readOperatorDashboard,
    {},
    { quiet: true },
  )
  if (summary.data !== undefined) return <Summary summary={summary.data} />
  if (summary.error === null) return <LoadingLines lines={6} />
  return <ErrorState problem={summary.error} onRetry={() => summary.refetch()} />
}

function Summary({ summary }: { summary: DashboardSummary }) {
  const t = useTexts(todayTexts)
  const timeZone = useTimeZone()
  const today = summary.periods.find(({ id }) => id === 'today')
  return (
    <>
      <p className={classes.muted}>
        {t.asOf({ time: formatDateTime(new Date(summary.asOf), timeZone, true) })} · {timeZone}
      </p>
      {today?.currencies.length === 0 && <p>{t.none}</p>}
      {today?.currencies.map((figures) => (
        <Figures key={figures.currency} figures={figures} />
      ))}
    </>
  )
}

function Figures({ figures }: { figures: PeriodFigures }) {
  const t = useTexts(todayTexts)
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { approvalRate, currency } = figures
  return (
    <section className={classes.figures} aria-label={currency}>
      <p className={classes.captured}>
        <Money amount={figures.capturedAmount} currency={currency} />{' '}
        <span className={classes.muted}>{t.captured}</span>
      </p>
      <dl>
        <div>
          <dt>{t.payments}</dt>
          <dd>{figures.count.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt>{t.approved}</dt>
          <dd>{approvalRate === null ? '–' : percent.format(approvalRate)}</dd>
        </div>
        <div>
          <dt>{t.refunded}</dt>
          <dd>
            <Money amount={figures.refundedAmount} currency={currency} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

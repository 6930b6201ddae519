import {
  type DashboardSummary,
  type PeriodFigures,
  readMerchantDashboard,
  readOperatorDashboard,
} from '@counterfoil/features/reporting/dashboard/dashboard.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconChecks, IconChevronRight, IconClockPause, IconHourglass } from '@tabler/icons-react'
import { Link } from 'react-router'
import { usePaymentsPath } from './payment-paths.tsx'
import { todayTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'

/** Today's figures, each currency by itself, and what waits for somebody to act. */
export function TodayTab({ onLeave }: { onLeave(): void }) {
  const t = useTexts(todayTexts)
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const mayMerchant = useMay('Merchant.Transaction.View')
  const mayOperator = useMay('CRM.Dashboard.View')
  const isAllowed = isMerchant ? mayMerchant : mayOperator
  const summary = useCall(
    isMerchant ? readMerchantDashboard : readOperatorDashboard,
    {},
    { enabled: isAllowed, quiet: true },
  )
  if (!isAllowed) return <EmptyState title={t.closed} text={t.closedHint} />
  if (summary.data !== undefined) return <Summary summary={summary.data} onLeave={onLeave} />
  if (summary.error === null) return <LoadingLines lines={6} />
  return <ErrorState problem={summary.error} onRetry={() => summary.refetch()} />
}

function Summary({ summary, onLeave }: { summary: DashboardSummary; onLeave(): void }) {
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
      <h3 className={classes.heading}>{t.tasks}</h3>
      <Tasks summary={summary} onLeave={onLeave} />
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

/** Payments that somebody must look after, as far as the user can open them. */
function Tasks({ summary, onLeave }: { summary: DashboardSummary; onLeave(): void }) {
  const t = useTexts(todayTexts)
  const path = usePaymentsPath()
  const period = summary.periods.find(({ id }) => id === 'last30')
  const tasks = [
    { status: 'waiting_for_approval', text: t.waiting, Icon: IconHourglass },
    { status: 'pending', text: t.pending, Icon: IconClockPause },
  ].flatMap((task) => {
    const count = summary.statuses.find(({ status }) => status === task.status)?.count ?? 0
    return count > 0 && path !== undefined ? [{ ...task, count }] : []
  })
  if (tasks.length === 0) {
    return (
      <p className={classes.allDone}>
        <IconChecks size={17} stroke={1.75} aria-hidden /> {t.noTasks}
      </p>
    )
  }
  return (
    <ul className={classes.rows}>
      {tasks.map(({ status, count, text, Icon }) => (
        <li key={status}>
          <Link
            className={classes.row}
            to={`${path}?status=${status}&dateFrom=${period?.from}&dateTo=${period?.to}`}
            onClick={onLeave}
          >
            <Icon size={17} stroke={1.6} aria-hidden />
            <span>{text({ count })}</span>
            <IconChevronRight size={15} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

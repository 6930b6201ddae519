import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { readMerchantDashboard, readOperatorDashboard } from './dashboard.contract.ts'
import { dashboardTexts } from './dashboard.messages.ts'
import classes from './dashboard.module.css'
import { DayBars } from './day-bars.tsx'
import { PeriodCard } from './period-card.tsx'
import { StatusCounts } from './status-counts.tsx'

const refreshMs = 60_000

interface DashboardProps {
  readonly call: typeof readOperatorDashboard | typeof readMerchantDashboard
  /** The path of the list that figures open. */
  readonly listPath: string
}

/** The figures of today, this week and this month; each opens its payments. */
export function Dashboard({ call, listPath }: DashboardProps) {
  const t = useTexts(dashboardTexts)
  const timeZone = useTimeZone()
  const summary = useCall(call, {}, { refetchEveryMs: refreshMs })
  const { data } = summary
  return (
    <Page
      title={t.title}
      {...(data === undefined
        ? {}
        : {
            description: `${t.asOf({ time: formatDateTime(new Date(data.asOf), timeZone, true) })} · ${timeZone}`,
          })}
      actions={
        <>
          <SystemModeFilter />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} stroke={1.75} />}
            loading={summary.isFetching}
            onClick={() => summary.refetch()}
          >
            {t.refresh}
          </Button>
        </>
      }
    >
      {data === undefined && summary.error === null && <LoadingLines lines={8} />}
      {data === undefined && summary.error !== null && (
        <ErrorState problem={summary.error} onRetry={() => summary.refetch()} />
      )}
      {data !== undefined && (
        <>
          <div className={classes.periods}>
            {data.periods.map((period) => (
              <PeriodCard key={period.id} period={period} listPath={listPath} />
            ))}
          </div>
          <div className={classes.lower}>
            <DayBars days={data.days} today={data.today} listPath={listPath} />
            <StatusCounts statuses={data.statuses} period={data.periods[2]} listPath={listPath} />
          </div>
        </>
      )}
    </Page>
  )
}

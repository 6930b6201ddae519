import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { JobName, Outcome } from './job-name.tsx'
import {
  listRecurringJobs,
  pauseRecurringJob,
  type RecurringJob,
  runRecurringJob,
} from './scheduler.contract.ts'
import { schedulerTexts } from './scheduler.messages.ts'
import classes from './scheduler.module.css'

/** Recurring jobs. They work for every tenant, so only platform staff run and pause them. */
export default function RecurringJobs() {
  const t = useTexts(schedulerTexts)
  const { audience } = useUser()
  const search = useListSearch()
  const jobs = useCall(
    listRecurringJobs,
    { query: search.query },
    { keepPrevious: true, quiet: true, refetchEveryMs: 5000 },
  )
  const columns = useColumns(audience === 'platform')
  return (
    <Page title={t.recurring} description={t.recurringAbout}>
      <SearchList
        id="recurring-jobs"
        label={t.recurring}
        columns={columns}
        rowId={(row) => row.name}
        search={search}
        answer={jobs}
        searchLabel={t.search}
        empty={{ title: t.nothing }}
      />
    </Page>
  )
}

function useColumns(mayAct: boolean): GridColumn<RecurringJob>[] {
  const t = useTexts(schedulerTexts)
  return useMemo(() => {
    const often = (s: number) =>
      s < 60
        ? t.seconds({ n: s })
        : s < 3600
          ? t.minutes({ n: Math.round(s / 60) })
          : t.hours({ n: Math.round(s / 3600) })
    return [
      {
        ...{ id: 'name', title: t.job, isFixed: true },
        cell: (row) => <JobName work={row} />,
      },
      { id: 'every', title: t.every, align: 'right', cell: (row) => often(row.everyS) },
      {
        ...{ id: 'status', title: t.status },
        cell: (row) => (
          <StatusPill
            status={row.isRequested ? 'Pending' : row.isPaused ? 'Suspended' : 'Active'}
            label={row.isRequested ? t.requested : row.isPaused ? t.paused : t.on}
          />
        ),
      },
      {
        ...{ id: 'last', title: t.last },
        cell: (row) => (row.lastStartedAt === null ? '–' : <DateTime value={row.lastStartedAt} />),
      },
      { id: 'result', title: t.result, cell: (row) => <Outcome outcome={row.lastOutcome} /> },
      {
        ...{ id: 'next', title: t.next },
        cell: (row) => (row.nextRunAt === null ? '–' : <DateTime value={row.nextRunAt} />),
      },
      { id: 'failures', title: t.failures, align: 'right', cell: (row) => row.failed },
      ...(mayAct
        ? [
            { id: 'output', title: t.output, cell: (row: RecurringJob) => row.lastOutput ?? '–' },
            {
              ...{ id: 'actions', title: t.actions, width: 210, isKept: true },
              cell: (row: RecurringJob) => <Actions job={row} />,
            },
          ]
        : []),
    ]
  }, [t, mayAct])
}

function Actions({ job }: { job: RecurringJob }) {
  const t = useTexts(schedulerTexts)
  const params = { name: job.name }
  const mayAct = useMayCall(runRecurringJob)
  const name = useTranslate()(job.label)
  const run = useAction(runRecurringJob, {
    onDone: () => showSnackbar({ message: t.asked, tone: 'success' }),
  })
  const pause = useAction(pauseRecurringJob, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  return (
    <div className={classes.actions}>
      {mayAct && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            loading={run.isRunning}
            aria-label={`${t.run}: ${name}`}
            onClick={() => run.run({ params })}
          >
            {t.run}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            loading={pause.isRunning}
            aria-label={`${job.isPaused ? t.resume : t.pause}: ${name}`}
            onClick={() => pause.run({ params, body: { isPaused: !job.isPaused } })}
          >
            {job.isPaused ? t.resume : t.pause}
          </Button>
        </>
      )}
      <AuditLink recordType="scheduler" recordId={job.name} about={name} />
    </div>
  )
}

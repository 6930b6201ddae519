import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { JobName } from './job-name.tsx'
import { Queues } from './queues.tsx'
import {
  type CustomJob,
  cancelCustomJob,
  jobStates,
  listCustomJobs,
  retryCustomJob,
} from './scheduler.contract.ts'
import { schedulerTexts } from './scheduler.messages.ts'
import classes from './scheduler.module.css'

/** Jobs that are not completed yet: a tenant sees its own, platform staff all. */
export default function CustomJobs() {
  const t = useTexts(schedulerTexts)
  const { audience } = useUser()
  const search = useListSearch({ choice: { name: 'state', values: jobStates } })
  const jobs = useCall(
    listCustomJobs,
    { query: search.query },
    { keepPrevious: true, quiet: true, refetchEveryMs: 5000 },
  )
  const columns = useColumns(audience === 'platform')
  return (
    <Page title={t.custom} description={t.customAbout}>
      <SearchList
        id="custom-jobs"
        label={t.custom}
        columns={columns}
        rowId={(row) => row.id}
        search={search}
        answer={jobs}
        searchLabel={t.search}
        choiceLabel={t.status}
        labelOf={(state) => t[state]}
        empty={{ title: t.noJobs }}
      />
      {audience === 'platform' && <Queues />}
    </Page>
  )
}

const pills = { waiting: 'Pending', retrying: 'Pending', running: 'Processing', failed: 'Failed' }

function useColumns(isPlatform: boolean): GridColumn<CustomJob>[] {
  const t = useTexts(schedulerTexts)
  return useMemo(
    () => [
      {
        ...{ id: 'name', title: t.job, isFixed: true, width: 220 },
        cell: (row) => <JobName work={row} />,
      },
      ...(isPlatform
        ? [{ id: 'tenant', title: t.tenant, cell: (row: CustomJob) => row.tenantName ?? '–' }]
        : []),
      {
        ...{ id: 'state', title: t.status },
        cell: (row) => <StatusPill status={pills[row.state]} label={t[row.state]} />,
      },
      { id: 'created', title: t.created, cell: (row) => <DateTime value={row.createdAt} /> },
      { id: 'due', title: t.due, cell: (row) => <DateTime value={row.dueAt} /> },
      { id: 'attempts', title: t.attempts, align: 'right', cell: (row) => row.attempts },
      { id: 'output', title: t.output, width: 240, cell: (row) => row.output ?? '–' },
      {
        ...{ id: 'actions', title: t.actions, width: 190, isKept: true },
        cell: (row) => <Actions job={row} />,
      },
    ],
    [t, isPlatform],
  )
}

function Actions({ job }: { job: CustomJob }) {
  const t = useTexts(schedulerTexts)
  const [isConfirming, setConfirming] = useState(false)
  const params = { id: job.id }
  const name = useTranslate()(job.label)
  const retry = useAction(retryCustomJob, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const cancel = useAction(cancelCustomJob, { quiet: true, onDone: () => setConfirming(false) })
  const mayAct = useMayCall(cancelCustomJob)
  if (!mayAct || job.state === 'running') return null
  return (
    <div className={classes.actions}>
      {job.state === 'failed' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={retry.isRunning}
          aria-label={`${t.retry}: ${name}`}
          onClick={() => retry.run({ params })}
        >
          {t.retry}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t.cancel}: ${name}`}
        onClick={() => setConfirming(true)}
      >
        {t.cancel}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          isOpen
          onClose={() => setConfirming(false)}
          onConfirm={() => cancel.run({ params })}
          title={t.cancelTitle}
          text={t.cancelText}
          confirmLabel={t.cancel}
          isDangerous
          isRunning={cancel.isRunning}
          problem={cancel.problem}
        />
      )}
    </div>
  )
}

import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { JobName, Outcome } from './job-name.tsx'
import { listQueues, type Queue, setQueuePaused } from './scheduler.contract.ts'
import { schedulerTexts } from './scheduler.messages.ts'
import classes from './scheduler.module.css'

/** For platform staff: every queue with its figures, and a switch to pause it. */
export function Queues() {
  const t = useTexts(schedulerTexts)
  const queues = useCall(listQueues, {}, { quiet: true, refetchEveryMs: 5000 })
  return (
    <Section title={t.queues}>
      <p>{t.queuesAbout}</p>
      <DataGrid<Queue>
        id="queues"
        label={t.queues}
        columns={useColumns()}
        rows={queues.data}
        rowId={(row) => row.name}
        problem={queues.error}
        onRetry={() => queues.refetch()}
        empty={{ title: t.nothing }}
      />
    </Section>
  )
}

function useColumns(): GridColumn<Queue>[] {
  const t = useTexts(schedulerTexts)
  return useMemo(
    () => [
      {
        ...{ id: 'name', title: t.job, isFixed: true, width: 220 },
        cell: (row) => <JobName work={row} />,
      },
      {
        ...{ id: 'status', title: t.status },
        cell: (row) => (
          <StatusPill
            status={row.isPaused ? 'Suspended' : 'Active'}
            label={row.isPaused ? t.paused : t.on}
          />
        ),
      },
      { id: 'waiting', title: t.waiting, align: 'right', cell: (row) => row.waiting },
      { id: 'running', title: t.running, align: 'right', cell: (row) => row.running },
      { id: 'succeeded', title: t.succeeded, align: 'right', cell: (row) => row.succeeded },
      { id: 'failed', title: t.failed, align: 'right', cell: (row) => row.failed },
      {
        ...{ id: 'last', title: t.last },
        cell: (row) =>
          row.lastFinishedAt === null ? '–' : <DateTime value={row.lastFinishedAt} />,
      },
      { id: 'result', title: t.result, cell: (row) => <Outcome outcome={row.lastOutcome} /> },
      { id: 'output', title: t.output, width: 130, cell: (row) => row.lastOutput ?? '–' },
      {
        ...{ id: 'actions', title: t.actions, width: 120, isKept: true },
        cell: (row) => <Actions queue={row} />,
      },
    ],
    [t],
  )
}

function Actions({ queue }: { queue: Queue }) {
  const t = useTexts(schedulerTexts)
  const name = useTranslate()(queue.label)
  const pause = useAction(setQueuePaused, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const mayPause = useMayCall(setQueuePaused)
  const label = queue.isPaused ? t.resume : t.pause
  return (
    <div className={classes.actions}>
      {mayPause && (
        <Button
          size="compact-xs"
          variant="default"
          loading={pause.isRunning}
          aria-label={`${label}: ${name}`}
          onClick={() =>
            pause.run({ params: { name: queue.name }, body: { isPaused: !queue.isPaused } })
          }
        >
          {label}
        </Button>
      )}
      <AuditLink recordType="scheduler" recordId={queue.name} about={name} />
    </div>
  )
}

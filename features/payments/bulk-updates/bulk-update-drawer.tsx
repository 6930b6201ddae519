import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import '@mantine/core/styles/Stack.layer.css'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { BulkUpdateRows } from './bulk-update-rows.tsx'
import {
  type BulkUpdateDetails,
  exportBulkRows,
  readBulkUpdate,
  resumeBulkUpdate,
  stopBulkUpdate,
} from './bulk-updates.contract.ts'
import { rowMap, stateMap, stateTexts, updateTexts } from './bulk-updates.messages.ts'
import classes from './bulk-updates.module.css'
import { StartDialog } from './start-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'

const watchMs = 1_500

/** One bulk update: what it is about to do or has done, and what can be done with it. */
export function BulkUpdateDrawer(props: {
  id: string
  onClose(): void
  linkTo(id: string): string
}) {
  const { id, onClose, linkTo } = props
  const t = useTexts(updateTexts)
  const [isWatched, setWatched] = useState(false)
  const found = useCall(
    readBulkUpdate,
    { params: { id } },
    isWatched ? { refetchEveryMs: watchMs } : {},
  )
  const update = found.data
  const isRunning = update?.state === 'running'
  if (isWatched !== isRunning) setWatched(isRunning)
  return (
    <SideDrawer isOpen onClose={onClose} title={t.one}>
      {update === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {update !== undefined && (
        <>
          <UpdateFacts update={update} linkTo={linkTo} />
          <Actions update={update} linkTo={linkTo} />
          <Groups update={update} />
          <BulkUpdateRows update={update} />
        </>
      )}
    </SideDrawer>
  )
}

interface PartProps {
  readonly update: BulkUpdateDetails
  /** The address of another bulk update. */
  linkTo(id: string): string
}

function UpdateFacts({ update, linkTo }: PartProps) {
  const t = useTexts(updateTexts)
  const states = useTexts(stateTexts)
  const modes = useTexts(modeNames)
  const { startedAt, endedAt, undoes, undoneBy } = update
  const linkOf = (other: { readonly id: string; readonly createdAt: string }) => (
    <Anchor key={other.id} component={Link} to={linkTo(other.id)} size="sm">
      <DateTime value={other.createdAt} />
    </Anchor>
  )
  return (
    <Facts
      facts={[
        [
          t.state,
          <StatusPill
            key="state"
            status={update.state}
            map={stateMap}
            label={states[update.state]}
          />,
        ],
        [t.tenant, update.tenantName],
        [t.mode, modes[update.mode]],
        [t.status, <StatusPill key="target" status={update.target} />],
        ...(undoes === null ? [] : [[t.undoes, linkOf(undoes)] as const]),
        ...(undoneBy.length === 0
          ? []
          : [
              [
                t.undoneBy,
                <Stack key="undone" gap={2}>
                  {undoneBy.map(linkOf)}
                </Stack>,
              ] as const,
            ]),
        [t.reason, update.reason],
        [t.maker, update.maker],
        [t.created, <DateTime key="created" value={update.createdAt} />],
        ...(startedAt === null
          ? []
          : [[t.started, <DateTime key="started" value={startedAt} />] as const]),
        ...(endedAt === null ? [] : [[t.ended, <DateTime key="ended" value={endedAt} />] as const]),
      ]}
    />
  )
}

function Actions({ update, linkTo }: PartProps) {
  const t = useTexts(updateTexts)
  const navigate = useNavigate()
  const translated = useTranslatedProblem()
  const [asked, ask] = useState<'start' | 'stop' | 'undo'>()
  const params = { id: update.id }
  const stop = useAction(stopBulkUpdate, { quiet: true, onDone: () => ask(undefined) })
  const resume = useAction(resumeBulkUpdate)
  const download = useDownload(exportBulkRows)
  const done = update.rows - update.open
  const { state, rows: all, open, undoRefusal } = update
  const isOver = state === 'done' || state === 'stopped'
  return (
    <>
      {state !== 'draft' && (
        <p role="status" className={classes.note}>
          {t.progress({ done, all })}
        </p>
      )}
      {state === 'draft' && open === 0 && <p className={classes.note}>{t.nothingToDo}</p>}
      <div className={classes.buttons}>
        {state === 'draft' && open > 0 && (
          <Button onClick={() => ask('start')}>{t.start({ count: open })}</Button>
        )}
        {state === 'running' && (
          <Button variant="default" onClick={() => ask('stop')}>
            {t.stop}
          </Button>
        )}
        {state === 'stopped' && (
          <Button loading={resume.isRunning} onClick={() => void resume.run({ params, body: {} })}>
            {t.resume}
          </Button>
        )}
        <Button
          variant="default"
          loading={download.isRunning}
          onClick={() => void download.start({ params })}
        >
          {t.download}
        </Button>
        {isOver && undoRefusal === null && (
          <Button variant="default" onClick={() => ask('undo')}>
            {t.undo}
          </Button>
        )}
      </div>
      {isOver && undoRefusal !== null && (
        <p className={classes.note}>{translated(undoRefusal.code) ?? undoRefusal.message}</p>
      )}
      {asked === 'start' && <StartDialog update={update} onClose={() => ask(undefined)} />}
      {asked === 'undo' && (
        <UndoDialog
          id={update.id}
          onClose={() => ask(undefined)}
          onPrepared={(id) => void navigate(linkTo(id))}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'stop'}
        onClose={() => ask(undefined)}
        onConfirm={() => void stop.run({ params, body: {} })}
        title={t.stopTitle}
        text={t.stopText}
        confirmLabel={t.stop}
        isRunning={stop.isRunning}
        problem={stop.problem}
      />
    </>
  )
}

/** Its payments by result, status and currency. */
function Groups({ update }: { update: BulkUpdateDetails }) {
  const t = useTexts(updateTexts)
  const money = useMoney()
  const { locale } = useLanguage()
  const number = new Intl.NumberFormat(locale)
  return (
    <>
      <h3 className={classes.title}>{t.groups}</h3>
      <div className={classes.scroll}>
        <table className={table.table} aria-label={t.groups}>
          <thead>
            <tr>
              <th scope="col">{t.result}</th>
              <th scope="col">{t.before}</th>
              <th scope="col" className={classes.whole}>
                {t.count}
              </th>
              <th scope="col" className={classes.whole}>
                {t.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {update.groups.map(({ state, status, currency, count, amount }) => (
              <tr key={`${state} ${status} ${currency}`}>
                <td>
                  <StatusPill status={state} map={rowMap} label={t[state]} />
                </td>
                <td>{status === null ? '–' : <StatusPill status={status} />}</td>
                <td>{number.format(count)}</td>
                <td className={classes.whole}>
                  {currency === null ? '–' : money(amount, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

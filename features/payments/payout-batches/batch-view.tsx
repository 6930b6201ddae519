import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { BatchLines } from './batch-lines.tsx'
import { exportBatch, exportBatchStatus, readBatch } from './payout-batches.contract.ts'
import {
  batchStateTexts,
  batchStepTexts,
  batchTexts,
  payoutStateTexts,
} from './payout-batches.messages.ts'
import classes from './payout-batches.module.css'
import type { BatchDetails, BatchRow, BatchState } from './payout-batches.schema.ts'
import { StopButton, SubmitButton } from './submit-dialog.tsx'

const watchMs = 2_000

const stateMap: StatusMap = {
  ...{ draft: 'neutral', waiting_for_approval: 'pending', running: 'ongoing' },
  ...{ stopped: 'negative', declined: 'negative', done: 'positive' },
}

export function BatchStatus({ state }: { state: BatchState }) {
  const t = useTexts(batchStateTexts)
  return <StatusPill status={state} map={stateMap} label={t[state]} />
}

/** How many payouts are in which state. */
export function PayoutCounts({ payouts }: Pick<BatchRow, 'payouts'>) {
  const t = useTexts(payoutStateTexts)
  if (payouts.length === 0) return '–'
  return payouts
    .map(({ state, count }) => `${t[state as keyof typeof t] ?? state}: ${count}`)
    .join(' · ')
}

/** A file: what is wrong with it, its totals, what can be done with it, and its rows. */
export function BatchView({ id }: { id: string }) {
  const t = useTexts(batchTexts)
  const mayPay = useMay('Merchant.Payments.Batch.Edit')
  const found = useCall(readBatch, { params: { id } }, { refetchEveryMs: watchMs })
  const batch = found.data
  if (batch === undefined) return <ProblemNote problem={found.error} />
  const isUnderWay = batch.state === 'waiting_for_approval' || batch.state === 'running'
  return (
    <>
      <BatchFacts batch={batch} />
      {batch.state === 'draft' && batch.faulty > 0 && <p className={classes.note}>{t.mend}</p>}
      <div className={classes.buttons}>
        {mayPay && batch.state === 'draft' && batch.isOwn && <SubmitButton batch={batch} />}
        {mayPay && isUnderWay && <StopButton id={batch.id} />}
        <Downloads batch={batch} />
      </div>
      <History batch={batch} />
      <h2 className={classes.heading}>{t.lines}</h2>
      <BatchLines batch={batch} />
    </>
  )
}

export function BatchFacts({ batch }: { batch: BatchDetails }) {
  const t = useTexts(batchTexts)
  return (
    <>
      <Facts
        facts={[
          [t.state, <BatchStatus key="state" state={batch.state} />],
          [t.file, batch.fileName],
          [t.format, batch.format],
          ...(batch.messageId === null ? [] : [[t.message, batch.messageId] as const]),
          [t.rows, batch.rows],
          [t.good, batch.rows - batch.faulty],
          [t.faulty, batch.faulty],
          [t.unconfirmed, batch.unconfirmed],
          [t.duplicates, batch.duplicates],
          ...batch.totals.map(
            ({ currency, amount, count }) =>
              [
                `${t.totals} ${currency} (${count})`,
                <Money key={currency} amount={amount} currency={currency} />,
              ] as const,
          ),
          [t.payouts, <PayoutCounts key="payouts" payouts={batch.payouts} />],
          [t.by, batch.requestedBy],
          [t.created, <DateTime key="created" value={batch.createdAt} />],
        ]}
      />
      {batch.duplicateOf !== null && <p className={classes.note}>{t.sameFile}</p>}
    </>
  )
}

function Downloads({ batch }: { batch: BatchDetails }) {
  const t = useTexts(batchTexts)
  const csv = useDownload(exportBatch)
  const report = useDownload(exportBatchStatus)
  const input = { params: { id: batch.id } }
  return (
    <>
      <Button size="xs" variant="default" loading={csv.isRunning} onClick={() => csv.start(input)}>
        {t.csv}
      </Button>
      {batch.state !== 'draft' && (
        <Button
          size="xs"
          variant="default"
          loading={report.isRunning}
          onClick={() => report.start(input)}
        >
          {t.report}
        </Button>
      )}
    </>
  )
}

function History({ batch }: { batch: BatchDetails }) {
  const t = useTexts(batchTexts)
  const words = useTexts(batchStepTexts)
  if (batch.steps.length === 0) return null
  return (
    <>
      <h2 className={classes.heading}>{t.history}</h2>
      <ul className={classes.list}>
        {batch.steps.map(({ kind, by, reason, at }) => (
          <li key={`${kind} ${at} ${by}`}>
            <strong>{words[kind]}</strong>
            <span>{by}</span>
            <DateTime value={at} seconds />
            {reason !== null && <span className={classes.note}>{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

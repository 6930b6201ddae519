import { reasonTexts } from '@counterfoil/features/payments/bank-transfers/unmatched-reasons.rules.ts'
import { operatorConfirmations } from '@counterfoil/features/payments/confirmations/confirmations.contract.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ReasonDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ExplainDialog } from './explain-dialog.tsx'
import { matchTransfer, readTransfer, takeBackClearing } from './suspense.contract.ts'
import {
  kindTexts,
  stateMap,
  stateTexts,
  suspenseTexts,
  takeBackTexts,
} from './suspense.messages.ts'
import classes from './suspense.module.css'
import type { Clearing, Transfer, TransferDetails, WaitingReturn } from './suspense.schema.ts'
import { BookDialog, MatchDialog, ReturnDialog } from './suspense-dialogs.tsx'

/** One transfer: what the bank said of it, what it was used for, and what can be done with what is left. */
export function SuspenseDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(suspenseTexts)
  const found = useCall(readTransfer, { params: { id } })
  const transfer = found.data
  return (
    <SideDrawer isOpen onClose={onClose} title={t.transfer}>
      {transfer === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {transfer !== undefined && (
        <>
          <TransferFacts transfer={transfer} />
          <Actions transfer={transfer} />
          {transfer.waitingReturn !== null && (
            <Waiting currency={transfer.currency} waiting={transfer.waitingReturn} />
          )}
          <h3 className={classes.title}>{t.uses}</h3>
          <Uses transfer={transfer} />
        </>
      )}
    </SideDrawer>
  )
}

function TransferFacts({ transfer }: { transfer: Transfer }) {
  const t = useTexts(suspenseTexts)
  const causes: Readonly<Record<string, string>> = useTexts(reasonTexts)
  const { audience } = useUser()
  const { amount, currency, cause } = transfer
  return (
    <>
      <Facts
        facts={[
          [t.amount, <Money key="amount" amount={amount} currency={currency} />],
          [t.remaining, <Money key="left" amount={transfer.remaining} currency={currency} />],
          [t.booked, formatDay(transfer.bookedOn)],
          [t.age, t.days({ count: transfer.ageDays })],
          [t.payer, transfer.payer ?? '–'],
          [t.reference, transfer.reference || '–'],
          [t.cause, cause === null ? '–' : (causes[cause] ?? cause)],
          [t.bank, transfer.bankName],
          [t.account, transfer.accountNumber],
          ...(audience === 'platform' ? [[t.tenant, transfer.tenantName] as const] : []),
          ...(transfer.paymentId === null
            ? []
            : [[t.quoted, <PaymentLink key="quoted" payment={transfer} />] as const]),
        ]}
      />
      {amount < 0 && <p className={classes.note}>{t.out}</p>}
    </>
  )
}

function PaymentLink({
  payment: { paymentId, externalId },
}: {
  payment: { paymentId: string | null; externalId: string | null }
}) {
  const { audience } = useUser()
  const lookup = audience === 'platform' ? '/platform' : ''
  return (
    <Anchor
      component={Link}
      to={`${lookup}/transaction-management/transaction-lookup/${paymentId}`}
    >
      {externalId ?? paymentId?.slice(-12)}
    </Anchor>
  )
}

function Actions({ transfer }: { transfer: TransferDetails }) {
  const t = useTexts(suspenseTexts)
  const mayChange = useMayCall(matchTransfer)
  const [open, setOpen] = useState<'match' | 'return' | 'book' | 'explain'>()
  if (!mayChange || transfer.remaining === 0) return null
  const close = () => setOpen(undefined)
  return (
    <div className={classes.buttons}>
      {transfer.amount > 0 ? (
        <>
          <Button size="sm" onClick={() => setOpen('match')}>
            {t.match}
          </Button>
          {transfer.waitingReturn === null && (
            <Button size="sm" variant="default" onClick={() => setOpen('return')}>
              {t.return}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => setOpen('explain')}>
            {t.explainIn}
          </Button>
        </>
      ) : (
        <>
          <Button size="sm" onClick={() => setOpen('book')}>
            {t.book}
          </Button>
          <Button size="sm" variant="default" onClick={() => setOpen('explain')}>
            {t.explain}
          </Button>
        </>
      )}
      {open === 'match' && <MatchDialog transfer={transfer} onClose={close} />}
      {open === 'return' && <ReturnDialog transfer={transfer} onClose={close} />}
      {open === 'explain' && <ExplainDialog transfer={transfer} onClose={close} />}
      {open === 'book' && <BookDialog transfer={transfer} onClose={close} />}
    </div>
  )
}

/** A return that is not ordered yet. */
function Waiting({ currency, waiting }: { currency: string; waiting: WaitingReturn }) {
  const t = useTexts(suspenseTexts)
  const mayDecide = useMayCall(operatorConfirmations.list)
  return (
    <>
      <h3 className={classes.title}>{t.notConfirmed}</h3>
      <div className={classes.waiting}>
        <span className={classes.head}>
          <StatusPill
            status="waiting"
            map={stateMap}
            label={t.missing({ count: waiting.missing })}
          />
          <strong>
            <Money amount={waiting.amount} currency={currency} />
          </strong>
          {mayDecide ? (
            <Anchor
              component={Link}
              to={`/transaction-management/pending-payments?action=${waiting.id}`}
            >
              {t.return}
            </Anchor>
          ) : (
            t.return
          )}
        </span>
        <span>
          {waiting.payeeName} · {waiting.payeeAccount}
        </span>
        <span>{waiting.reason}</span>
        <span className={classes.head}>
          <DateTime value={waiting.createdAt} />
          {t.by({ name: waiting.by })}
        </span>
        <p className={classes.note}>{t.voided}</p>
      </div>
    </>
  )
}

function Uses({ transfer }: { transfer: TransferDetails }) {
  const t = useTexts(suspenseTexts)
  if (transfer.clearings.length === 0) return <p className={classes.note}>{t.noUses}</p>
  return (
    <ul className={classes.uses}>
      {transfer.clearings.map((one) => (
        <li key={one.id}>
          <Use transfer={transfer} clearing={one} />
        </li>
      ))}
    </ul>
  )
}

function Use({ transfer, clearing }: { transfer: TransferDetails; clearing: Clearing }) {
  const t = useTexts(suspenseTexts)
  const kinds = useTexts(kindTexts)
  const states = useTexts(stateTexts)
  const asks = useTexts(takeBackTexts)
  const mayTakeBack = useMayCall(takeBackClearing)
  const [isAsking, setAsking] = useState(false)
  const taking = useAction(takeBackClearing, {
    rereadsOnConflict: true,
    quiet: true,
    onDone: () => {
      setAsking(false)
      showSnackbar({ message: t.takenBack, tone: 'success' })
    },
  })
  const { state, payeeName, payeeAccount, paymentId, merchantName, payoutId, reference } = clearing
  const isOpen = state === 'collected' || state === 'in_transit'
  return (
    <>
      <span className={classes.head}>
        <StatusPill status={state} map={stateMap} label={states[state]} />
        <strong>
          <Money amount={clearing.amount} currency={transfer.currency} />
        </strong>
        {kinds[clearing.kind]}
      </span>
      {paymentId !== null && (
        <span>
          <PaymentLink payment={clearing} />
          {merchantName !== null && ` · ${merchantName}`}
        </span>
      )}
      {payoutId !== null && (
        <Anchor component={Link} to={`/transaction-management/payouts?payout=${payoutId}`}>
          {payeeName}
        </Anchor>
      )}
      {payeeName !== null && payoutId === null && (
        <span>
          {payeeName} · {payeeAccount}
        </span>
      )}
      {reference !== null && state === 'in_transit' && <span>{t.quote({ reference })}</span>}
      <span>{clearing.reason}</span>
      <span className={classes.head}>
        <DateTime value={clearing.createdAt} />
        {clearing.by !== null && t.by({ name: clearing.by })}
        {isOpen && mayTakeBack && (
          <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
            {t.takeBack}
          </Button>
        )}
      </span>
      {isAsking && (
        <ReasonDialog
          texts={asks}
          onClose={() => setAsking(false)}
          onReject={(reason) =>
            taking.run({ params: { id: transfer.id }, body: { clearingId: clearing.id, reason } })
          }
          isRunning={taking.isRunning}
          problem={taking.problem}
          maxLength={480}
        />
      )}
    </>
  )
}

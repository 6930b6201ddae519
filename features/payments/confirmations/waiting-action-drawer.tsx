import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { RejectDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { stepTexts, waitingTexts } from './confirmations.messages.ts'
import classes from './confirmations.module.css'
import { actionNames, type WaitingAction } from './confirmations.schema.ts'
import { StatePill, useConfirmationCalls, useGiven, usePayee } from './waiting-action-words.tsx'

/** The list is reloaded, because other people decide at the same time. */
const watchMs = 10_000

/** One waiting action: what is bound to it, who has to confirm it, its history, and the decisions on it. */
export function WaitingActionDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(waitingTexts)
  const names = useTexts(actionNames)
  const calls = useConfirmationCalls()
  const found = useCall(calls.read, { params: { id } }, { refetchEveryMs: watchMs, quiet: true })
  const action = found.data
  return (
    <SideDrawer isOpen onClose={onClose} title={action ? names[action.action] : t.title}>
      {action === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {action !== undefined && (
        <>
          <ActionFacts action={action} />
          <Levels action={action} />
          <History action={action} />
          {action.state === 'waiting' && <Decisions action={action} />}
        </>
      )}
    </SideDrawer>
  )
}

function ActionFacts({ action }: { action: WaitingAction }) {
  const t = useTexts(waitingTexts)
  const modes = useTexts(modeNames)
  const payee = usePayee()
  const given = useGiven()
  const translated = useTranslatedProblem()
  const { language } = useLanguage()
  const { audience } = useUser()
  const { outcome } = action
  return (
    <Facts
      facts={[
        [t.state, <StatePill key="state" state={action.state} />],
        [t.amount, <Money key="amount" amount={action.amount} currency={action.currency} />],
        // the action’s own: a notification leads here from a page of either mode
        [t.mode, modes[action.mode]],
        ...(action.targetStatus === null
          ? []
          : [[t.target, <StatusPill key="target" status={action.targetStatus} />] as const]),
        ...(action.paidFrom === null
          ? []
          : [[t.paidFrom, paymentLabel('refundSource', action.paidFrom, language)] as const]),
        [t.payee, payee(action)],
        [t.email, action.customerEmail],
        ...(audience === 'merchant' ? [] : [[t.merchant, action.merchantName ?? '–'] as const]),
        action.paymentId === null
          ? [
              t.transfer,
              <Anchor
                key="transfer"
                component={Link}
                to={`/transaction-management/suspense?transfer=${action.transfer?.id}`}
              >
                {action.transfer?.id.slice(-12)}
              </Anchor>,
            ]
          : [
              t.payment,
              <Anchor
                key="payment"
                component={Link}
                to={`${paymentPaths[audience]}/${action.paymentId}`}
              >
                {action.externalId ?? action.paymentId.slice(-12)}
              </Anchor>,
            ],
        [t.by, action.isOwn ? t.you : action.requestedBy],
        [t.reason, action.reason],
        [t.confirmations, given(action)],
        [t.expires, <DateTime key="expires" value={action.expiresAt} />],
        ...(outcome?.message
          ? [[t.outcome, translated(outcome.code ?? '') ?? outcome.message] as const]
          : []),
      ]}
    />
  )
}

const paymentPaths = {
  platform: '/platform/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  merchant: '/merchant/transaction-management/transaction-lookup',
} as const

function Levels({ action }: { action: WaitingAction }) {
  const t = useTexts(waitingTexts)
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t.levels}</h3>
      <ul className={classes.list}>
        {action.requirements.map((one) => (
          <li key={one.level}>
            <strong>{one.level}</strong>
            <span>
              {t.people({ count: one.confirmers })}{' '}
              {one.roleName !== null && t.withRole({ role: one.roleName })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ action }: { action: WaitingAction }) {
  const t = useTexts(waitingTexts)
  const says = useTexts(stepTexts)
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t.history}</h3>
      <ol className={classes.list}>
        {action.steps.map((step) => (
          <li key={`${step.kind} ${step.at} ${step.by}`}>
            <span>
              <strong>{says[step.kind]}</strong> · {step.isOwn ? t.you : (step.by ?? t.product)}
            </span>
            {step.reason !== null && <span className={classes.reason}>{step.reason}</span>}
            <DateTime value={step.at} seconds />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Confirm and reject for others, withdraw for the maker. */
function Decisions({ action }: { action: WaitingAction }) {
  const t = useTexts(waitingTexts)
  const sign = useMoneySign()
  const calls = useConfirmationCalls()
  const translated = useTranslatedProblem()
  const mayDecide = useMayCall(calls.confirm)
  const [isRejecting, setRejecting] = useState(false)
  // the record's own mode, so that a Test payment is never decided on as a Live one
  const headers = { SystemMode: action.mode }
  const params = { id: action.id }
  const say = (message: string) => showSnackbar({ message, tone: 'success' })
  const confirm = useAction(calls.confirm, {
    headers,
    onDone: ({ state }) => {
      if (state === 'refused') showSnackbar({ message: t.notCarriedOut, tone: 'error' })
      else say(state === 'waiting' ? t.confirmed : t.carriedOut)
    },
  })
  const reject = useAction(calls.reject, {
    headers,
    quiet: true,
    onDone: () => {
      setRejecting(false)
      say(t.rejected)
    },
  })
  const withdraw = useAction(calls.withdraw, { headers, onDone: () => say(t.withdrawn) })
  const amount = sign(action.amount, action.currency)
  const { refusal } = action
  return (
    <div className={classes.part}>
      {mayDecide && refusal === null && <p className={classes.note}>{t.confirmText}</p>}
      {mayDecide && refusal !== null && !action.isOwn && (
        <p className={classes.note} role="status">
          {translated(refusal.code) ?? refusal.message}
        </p>
      )}
      <div className={classes.buttons}>
        {mayDecide && refusal === null && (
          <Button
            size="sm"
            loading={confirm.isRunning}
            onClick={() => confirm.run({ params, body: {} })}
          >
            {t.confirm({ amount })}
          </Button>
        )}
        {mayDecide && !action.isOwn && refusal?.code !== 'confirmation.side' && (
          <Button size="sm" variant="default" color="red" onClick={() => setRejecting(true)}>
            {t.reject}
          </Button>
        )}
        {action.isOwn && (
          <Button
            size="sm"
            variant="default"
            loading={withdraw.isRunning}
            onClick={() => withdraw.run({ params, body: {} })}
          >
            {t.withdraw}
          </Button>
        )}
      </div>
      {isRejecting && (
        <RejectDialog
          onClose={() => setRejecting(false)}
          onReject={(reason) => reject.run({ params, body: { reason } })}
          isRunning={reject.isRunning}
          problem={reject.problem}
          maxLength={500}
        />
      )}
    </div>
  )
}

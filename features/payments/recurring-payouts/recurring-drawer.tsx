import { addDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { nextDayFrom } from './recurrence.rules.ts'
import { RecurringFacts, RunStatus } from './recurring-parts.tsx'
import {
  pauseRecurringPayout,
  type RecurringCalls,
  resumeRecurringPayout,
  stopRecurringPayout,
} from './recurring-payouts.contract.ts'
import { recurringStepTexts, recurringTexts } from './recurring-payouts.messages.ts'
import classes from './recurring-payouts.module.css'
import type { RecurringDetails } from './recurring-payouts.schema.ts'

const watchMs = 3_000

/** One recurring payout: its dates to come, what became of those that have passed, and what can be done with it. */
export function RecurringDrawer(props: { id: string; calls: RecurringCalls; onClose(): void }) {
  const t = useTexts(recurringTexts)
  const translated = useTranslatedProblem()
  const isMerchant = useUser().audience === 'merchant'
  const mayEdit = useMay('Merchant.Payments.Single.Edit')
  const found = useCall(props.calls.read, { params: { id: props.id } }, { refetchEveryMs: watchMs })
  const recurring = found.data
  return (
    <SideDrawer isOpen onClose={props.onClose} title={recurring?.payeeName ?? t.title}>
      <ProblemNote problem={found.error} />
      {recurring !== undefined && (
        <>
          {recurring.obstacle !== null && (
            <p className={classes.note} role="alert">
              {t.willNot({
                reason: translated(recurring.obstacle.code) ?? recurring.obstacle.message,
              })}
            </p>
          )}
          <RecurringFacts recurring={recurring} />
          {recurring.state === 'active' && (
            <p className={classes.note}>{recurring.isApproved ? t.boundText : t.eachAlone}</p>
          )}
          {isMerchant && mayEdit && <Changes recurring={recurring} />}
          <Runs recurring={recurring} isMerchant={isMerchant} />
          <Steps recurring={recurring} />
        </>
      )}
    </SideDrawer>
  )
}

type Change = 'pause' | 'resume' | 'stop'

const changesIn: Readonly<Record<string, readonly Change[]>> = {
  ...{ waiting_for_approval: ['stop'], active: ['pause', 'stop'], paused: ['resume', 'stop'] },
}

const calls = {
  pause: pauseRecurringPayout,
  resume: resumeRecurringPayout,
  stop: stopRecurringPayout,
}

function Changes({ recurring }: { recurring: RecurringDetails }) {
  const t = useTexts(recurringTexts)
  const [asked, ask] = useState<Change>()
  const offered = changesIn[recurring.state] ?? []
  return (
    <div className={classes.buttons}>
      {offered.map((one) => (
        <Button
          key={one}
          size="xs"
          variant="default"
          {...(one === 'stop' ? { color: 'danger' } : {})}
          onClick={() => ask(one)}
        >
          {t[one]}
        </Button>
      ))}
      {asked !== undefined && (
        <ChangeDialog recurring={recurring} change={asked} onClose={() => ask(undefined)} />
      )}
    </div>
  )
}

function ChangeDialog(props: { recurring: RecurringDetails; change: Change; onClose(): void }) {
  const t = useTexts(recurringTexts)
  const { recurring, change, onClose } = props
  const resumeText = useResumeText(recurring)
  const act = useAction(calls[change], {
    quiet: true,
    onDone: () => {
      showSnackbar({
        message: { pause: t.paused, resume: t.resumed, stop: t.stopped }[change],
        tone: 'success',
      })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous={change === 'stop'}
      title={{ pause: t.pauseTitle, resume: t.resumeTitle, stop: t.stopTitle }[change]}
      text={{ pause: t.pauseText, resume: resumeText, stop: t.stopText }[change]}
      confirmLabel={t[change]}
      isRunning={act.isRunning}
      problem={act.problem}
      onClose={onClose}
      onConfirm={() => void act.run({ params: { id: recurring.id } })}
    />
  )
}

/** What resuming leads to: the first of its dates from today on that has nothing yet. */
function useResumeText({ frequency, firstDay, lastDay, runs, ...of }: RecurringDetails): string {
  const t = useTexts(recurringTexts)
  const sign = useMoneySign()
  const today = localDay(new Date(), useTimeZone())
  const recurrence = { frequency, firstDay, lastDay }
  const isDone = runs.some((run) => run.day === today)
  const day = nextDayFrom(recurrence, isDone ? addDays(today, 1) : today)
  if (day === null) return t.resumeEnds
  const amount = sign(of.amount, of.currency)
  return t.resumeText({ amount, payee: of.payeeName, day: formatDay(day) })
}

function Runs({ recurring, isMerchant }: { recurring: RecurringDetails; isMerchant: boolean }) {
  const t = useTexts(recurringTexts)
  const translated = useTranslatedProblem()
  const payoutsPath = isMerchant
    ? '/merchant/payments/single-payment'
    : '/transaction-management/payouts'
  return (
    <>
      <h3 className={classes.heading}>{t.dates}</h3>
      {recurring.runs.length === 0 ? (
        <p className={classes.note}>{t.noDates}</p>
      ) : (
        <ul className={classes.steps}>
          {recurring.runs.map((run) => (
            <li key={run.day}>
              <strong>{formatDay(run.day)}</strong>
              {run.payout === null ? (
                <span>
                  {t.notPaid}: {translated(run.code ?? '', run.params) ?? run.message}
                </span>
              ) : (
                <>
                  <RunStatus state={run.payout.state} />
                  <Link to={`${payoutsPath}?payout=${run.payout.id}`}>{t.open}</Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Steps({ recurring }: { recurring: RecurringDetails }) {
  const t = useTexts(recurringTexts)
  const words = useTexts(recurringStepTexts)
  return (
    <>
      <h3 className={classes.heading}>{t.history}</h3>
      <ul className={classes.steps}>
        {recurring.steps.map(({ kind, by, reason, at }) => (
          <li key={`${kind} ${at}`}>
            <strong>{words[kind]}</strong>
            <span>{by ?? t.product}</span>
            <DateTime value={at} seconds />
            {reason !== null && <span className={classes.muted}>{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

import type { PayoutDetails } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { merchantRecalls, operatorRecalls, type RecallCalls } from './payout-recalls.contract.ts'
import { recallReasonTexts, recallStateTexts, recallTexts } from './payout-recalls.messages.ts'
import classes from './payout-recalls.module.css'
import { type Recall, type RecallsOf, recallReason } from './payout-recalls.schema.ts'

const watchMs = 3_000
const formId = 'recall-payout'

const stateMap: StatusMap = {
  ...{ asked: 'pending', accepted: 'positive', refused: 'negative', overtaken: 'neutral' },
  unanswered: 'negative',
}

/** The recalls of a payout that was sent, and asking for one; of a rail without recalls, that there is none. */
export function Recalls({ payout }: { payout: PayoutDetails }) {
  const t = useTexts(recallTexts)
  const translated = useTranslatedProblem()
  const isMerchant = useUser().audience === 'merchant'
  const mayMerchant = useMay('Merchant.Payments.Single.Edit')
  const mayOperator = useMay('Crm.Payments.PendingTransactions')
  const calls = isMerchant ? merchantRecalls : operatorRecalls
  const [isAsking, ask] = useState(false)
  const wasSent = ['sent', 'paid', 'returned'].includes(payout.state)
  const found = useCall(
    calls.list,
    { params: { id: payout.id } },
    { enabled: wasSent, refetchEveryMs: watchMs, quiet: true },
  )
  const recalls = found.data
  if (!wasSent || recalls === undefined) return null
  const { obstacle, data } = recalls
  // that it has come back, or is being recalled, stands above already
  const isSaid =
    obstacle?.code === 'payout_recall.returned' || obstacle?.code === 'payout_recall.open'
  if (data.length === 0 && isSaid) return null
  return (
    <section aria-label={t.title}>
      <h3 className={classes.heading}>{t.title}</h3>
      {data.map((one) => (
        <RecallFacts key={one.id} recall={one} currency={recalls.currency} />
      ))}
      {obstacle !== null && !isSaid && (
        <p className={classes.note}>{translated(obstacle.code) ?? obstacle.message}</p>
      )}
      {obstacle === null && (isMerchant ? mayMerchant : mayOperator) && (
        <>
          <p className={classes.note}>{`${t.about} ${t.sandbox}`}</p>
          <Button size="xs" variant="default" onClick={() => ask(true)}>
            {t.recall}
          </Button>
        </>
      )}
      {isAsking && (
        <RecallDialog payout={payout} recalls={recalls} calls={calls} onClose={() => ask(false)} />
      )}
    </section>
  )
}

function RecallFacts({ recall, currency }: { recall: Recall; currency: string }) {
  const t = useTexts(recallTexts)
  const reasons = useTexts(recallReasonTexts)
  const states = useTexts(recallStateTexts)
  const { state, returned, kept, note } = recall
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <>
      <Facts
        facts={[
          [t.title, <StatusPill key="state" status={state} map={stateMap} label={states[state]} />],
          [t.reason, reasons[recall.reason]],
          ...(recall.code === null
            ? []
            : [[t.bankSays, [recall.code, recall.message].join(': ')] as const]),
          ...(returned === null ? [] : [[t.cameBack, money(returned)] as const]),
          ...(kept === null || kept === 0 ? [] : [[t.kept, money(kept)] as const]),
          [
            t.by,
            <span key="by">
              {recall.requestedBy} <DateTime value={recall.createdAt} />
            </span>,
          ],
          ...(note === null ? [] : [[t.note, note] as const]),
        ]}
      />
      {state === 'asked' && (
        <p className={classes.note}>{t.answerBy({ day: formatDay(recall.answerBy) })}</p>
      )}
    </>
  )
}

const schema = z.object({
  reason: recallReason,
  note: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.string().trim().min(1).max(140).optional(),
  ),
})

function RecallDialog(props: {
  payout: PayoutDetails
  recalls: RecallsOf
  calls: RecallCalls
  onClose(): void
}) {
  const t = useTexts(recallTexts)
  const reasons = useTexts(recallReasonTexts)
  const sign = useMoneySign()
  const { payout, calls, onClose } = props
  const amount = sign(payout.amount, payout.currency)
  const form = useSchemaForm(schema, {})
  const act = useAction(calls.create, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.requested, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.dialogTitle}
      size="sm"
      keepsOpenOutside
      action={{
        ...{ label: t.recallAmount({ amount }), form: formId, isRunning: act.isRunning },
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={act.problem}
        onSubmit={({ reason, note }) =>
          act.run({
            params: { id: payout.id },
            body: { reason, ...(note === undefined ? {} : { note }) },
          })
        }
      >
        <p className={classes.note}>{t.dialogText({ amount, payee: payout.payeeName })}</p>
        <ChoiceField
          name="reason"
          label={t.reason}
          none={t.choose}
          isRequired
          choices={props.recalls.reasons.map(({ reason, until }) => ({
            value: reason,
            label: t.until({ reason: reasons[reason], day: formatDay(until) }),
          }))}
        />
        <TextField name="note" label={t.note} description={t.noteHint} />
      </Form>
    </Dialog>
  )
}

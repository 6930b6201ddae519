import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoneySums } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { BatchFacts } from './batch-view.tsx'
import {
  type BatchApprovalCalls,
  merchantBatchApprovals,
  operatorBatchApprovals,
} from './payout-batches.contract.ts'
import { batchTexts } from './payout-batches.messages.ts'
import classes from './payout-batches.module.css'
import type { BatchDetails } from './payout-batches.schema.ts'

const watchMs = 10_000
const shownAtOnce = 50
const formId = 'decide-batch'
type Kind = 'approve' | 'decline'

/** Files that wait for approval, each with its totals; nothing where none does. */
export function BatchApprovals() {
  const t = useTexts(batchTexts)
  const translated = useTranslatedProblem()
  const { audience } = useUser()
  const calls = audience === 'merchant' ? merchantBatchApprovals : operatorBatchApprovals
  const [deciding, decide] = useState<{ kind: Kind; batch: BatchDetails }>()
  const waiting = useCall(
    calls.list,
    { query: { pageSize: shownAtOnce } },
    { keepPrevious: true, refetchEveryMs: watchMs, quiet: true },
  )
  const batches = waiting.data?.data ?? []
  if (batches.length === 0) return null
  return (
    <section aria-label={t.waiting}>
      <h3 className={classes.heading}>{t.waiting}</h3>
      {batches.map((batch) => (
        <div key={batch.id}>
          <p className={classes.note}>
            {t.merchant}: {batch.merchantName}
          </p>
          <BatchFacts batch={batch} />
          {batch.refusal !== null && (
            <p className={classes.note}>
              {t.cannot}: {translated(batch.refusal.code) ?? batch.refusal.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button
              size="xs"
              disabled={batch.refusal !== null}
              onClick={() => decide({ kind: 'approve', batch })}
            >
              {t.approve}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={batch.isOwn}
              onClick={() => decide({ kind: 'decline', batch })}
            >
              {t.decline}
            </Button>
          </div>
        </div>
      ))}
      {deciding !== undefined && (
        <DecisionDialog calls={calls} {...deciding} onClose={() => decide(undefined)} />
      )}
    </section>
  )
}

function DecisionDialog(props: {
  calls: BatchApprovalCalls
  kind: Kind
  batch: BatchDetails
  onClose(): void
}) {
  const t = useTexts(batchTexts)
  const { calls, kind, batch } = props
  const isApproval = kind === 'approve'
  const named = { amount: useMoneySums()(batch.totals), file: batch.fileName }
  const label = isApproval ? t.approveAmount(named) : t.declineAmount(named)
  const reason = z.string().trim().max(500)
  const form = useSchemaForm(z.object({ reason: isApproval ? reason : reason.min(1) }), {
    reason: '',
  })
  const act = useAction(calls[kind], {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.decided, tone: 'success' })
      props.onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={isApproval ? t.approveTitle : t.declineTitle}
      size="sm"
      keepsOpenOutside
      action={{
        ...{ label, form: formId, isRunning: act.isRunning, isDangerous: !isApproval },
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={act.problem}
        onSubmit={(body) => act.run({ params: { id: batch.id }, body })}
      >
        <BatchFacts batch={batch} />
        <p className={classes.note}>{isApproval ? t.approveText : t.declineText}</p>
        <TextAreaField name="reason" label={t.reason} isRequired={!isApproval} maxLength={500} />
      </Form>
    </Dialog>
  )
}

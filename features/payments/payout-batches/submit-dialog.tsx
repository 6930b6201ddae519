import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { CheckField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Money, useMoneySums } from '@counterfoil/kit/web/formats/money.tsx'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { stopBatch, submitBatch } from './payout-batches.contract.ts'
import { batchTexts } from './payout-batches.messages.ts'
import classes from './payout-batches.module.css'
import type { BatchDetails } from './payout-batches.schema.ts'

const formId = 'submit-batch'
const schema = z.object({
  despiteCheck: z.boolean().optional(),
  despiteDuplicates: z.boolean().optional(),
})

const countOf = (totals: BatchDetails['totals']) =>
  totals.reduce((sum, { count }) => sum + count, 0)

/** Has the good rows of a file paid: how many and how much is seen before. */
export function SubmitButton({ batch }: { batch: BatchDetails }) {
  const t = useTexts(batchTexts)
  const [isAsking, ask] = useState(false)
  const form = useSchemaForm(schema, {})
  const sumsOf = useMoneySums()
  const good = batch.rows - batch.faulty
  // of a file that was there before as a whole, and of rows that all were, nothing else is left to pay
  const others = batch.duplicateOf === null ? countOf(batch.uniqueTotals) : 0
  const leavesOut = others > 0 && others < good && form.watch('despiteDuplicates') !== true
  const totals = leavesOut ? batch.uniqueTotals : batch.totals
  const count = leavesOut ? others : good
  const amount = sumsOf(totals)
  const submit = useAction(submitBatch, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.submitted, tone: 'success' })
      ask(false)
    },
  })
  const hasDuplicates =
    batch.duplicates > 0 ||
    batch.duplicateOf !== null ||
    // the same file was submitted after this one was checked
    submit.problem?.code === 'payout_batch.duplicates'
  return (
    <>
      <Button size="xs" disabled={count === 0} onClick={() => ask(true)}>
        {t.submit({ count })}
      </Button>
      {isAsking && (
        <Dialog
          isOpen
          onClose={() => ask(false)}
          title={t.submitTitle({ count })}
          size="sm"
          keepsOpenOutside
          action={{
            ...{ label: t.submitAmount({ count, amount }), form: formId },
            isRunning: submit.isRunning,
          }}
        >
          <Form
            id={formId}
            form={form}
            problem={submit.problem}
            onSubmit={(body) => submit.run({ params: { id: batch.id }, body: { count, ...body } })}
          >
            <ul className={classes.list}>
              {totals.map(({ currency, amount }) => (
                <li key={currency}>
                  <span>{t.totals}</span>
                  <Money amount={amount} currency={currency} />
                </li>
              ))}
            </ul>
            {batch.faulty > 0 && (
              <p className={classes.note}>{t.leftOut({ count: batch.faulty })}</p>
            )}
            {leavesOut && (
              <p className={classes.note}>{t.duplicatesLeftOut({ count: good - others })}</p>
            )}
            <p className={classes.note}>{t.submitText}</p>
            {batch.unconfirmed > 0 && <CheckField name="despiteCheck" label={t.despiteCheck} />}
            {hasDuplicates && <CheckField name="despiteDuplicates" label={t.despiteDuplicates} />}
          </Form>
        </Dialog>
      )}
    </>
  )
}

export function StopButton({ id }: { id: string }) {
  const t = useTexts(batchTexts)
  const [isAsking, ask] = useState(false)
  const stop = useAction(stopBatch, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.stopped, tone: 'success' })
      ask(false)
    },
  })
  return (
    <>
      <Button size="xs" variant="default" color="danger" onClick={() => ask(true)}>
        {t.stop}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t.stopTitle}
          text={t.stopText}
          confirmLabel={t.stop}
          isRunning={stop.isRunning}
          problem={stop.problem}
          onClose={() => ask(false)}
          onConfirm={() => void stop.run({ params: { id } })}
        />
      )}
    </>
  )
}

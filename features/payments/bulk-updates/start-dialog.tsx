import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DigitsField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { z } from 'zod'
import { type BulkUpdateDetails, maxPayments, startBulkUpdate } from './bulk-updates.contract.ts'
import { updateTexts } from './bulk-updates.messages.ts'
import classes from './bulk-updates.module.css'

const formId = 'start-bulk-update'

const effects = { Captured: 'captured', Declined: 'declined', Reversed: 'reversed' } as const

/** Asks for the number of payments, so that it is read before they change. */
export function StartDialog(props: { update: BulkUpdateDetails; onClose(): void }) {
  const t = useTexts(updateTexts)
  const { open, target, id } = props.update
  const schema = useMemo(
    () =>
      z.object({
        count: z
          .string()
          .refine((typed) => Number(typed) === open, t.otherNumber({ count: String(open) })),
      }),
    [open, t],
  )
  const form = useSchemaForm(schema, { count: '' })
  const start = useAction(startBulkUpdate, { quiet: true, onDone: props.onClose })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.startTitle}
      size="sm"
      keepsOpenOutside
      action={{
        label: t.start({ count: open }),
        form: formId,
        isRunning: start.isRunning,
        isDangerous: true,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={start.problem}
        onSubmit={({ count }) => start.run({ params: { id }, body: { count: Number(count) } })}
      >
        <p className={classes.note}>{t[effects[target]]}</p>
        <p className={classes.note}>{t.confirms}</p>
        <DigitsField
          name="count"
          label={t.type({ count: String(open) })}
          max={maxPayments}
          isRequired
        />
      </Form>
    </Dialog>
  )
}

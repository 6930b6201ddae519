import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { z } from 'zod'
import { maxReason, prepareUndo } from './bulk-updates.contract.ts'
import { requestTexts, updateTexts } from './bulk-updates.messages.ts'
import classes from './bulk-updates.module.css'

const formId = 'undo-bulk-update'

/** Looks up which payments of a bulk update can change back: a bulk update of its own, which is then confirmed. */
export function UndoDialog(props: { id: string; onClose(): void; onPrepared(id: string): void }) {
  const t = useTexts(updateTexts)
  const { prepare, reasonRequired } = useTexts(requestTexts)
  const schema = useMemo(
    () => z.object({ reason: z.string().trim().min(1, reasonRequired).max(maxReason) }),
    [reasonRequired],
  )
  const form = useSchemaForm(schema, { reason: '' })
  const undo = useAction(prepareUndo, {
    quiet: true,
    onDone: ({ id }) => {
      props.onClose()
      props.onPrepared(id)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.undoTitle}
      size="sm"
      keepsOpenOutside
      action={{ label: prepare, form: formId, isRunning: undo.isRunning }}
    >
      <Form
        id={formId}
        form={form}
        problem={undo.problem}
        onSubmit={(body) => undo.run({ params: { id: props.id }, body })}
      >
        <p className={classes.note}>{t.undoText}</p>
        <TextAreaField name="reason" label={t.reason} isRequired maxLength={maxReason} />
      </Form>
    </Dialog>
  )
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useId, useMemo } from 'react'
import { z } from 'zod'
import type { CallProblem } from '../calls/problem.ts'
import { TextAreaField } from '../form/fields.tsx'
import { Form, useSchemaForm } from '../form/form.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { Dialog } from './dialog.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  title: 'Reject',
  reason: 'Reject Reason',
  required: 'Reject reason is required',
  save: 'Save',
})

/** Asks why something is rejected, which whoever made it reads. Rendered while it is open. */
export function RejectDialog(props: Omit<ReasonDialogProps, 'texts'>) {
  const t = useTexts(texts)
  return <ReasonDialog {...props} texts={t} />
}

interface ReasonDialogProps {
  readonly texts: {
    readonly title: string
    readonly reason: string
    readonly required: string
    readonly save: string
  }
  onClose(): void
  onReject(reason: string): unknown
  isRunning: boolean
  problem: CallProblem | null
  /** As many characters as the call takes. */
  maxLength?: number
}

/** The same for other decisions that need a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = props.texts
  const formId = useId()
  const { required } = t
  const schema = useMemo(
    () => z.object({ rejectReason: z.string().trim().min(1, required) }),
    [required],
  )
  const form = useSchemaForm(schema, { rejectReason: '' })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.title}
      size="sm"
      keepsOpenOutside
      action={{
        label: t.save,
        form: formId,
        isRunning: props.isRunning,
        isDisabled: !form.formState.isValid,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={props.problem}
        onSubmit={({ rejectReason }) => props.onReject(rejectReason)}
      >
        <TextAreaField
          name="rejectReason"
          label={t.reason}
          isRequired
          maxLength={props.maxLength ?? 1000}
        />
      </Form>
    </Dialog>
  )
}

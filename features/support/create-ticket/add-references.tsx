import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useAttachments } from './attachments.tsx'
import { contactTexts } from './contact-support.messages.ts'
import { OptionalFields } from './ticket-fields.tsx'
import { partsFor, ticketFormSchema, toReferences } from './ticket-form.rules.ts'

const formId = 'add-references'
const schema = ticketFormSchema.pick({ customers: true, transactions: true })

/** Adds transactions, customers and files to an existing ticket. */
export default function AddReferences(props: {
  /** For platform staff: the tenant under which files are stored and records are found. */
  tenantId: string | undefined
  onAdd(references: ReferenceInput[]): Promise<boolean>
  isRunning: boolean
  problem: CallProblem | null
  onClose(): void
}) {
  const t = useTexts(contactTexts)
  const { merchantId } = useUser()
  const form = useSchemaForm(schema, { customers: [], transactions: [] })
  const attachments = useAttachments(props.tenantId)
  const parts = new Set(partsFor(merchantId !== null).filter((part) => part !== 'priority'))
  const values = form.watch()
  const references = toReferences(
    { customers: values.customers ?? [], transactions: values.transactions ?? [] },
    parts,
    attachments.fileIds,
  )
  async function cancel() {
    props.onClose()
    await attachments.discard()
  }
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={t.addReferences}
      keepsOpenOutside
      action={{
        label: t.add,
        form: formId,
        isRunning: props.isRunning,
        isDisabled: references.length === 0 || attachments.isUploading,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={props.problem}
        onSubmit={async () => (await props.onAdd(references)) && props.onClose()}
      >
        <OptionalFields
          shown={parts}
          tenantId={props.tenantId}
          attachments={attachments}
          isDisabled={false}
        />
      </Form>
    </Dialog>
  )
}

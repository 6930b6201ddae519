import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { ReactNode } from 'react'
import {
  acceptBody,
  acceptDocument,
  type DocumentEntry,
  requestBody,
  requestDocument,
} from './documents.contract.ts'
import { documentTexts } from './documents.messages.ts'

interface About {
  readonly merchantId: string
  readonly entry: DocumentEntry
  onClose(): void
}

const formId = 'document'

/** Accepts a document without end, or until a day. */
export function AcceptDialog({ merchantId, entry, onClose }: About) {
  const t = useTexts(documentTexts)
  const accept = useAction(acceptDocument, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: onClose,
  })
  const { id: documentId = '', version = 0 } = entry.document ?? {}
  const form = useSchemaForm(acceptBody, { version, expiresOn: null })
  return (
    <FormDialog
      title={t.acceptTitle({ name: entry.name })}
      action={t.accept}
      isRunning={accept.isRunning}
      beginsAtAction
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        problem={accept.problem}
        onSubmit={(body) => accept.run({ params: { id: merchantId, documentId }, body })}
      >
        <DateField name="expiresOn" label={t.expiresOn} description={t.expiryHint} />
      </Form>
    </FormDialog>
  )
}

/** Requests a document, with a remark for the merchant. */
export function RequestDialog({ merchantId, entry, onClose }: About) {
  const t = useTexts(documentTexts)
  const ask = useAction(requestDocument, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.askDone, tone: 'success' })
      onClose()
    },
  })
  const remark = entry.document?.state === 'asked' ? (entry.document.remark ?? '') : ''
  const form = useSchemaForm(requestBody, { documentTypeId: entry.documentTypeId, remark })
  return (
    <FormDialog
      title={t.askTitle({ name: entry.name })}
      action={t.send}
      isRunning={ask.isRunning}
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        problem={ask.problem}
        onSubmit={(body) => ask.run({ params: { id: merchantId }, body })}
      >
        <TextAreaField
          name="remark"
          label={t.askRemark}
          description={t.askHint}
          isRequired
          maxLength={1000}
        />
      </Form>
    </FormDialog>
  )
}

function FormDialog(props: {
  title: string
  action: string
  isRunning: boolean
  /** Without focus on the first field, whose calendar would open at once over the others. */
  beginsAtAction?: boolean
  onClose(): void
  children: ReactNode
}) {
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.title}
      keepsOpenOutside
      action={{
        label: props.action,
        form: formId,
        isRunning: props.isRunning,
        isFirst: props.beginsAtAction,
      }}
    >
      {props.children}
    </Dialog>
  )
}

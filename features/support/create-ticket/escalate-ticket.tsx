import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAttachments } from './attachments.tsx'
import { contactTexts } from './contact-support.messages.ts'
import classes from './contact-support.module.css'
import { escalateTicket } from './escalation.contract.ts'
import { OptionalFields, PartToggles, RequiredFields } from './ticket-fields.tsx'
import {
  type OptionalPart,
  optionalParts,
  type TicketFormInput,
  type TicketFormValues,
  ticketFormSchema,
  toNewTicket,
} from './ticket-form.rules.ts'

const formId = 'escalate-ticket'

/** Creates a ticket to the platform about a customer's; the platform sees only what is written here. */
export default function EscalateTicket(props: { ticket: TicketDetails; onClose(): void }) {
  const t = useTexts(contactTexts)
  const { email } = useUser()
  const { pathname, search } = useLocation()
  const { ticket } = props
  const form = useSchemaForm<TicketFormInput, TicketFormValues>(ticketFormSchema, {
    ticketCategory: ticket.category,
    subject: ticket.subject,
    description: '',
    contactEmail: email,
    contactEmails: [],
    priority: ticket.priority,
    customers: [],
    transactions: transactionsOf(ticket),
  })
  const [shown, setShown] = useState<ReadonlySet<OptionalPart>>(
    new Set<OptionalPart>(
      transactionsOf(ticket).length > 0 ? ['priority', 'transactions'] : ['priority'],
    ),
  )
  const attachments = useAttachments()
  const escalate = useAction(escalateTicket, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.escalated, tone: 'success' })
      props.onClose()
    },
  })
  async function toggle(part: OptionalPart) {
    const next = new Set(shown)
    if (!next.delete(part)) next.add(part)
    setShown(next)
    if (part === 'attachments' && !next.has(part)) await attachments.discard()
  }
  async function cancel() {
    props.onClose()
    await attachments.discard()
  }
  const { customerId, ticketId } = ticket
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={t.escalateTitle}
      keepsOpenOutside
      action={{
        label: t.escalate,
        form: formId,
        isRunning: escalate.isRunning,
        isDisabled: !form.formState.isValid || !attachments.isReady,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={escalate.problem}
        onSubmit={(values) =>
          escalate.run({
            params: { customerId: customerId ?? '', ticketId },
            body: toNewTicket(values, shown, {
              fileIds: attachments.fileIds,
              page: pathname + search,
            }),
          })
        }
      >
        <p className={classes.hint}>{t.escalateHint}</p>
        <RequiredFields isDisabled={false} />
        <TextField name="contactEmail" kind="email" label={t.contactEmail} />
        <PartToggles parts={optionalParts} shown={shown} isDisabled={false} onToggle={toggle} />
        <OptionalFields
          shown={shown}
          tenantId={undefined}
          attachments={attachments}
          isDisabled={false}
        />
      </Form>
    </Dialog>
  )
}

function transactionsOf({ references }: TicketDetails): string[] {
  return references
    .filter(({ kind }) => kind === 'transaction')
    .flatMap(({ name, key }) => name ?? key ?? [])
}

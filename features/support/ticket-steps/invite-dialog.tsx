import { invitationBody } from '@counterfoil/features/support/feed/feed.contract.ts'
import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { stepTexts } from './ticket-steps.messages.ts'
import classes from './ticket-steps.module.css'

const formId = 'invite-external-party'

/** Sends an external party a link to the public part of the ticket. */
export function InviteDialog({ api, onClose }: { api: TicketApi; onClose(): void }) {
  const t = useTexts(stepTexts)
  const form = useSchemaForm(invitationBody, { externalPartyEmail: '', invitationDescription: '' })
  const invite = useAction(api.calls.invite, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.invited, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.inviteTitle}
      keepsOpenOutside
      action={{ label: t.send, form: formId, isRunning: invite.isRunning }}
    >
      <Form
        id={formId}
        form={form}
        problem={invite.problem}
        onSubmit={(body) => invite.run({ params: api.params, body })}
      >
        <p className={classes.hint}>{t.inviteText}</p>
        <TextField name="externalPartyEmail" kind="email" label={t.email} isRequired />
        <TextAreaField name="invitationDescription" label={t.why} maxLength={1000} />
      </Form>
    </Dialog>
  )
}

import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { supportMail } from './support-mails.ts'

interface InvitedTicket {
  readonly code: string
  readonly subject: string
  readonly url: string
}

/** The mail that invites an external party. */
export function invitationMail(
  { code, subject, url }: InvitedTicket,
  invitation: { readonly by: string; readonly description: string; readonly days: number },
): (language: MailLanguage) => MailContent {
  return supportMail({ code, subject, url }, { kind: 'invited', ...invitation })
}

// Mail on its way out: by SMTP where that is set up, else not at all.
import { createTransport, type Transporter } from 'nodemailer'

export interface OutgoingMail {
  /** Shown as the sender; the address is the product's own. */
  readonly fromName: string
  readonly replyTo: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try, so that a mail which was sent twice is known as one. */
  readonly id: string
  /** The conversation that it belongs to, and the mail before it in that conversation. */
  readonly threadId?: string | null
  readonly replyToId?: string | null
}

export interface MailSender {
  /** Whether there is anywhere to send to; without, mail stays in the outbox. */
  readonly isOpen: boolean
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const timeoutMs = 20_000

export function openMailSender(smtpUrl: string | undefined, from: string): MailSender {
  if (smtpUrl === undefined) return noMailSender
  const transport: Transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // content is given as text alone: it may not name a file or an address for the library to read
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    isOpen: true,
    async send({ fromName, replyTo, to, subject, text, html, id, threadId, replyToId }) {
      const messageId = (of: string) => `<${of}@${domain}>`
      // mail programs group mails that name the same first one, even if they do not have it
      const before = [threadId, replyToId].filter((one) => one != null).map(messageId)
      await transport.sendMail({
        from: { name: fromName, address: from },
        replyTo,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageId(id),
        ...(before.length > 0 ? { inReplyTo: before.at(-1), references: before } : {}),
      })
    },
    close: () => transport.close(),
  }
}

const noMailSender: MailSender = {
  isOpen: false,
  send: () => Promise.reject(new Error('No SMTP server is set up')),
  close: () => undefined,
}

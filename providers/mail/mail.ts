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
}

export interface Post {
  /** Whether there is anywhere to send to; without, mail stays in the outbox. */
  readonly isOpen: boolean
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const timeoutMs = 20_000

export function openPost(smtpUrl: string | undefined, from: string): Post {
  if (smtpUrl === undefined) return closedPost
  const transport: Transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // what a mail says is ours alone: nothing of it may name a file or an address to be read
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    isOpen: true,
    async send({ fromName, replyTo, to, subject, text, html, id }) {
      await transport.sendMail({
        from: { name: fromName, address: from },
        replyTo,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
      })
    },
    close: () => transport.close(),
  }
}

const closedPost: Post = {
  isOpen: false,
  send: () => Promise.reject(new Error('No SMTP server is set up')),
  close: () => undefined,
}

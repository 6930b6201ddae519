// The mails about tickets, in both languages.

import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.rules.ts'
import type { MailFacts } from '@counterfoil/features/messaging/templates/template-variables.contract.ts'

/** All mails of a ticket have the same subject, so that mail programs group them. */
interface MailTicket {
  readonly code: string
  readonly subject: string
  /** The page of the ticket; undefined: the recipient has none. */
  readonly url: string | undefined
}

export type MailEvent =
  | { readonly kind: 'received' | 'createdForYou' | 'closed' | 'opened' }
  | { readonly kind: 'assigned'; readonly by: string }
  | {
      readonly kind: 'comment' | 'internalComment'
      readonly by: string
      readonly content: string
      /** Names of the attached files. */
      readonly attachments: readonly string[]
    }
  | {
      readonly kind: 'invited'
      readonly by: string
      readonly description: string
      readonly days: number
    }

type Translate = (english: string, turkish: string) => string

export const supportMail =
  (ticket: MailTicket, event: MailEvent) =>
  (language: MailLanguage): MailContent => {
    const translate: Translate = (english, turkish) => (language === 'tr' ? turkish : english)
    return {
      subject: `[${ticket.code}] ${ticket.subject}`,
      facts: templateFacts(ticket, event, translate),
      greeting: translate('Hello,', 'Merhaba,'),
      paragraphs: paragraphsOf(ticket, event, translate),
      ...(ticket.url === undefined
        ? {}
        : { button: { label: translate('Open the ticket', 'Talebi aç'), url: ticket.url } }),
      notes: notesOf(event, translate),
    }
  }

/** The same content as variables, for a tenant's own template. */
function templateFacts(
  { code, subject, url }: MailTicket,
  event: MailEvent,
  translate: Translate,
): MailFacts {
  const values = { ticketCode: code, ticketSubject: subject, link: url ?? '' }
  switch (event.kind) {
    case 'received':
      return { kind: 'ticketReceived', values }
    case 'createdForYou':
      return { kind: 'ticketRaised', values }
    case 'closed':
      return { kind: 'ticketClosed', values }
    case 'opened':
      return { kind: 'ticketReopened', values }
    case 'assigned':
      return { kind: 'ticketAssigned', values: { ...values, author: event.by } }
    case 'comment':
      return {
        kind: 'ticketReply',
        values: { ...values, author: event.by, message: messageOf(event, translate) },
      }
    case 'internalComment':
      return {
        kind: 'ticketInternalComment',
        values: { ...values, author: event.by, message: messageOf(event, translate) },
      }
    case 'invited': {
      const { by: author, description: message, days } = event
      return {
        kind: 'ticketInvitation',
        values: { ...values, author, message, days: String(days) },
      }
    }
  }
}

function paragraphsOf({ code }: MailTicket, event: MailEvent, translate: Translate): string[] {
  switch (event.kind) {
    case 'received':
      return [
        translate(
          `We have your ticket ${code} and will answer it. This mail is sent by itself.`,
          `${code} numaralı talebiniz bize ulaştı, yanıtlayacağız. Bu e-posta otomatik gönderilmiştir.`,
        ),
      ]
    case 'createdForYou':
      return [
        translate(
          `The ticket ${code} was opened for you.`,
          `Sizin için ${code} numaralı talep açıldı.`,
        ),
      ]
    case 'closed':
      return [
        translate(
          `The ticket ${code} was closed. If something is missing, open it again.`,
          `${code} numaralı talep kapatıldı. Eksik kalan bir şey varsa yeniden açabilirsiniz.`,
        ),
      ]
    case 'opened':
      return [
        translate(`The ticket ${code} was opened again.`, `${code} numaralı talep yeniden açıldı.`),
      ]
    case 'assigned':
      return [
        translate(
          `${event.by} assigned the ticket ${code} to you.`,
          `${event.by} ${code} numaralı talebi size atadı.`,
        ),
      ]
    case 'comment':
      return [
        translate(`${event.by} wrote:`, `${event.by} yazdı:`),
        ...splitParagraphs(messageOf(event, translate)),
      ]
    case 'internalComment':
      return [
        translate(
          `${event.by} wrote, for colleagues alone:`,
          `${event.by} yalnızca ekip içi olarak yazdı:`,
        ),
        ...splitParagraphs(messageOf(event, translate)),
      ]
    case 'invited':
      return [
        translate(
          `${event.by} asks for your help with a ticket. The link shows you what was said on it and lets you answer.`,
          `${event.by} bir talep için yardımınızı istiyor. Bağlantı size yazışmayı gösterir ve yanıtlamanızı sağlar.`,
        ),
        ...splitParagraphs(event.description),
      ]
  }
}

function notesOf(event: MailEvent, translate: Translate): string[] {
  if (event.kind !== 'invited') return []
  return [
    translate(
      `The link is for you alone and works for ${event.days} days. If you do not know what this is ticket, do nothing.`,
      `Bağlantı yalnızca size özeldir ve ${event.days} gün geçerlidir. Bunun ne olduğunu bilmiyorsanız bir şey yapmayın.`,
    ),
  ]
}

type CommentMail = Extract<MailEvent, { kind: 'comment' | 'internalComment' }>

/** The comment, with a paragraph that names its attachments. */
function messageOf({ content, attachments }: CommentMail, translate: Translate): string {
  const names = attachments.join(', ')
  if (names === '') return content
  return `${content}\n\n${translate(`Attached: ${names}`, `Ekler: ${names}`)}`
}

const splitParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

// The mails about tickets, in English; other languages come from the catalogs.

import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import type { MailFacts } from '@counterfoil/features/messaging/templates/template-variables.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Say, sayIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** All mails of a ticket have the same subject, so that mail programs group them. */
interface MailTicket {
  readonly code: string
  readonly subject: string
  /** The page of the ticket; undefined: the recipient has none. */
  readonly url: string | undefined
  /** Of an agent: the organisation's templates for what it answers and closes speak to whoever asked. */
  readonly isForAgent?: boolean
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

export const supportMail =
  (ticket: MailTicket, event: MailEvent) =>
  (language: MailLanguage): MailContent => {
    const say = sayIn(language)
    return {
      subject: `[${ticket.code}] ${ticket.subject}`,
      ...(ticket.isForAgent === true && saysToRequester(event)
        ? {}
        : { facts: templateFacts(ticket, event, say) }),
      greeting: say(msg('Hello,')),
      paragraphs: paragraphsOf(ticket, event, say),
      ...(ticket.url === undefined
        ? {}
        : { button: { label: say(msg('Open the ticket')), url: ticket.url } }),
      notes: notesOf(event, say),
    }
  }

const saysToRequester = ({ kind }: MailEvent) =>
  kind === 'comment' || kind === 'closed' || kind === 'opened'

/** The same content as variables, for a tenant's own template. */
function templateFacts({ code, subject, url }: MailTicket, event: MailEvent, say: Say): MailFacts {
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
        values: { ...values, author: event.by, message: messageOf(event, say) },
      }
    case 'internalComment':
      return {
        kind: 'ticketInternalComment',
        values: { ...values, author: event.by, message: messageOf(event, say) },
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

function paragraphsOf({ code }: MailTicket, event: MailEvent, say: Say): string[] {
  switch (event.kind) {
    case 'received':
      return [
        say(
          msg('We have your ticket {code} and will answer it. This mail is sent automatically.'),
          {
            code,
          },
        ),
      ]
    case 'createdForYou':
      return [say(msg('The ticket {code} was opened for you.'), { code })]
    case 'closed':
      return [
        say(msg('The ticket {code} was closed. If something is missing, open it again.'), { code }),
      ]
    case 'opened':
      return [say(msg('The ticket {code} was opened again.'), { code })]
    case 'assigned':
      return [say(msg('{by} assigned the ticket {code} to you.'), { by: event.by, code })]
    case 'comment':
      return [say(msg('{by} wrote:'), { by: event.by }), ...splitParagraphs(messageOf(event, say))]
    case 'internalComment':
      return [
        say(msg('{by} wrote, only for colleagues:'), { by: event.by }),
        ...splitParagraphs(messageOf(event, say)),
      ]
    case 'invited':
      return [
        say(
          msg(
            '{by} asks for your help with a ticket. The link shows you the conversation, and you can answer there.',
          ),
          { by: event.by },
        ),
        ...splitParagraphs(event.description),
      ]
  }
}

function notesOf(event: MailEvent, say: Say): string[] {
  if (event.kind !== 'invited') return []
  return [
    say(
      msg(
        'The link is only for you and works for {days} days. If you do not know what this is about, ignore this mail.',
      ),
      { days: event.days },
    ),
  ]
}

type CommentMail = Extract<MailEvent, { kind: 'comment' | 'internalComment' }>

/** The comment, with a paragraph that names its attachments. */
function messageOf({ content, attachments }: CommentMail, say: Say): string {
  const names = attachments.join(', ')
  if (names === '') return content
  return `${content}\n\n${say(msg('Attached: {names}'), { names })}`
}

const splitParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

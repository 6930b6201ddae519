// What people are told of their tickets by mail, in both languages.

import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.rules.ts'
import type { MailFacts } from '@counterfoil/features/messaging/templates/template-variables.contract.ts'

/** The same subject for all mails of a ticket, so that mail programs keep them together. */
interface About {
  readonly code: string
  readonly subject: string
  /** The page of the ticket; undefined: the recipient has none. */
  readonly url: string | undefined
}

export type Said =
  | { readonly kind: 'received' | 'raisedForYou' | 'closed' | 'opened' }
  | { readonly kind: 'assigned'; readonly by: string }
  | {
      readonly kind: 'comment' | 'internalComment'
      readonly by: string
      readonly content: string
    }
  | {
      readonly kind: 'invited'
      readonly by: string
      readonly description: string
      readonly days: number
    }

type Say = (english: string, turkish: string) => string

export const supportMail =
  (about: About, said: Said) =>
  (language: MailLanguage): MailContent => {
    const say: Say = (english, turkish) => (language === 'tr' ? turkish : english)
    return {
      subject: `[${about.code}] ${about.subject}`,
      facts: factsOf(about, said),
      greeting: say('Hello,', 'Merhaba,'),
      paragraphs: paragraphsOf(about, said, say),
      ...(about.url === undefined
        ? {}
        : { button: { label: say('Open the ticket', 'Talebi aç'), url: about.url } }),
      notes: notesOf(said, say),
    }
  }

/** The same for a template of the tenant's own. */
function factsOf({ code, subject, url }: About, said: Said): MailFacts {
  const values = { ticketCode: code, ticketSubject: subject, link: url ?? '' }
  switch (said.kind) {
    case 'received':
      return { kind: 'ticketReceived', values }
    case 'raisedForYou':
      return { kind: 'ticketRaised', values }
    case 'closed':
      return { kind: 'ticketClosed', values }
    case 'opened':
      return { kind: 'ticketReopened', values }
    case 'assigned':
      return { kind: 'ticketAssigned', values: { ...values, author: said.by } }
    case 'comment':
      return {
        kind: 'ticketReply',
        values: { ...values, author: said.by, message: said.content },
      }
    case 'internalComment':
      return {
        kind: 'ticketInternalComment',
        values: { ...values, author: said.by, message: said.content },
      }
    case 'invited': {
      const { by: author, description: message, days } = said
      return {
        kind: 'ticketInvitation',
        values: { ...values, author, message, days: String(days) },
      }
    }
  }
}

function paragraphsOf({ code }: About, said: Said, say: Say): string[] {
  switch (said.kind) {
    case 'received':
      return [
        say(
          `We have your ticket ${code} and will answer it. This mail is sent by itself.`,
          `${code} numaralı talebiniz bize ulaştı, yanıtlayacağız. Bu e-posta otomatik gönderilmiştir.`,
        ),
      ]
    case 'raisedForYou':
      return [
        say(`The ticket ${code} was opened for you.`, `Sizin için ${code} numaralı talep açıldı.`),
      ]
    case 'closed':
      return [
        say(
          `The ticket ${code} was closed. If something is missing, open it again.`,
          `${code} numaralı talep kapatıldı. Eksik kalan bir şey varsa yeniden açabilirsiniz.`,
        ),
      ]
    case 'opened':
      return [say(`The ticket ${code} was opened again.`, `${code} numaralı talep yeniden açıldı.`)]
    case 'assigned':
      return [
        say(
          `${said.by} assigned the ticket ${code} to you.`,
          `${said.by} ${code} numaralı talebi size atadı.`,
        ),
      ]
    case 'comment':
      return [say(`${said.by} wrote:`, `${said.by} yazdı:`), ...linesOf(said.content)]
    case 'internalComment':
      return [
        say(
          `${said.by} wrote, for colleagues alone:`,
          `${said.by} yalnızca ekip içi olarak yazdı:`,
        ),
        ...linesOf(said.content),
      ]
    case 'invited':
      return [
        say(
          `${said.by} asks for your help with a ticket. The link shows you what was said on it and lets you answer.`,
          `${said.by} bir talep için yardımınızı istiyor. Bağlantı size yazışmayı gösterir ve yanıtlamanızı sağlar.`,
        ),
        ...linesOf(said.description),
      ]
  }
}

function notesOf(said: Said, say: Say): string[] {
  if (said.kind !== 'invited') return []
  return [
    say(
      `The link is for you alone and works for ${said.days} days. If you do not know what this is about, do nothing.`,
      `Bağlantı yalnızca size özeldir ve ${said.days} gün geçerlidir. Bunun ne olduğunu bilmiyorsanız bir şey yapmayın.`,
    ),
  ]
}

const linesOf = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

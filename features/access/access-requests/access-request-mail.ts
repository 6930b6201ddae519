import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { sayIn, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export interface AskedAccess {
  readonly name: string
  readonly page: string
  readonly permissions: readonly string[]
}

/** Of the notification, which each reads in their own language. */
export const noticeTitle = ({ name, page }: AskedAccess): Text =>
  textWith(msg('{name} asks for access to “{page}”'), { name, page })

export const accessRequestMail =
  (to: { firstName: string; asked: AskedAccess; url: string }) =>
  (language: MailLanguage, _tenant: string): MailContent => {
    const say = sayIn(language)
    const { name, page, permissions } = to.asked
    return {
      subject: say(msg('{name} asks for access to “{page}”'), { name, page }),
      greeting: say(msg('Hello {firstName},'), { firstName: to.firstName }),
      paragraphs: [
        say(
          msg({
            text: '{count, plural, one {{name} wanted to open “{page}” and does not hold the permission {list} that it takes.} other {{name} wanted to open “{page}” and holds none of the permissions that open it: {list}.}}',
          }).text,
          { name, page, list: permissions.join(', '), count: permissions.length },
        ),
      ],
      button: { label: say(msg('Open the user')), url: to.url },
      notes: [
        say(msg('You get this because you can give the permission. To decline, do nothing.')),
      ],
    }
  }

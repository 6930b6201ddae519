// Notifications by e-mail. One that is read in the portal within some minutes is not mailed; what is unread then comes in one mail.
import { type MailRequest, sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { dayMs, minuteMs } from '@counterfoil/kit/contract/durations.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { sayIn } from '@counterfoil/kit/contract/texts.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { textOfHtml } from '@counterfoil/kit/server/codecs/rich-text.ts'
import { listTenantsToMail, takeToMail } from './notifications.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  several: '{count, plural, one {# notification} other {# notifications}}',
  hello: 'Hello {firstName},',
  more: 'And {count, plural, one {one more} other {# more}}, in the portal.',
  open: 'Open in the portal',
  note: 'You get this because you had not read it in the portal. Which notifications are mailed you choose there: in the quick panel, under “Quick Settings”.',
})

/** When what happened at `at` is mailed unless it is read before; null: it is old, as a history that was made for a demo is. */
export const mailTime = (at: Date, now: Date): Date | null =>
  now.getTime() - at.getTime() > dayMs ? null : new Date(at.getTime() + 5 * minuteMs)

/** Whether a user who chose this (null: nothing) gets a mail. */
export const isMailed = (
  choice: string | null,
  { isImportant = false, hasOwnMail = false }: Mailed,
): boolean => !hasOwnMail && (choice === 'all' || (choice !== 'none' && isImportant))

interface Mailed {
  readonly isImportant?: boolean | undefined
  readonly hasOwnMail?: boolean | undefined
}

/** Of one transaction. */
const takenAtOnce = 200
/** More are counted, not listed. */
const listed = 20

/** Mails what is due: to each user one mail of all that it has not read. */
export async function mailUnread(context: JobContext, publicUrl: string): Promise<void> {
  const { database, jobs, now, signal } = context
  const tenantIds = await listTenantsToMail(database.reader(platformScope), now())
  const mail = async (tenantId: string) => {
    let taken = takenAtOnce
    while (taken === takenAtOnce && !signal.aborted) {
      taken = await database.transaction(tenantScope(tenantId), async (db) => {
        const due = await takeToMail(db, now(), takenAtOnce)
        for (const { user, notifications } of due.unread) {
          await sendMail(db, jobs, mailFor(user, { notifications, publicUrl, now: now() }))
        }
        return due.taken
      })
    }
  }
  await forEachTenant(context, 'notifications were not mailed', mail, { tenantIds })
}

type Due = Awaited<ReturnType<typeof takeToMail>>['unread'][number]
interface Unread {
  readonly notifications: Due['notifications']
  readonly publicUrl: string
  readonly now: Date
}

const mailFor = (user: Due['user'], { notifications, publicUrl, now }: Unread): MailRequest => ({
  to: user.email,
  merchantId: user.merchant_id,
  language: user.locale === null ? undefined : textLanguage(user.locale),
  isSecret: false,
  now,
  content: (language) => contentOf(user.first_name, notifications, { publicUrl, language }),
})

function contentOf(
  firstName: string,
  notifications: Due['notifications'],
  { publicUrl, language }: { readonly publicUrl: string; readonly language: MailLanguage },
): MailContent {
  const say = sayIn(language)
  const more = notifications.length - listed
  const only = notifications.length === 1 ? notifications[0] : undefined
  return {
    subject: only?.title ?? say(texts.several, { count: notifications.length }),
    greeting: say(texts.hello, { firstName }),
    paragraphs: [
      ...(only === undefined ? notifications.slice(0, listed).map(lineOf) : partsOf(only)),
      ...(more > 0 ? [say(texts.more, { count: more })] : []),
    ],
    button: {
      label: say(texts.open),
      url: only === undefined ? publicUrl : addressOf(only, publicUrl),
    },
    notes: [say(texts.note)],
  }
}

const partsOf = ({ title, description }: Due['notifications'][number]): string[] =>
  [title, textOfHtml(description)].filter((one) => one !== '')
const lineOf = (one: Due['notifications'][number]): string => partsOf(one).join(': ')

/** The files of a report are downloaded from the list of notifications: its address is none of the portal. */
function addressOf(
  { object_url: address, notification_type: type }: Due['notifications'][number],
  publicUrl: string,
): string {
  if (address === null || type === 'ReportGenerated') return publicUrl
  return address.startsWith('/') ? `${publicUrl}${address}` : address
}

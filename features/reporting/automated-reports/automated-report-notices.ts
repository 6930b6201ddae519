import type { MailContent } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import type {
  Notice,
  Recipients,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { withMode } from '@counterfoil/features/reporting/exports/exports.rules.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn, textWith } from '@counterfoil/kit/contract/texts.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { modeOfExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { OwnerRow, ReportRow } from './automated-reports.queries.ts'

const msg = messagesOf(import.meta.url)

const reasons = msg({
  owner_gone: 'The user whose report it is is not active any more.',
  right_lost: 'The user whose report it is may not see it any more.',
  report_gone: 'There is no such report any more.',
})

const path = '/automated-reports'

interface Pause {
  readonly reason: keyof typeof reasons
  readonly owner: OwnerRow | undefined
}

/** In notices, whose texts may hold marks. */
const nameOf = ({ name, source, mode }: ReportRow) =>
  withMode(escaped(name), modeOfExport(source, mode))

/** To the owner; of one who is not active any more to those who look after the same payments, who have no such page. */
export function pausedNotice(report: ReportRow, { reason, owner }: Pause, now: Date): Notice {
  const isOwners = owner?.is_active === true
  return {
    to: isOwners ? { userIds: [owner.id] } : colleaguesOf(report, owner),
    type: 'AutomatedReport',
    title: msg('An automated report was stopped'),
    description: textWith(msg('{name}: {reason}'), {
      name: nameOf(report),
      reason: reasons[reason],
    }),
    ...(isOwners ? { objectUrl: path } : {}),
    onceFor: `automated report ${report.id} paused ${now.toISOString()}`,
    now,
  }
}

/** Of a merchant's user the merchant's administrators; of an operator those who see every payment that the report could have. */
function colleaguesOf({ merchant_id }: ReportRow, owner: OwnerRow | undefined): Recipients {
  if (owner?.user_type === 'platform') {
    return { audience: 'platform', permission: 'Platform.Transaction.Lookup' }
  }
  if (owner?.user_type === 'merchant' && owner.merchant_id !== null) {
    const permission = 'Merchant.UserManagement.Users'
    return { audience: 'merchant', permission, merchantId: owner.merchant_id }
  }
  return {
    audience: 'tenant',
    permission: 'CRM.Transaction.View',
    seeing: { merchantId: merchant_id, method: null, provider: null },
  }
}

export function failedNotice(report: ReportRow, runId: string, now: Date): Notice {
  return {
    to: { userIds: [report.user_id] },
    type: 'AutomatedReport',
    title: msg('An automated report failed'),
    description: textWith(msg('{name} could not be made. It runs again at its next time.'), {
      name: nameOf(report),
    }),
    objectUrl: path,
    onceFor: `automated report run ${runId}`,
    now,
  }
}

export function notSentNotice(
  report: ReportRow,
  { runId, failure }: { readonly runId: string; readonly failure: string },
  now: Date,
): Notice {
  return {
    to: { userIds: [report.user_id] },
    type: 'AutomatedReport',
    title: msg('An automated report could not be sent'),
    description: textWith(
      msg('{name} was made and lies under Exports. The last attempt to send it: {failure}'),
      { name: nameOf(report), failure: escaped(failure) },
    ),
    objectUrl: path,
    onceFor: `automated report run ${runId} not sent`,
    now,
  }
}

const mail = msg({
  subject: '{name} is ready',
  greeting: 'Hello,',
  ready: 'Your report {name} was made: {rows, number} rows.',
  open: 'Open the exports',
  note: 'The files are in the portal for 30 days. Whoever opens them signs in first.',
})

/** A link, not data: who opens it signs in, and may see what is in it. */
export const readyMail =
  ({ name, source, mode }: ReportRow, rows: number, publicUrl: string) =>
  (language: string): MailContent => {
    const named = withMode(name, modeOfExport(source, mode))
    const said = typeof named === 'string' ? named : textIn(named, language)
    return {
      subject: textIn(mail.subject, language, { name: said }),
      greeting: textIn(mail.greeting, language),
      paragraphs: [textIn(mail.ready, language, { name: said, rows })],
      button: { label: textIn(mail.open, language), url: `${publicUrl}/exports` },
      notes: [textIn(mail.note, language)],
    }
  }

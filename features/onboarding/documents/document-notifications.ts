import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { inEachLanguage, textIn, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { reviewPermission, submitPermission } from './documents.contract.ts'
import type { ExpiringDocument } from './documents.queries.ts'
import type { DocumentContext } from './submit-document.ts'

const msg = messagesOf(import.meta.url)

const titles = {
  asked: msg('A document is requested'),
  accepted: msg('A document was accepted'),
  rejected: msg('A document was rejected'),
  filed: msg('A document was submitted for you'),
  withdrawn: msg('A document is requested no more'),
}

type NotificationContext = Pick<DocumentContext, 'jobs' | 'now'>

/** `day`: YYYY-MM-DD. */
const untilText = (day: string) =>
  textWith(msg('Until {until}'), { until: day.split('-').reverse().join('/') })

/** Notifies the merchant's users who submit documents. `text`: the remark, the reason, the last day, or who submitted it. */
export function notifyMerchant(
  db: Db,
  { jobs, now }: NotificationContext,
  about: { kind: keyof typeof titles; merchantId: string; typeName: string; text: string },
): Promise<void> {
  const name = `<b>${escaped(about.typeName)}</b>`
  const line = {
    ...{ asked: { en: escaped(about.text) }, rejected: { en: escaped(about.text) } },
    accepted: untilText(about.text),
    filed: textWith(msg('By {name}'), { name: escaped(about.text) }),
    withdrawn: { en: '' },
  }[about.kind]
  const description =
    about.text === '' ? name : inEachLanguage((language) => `${name}<br>${textIn(line, language)}`)
  return notify(db, jobs, {
    to: { audience: 'merchant', permission: submitPermission, merchantId: about.merchantId },
    type: 'BoardingDocuments',
    title: titles[about.kind],
    description,
    objectUrl: '/boarding/documents',
    now,
  })
}

/** Notifies operators who may review the merchant's documents. */
export function notifyOperators(
  db: Db,
  { jobs, now }: NotificationContext,
  about: { merchantId: string; merchantName: string; typeName: string },
): Promise<void> {
  return notify(db, jobs, {
    to: { audience: 'tenant', permission: reviewPermission, merchantId: about.merchantId },
    type: 'BoardingDocuments',
    title: msg('A document was submitted'),
    description: `<b>${escaped(about.merchantName)}</b><br>${escaped(about.typeName)}`,
    objectUrl: `/crm/organizations/${about.merchantId}`,
    now,
  })
}

/** Notifies the merchant's users who submit documents, and operators who review them, of one that expires or has expired. */
export async function notifyOfExpiry(
  db: Db,
  { jobs, now }: NotificationContext,
  { id, merchantId, merchantName, typeName, expiresOn }: ExpiringDocument,
): Promise<void> {
  const name = `<b>${escaped(typeName)}</b>`
  const line = untilText(expiresOn)
  const describedBy = (first: string) =>
    inEachLanguage((language) => `${first}<br>${textIn(line, language)}`)
  const notice = {
    type: 'BoardingDocuments',
    title:
      expiresOn < utcDayOf(now) ? msg('A document has expired') : msg('A document expires soon'),
    now,
  }
  await notify(db, jobs, {
    ...notice,
    to: { audience: 'merchant', permission: submitPermission, merchantId },
    description: describedBy(name),
    objectUrl: '/boarding/documents',
    onceFor: `document ${id} expires`,
  })
  await notify(db, jobs, {
    ...notice,
    to: { audience: 'tenant', permission: reviewPermission, merchantId },
    description: describedBy(`<b>${escaped(merchantName)}</b><br>${escaped(typeName)}`),
    objectUrl: `/crm/organizations/${merchantId}`,
    onceFor: `document ${id} expires, for reviewers`,
  })
}

import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { ownPermission, reviewingPermission } from './documents.contract.ts'
import type { DocumentContext } from './submit-document.ts'

const titles = {
  asked: ['A document is asked for', 'Bir belge isteniyor'],
  accepted: ['A document was accepted', 'Bir belge kabul edildi'],
  rejected: ['A document was rejected', 'Bir belge reddedildi'],
} as const

type Told = Pick<DocumentContext, 'jobs' | 'now'>

/** Those of the merchant's people who keep its documents. `text`: the remark, the reason, or the last day. */
export function notifyMerchant(
  db: Db,
  { jobs, now }: Told,
  about: { kind: keyof typeof titles; merchantId: string; typeName: string; text: string },
): Promise<void> {
  const name = `<b>${escaped(about.typeName)}</b>`
  const [day, month, year] = about.text.split('-').reverse()
  const said = (until: string) => {
    if (about.kind !== 'accepted') return `${name}<br>${escaped(about.text)}`
    return about.text === '' ? name : `${name}<br>${until} ${day}/${month}/${year}`
  }
  return notify(db, jobs, {
    to: { audience: 'merchant', permission: ownPermission, merchantId: about.merchantId },
    type: 'BoardingDocuments',
    title: titles[about.kind],
    description: [said('Until'), said('Son gün:')],
    objectUrl: '/boarding/documents',
    now,
  })
}

/** Those who look after the merchant and may decide. */
export function notifyOperators(
  db: Db,
  { jobs, now }: Told,
  about: { merchantId: string; merchantName: string; typeName: string },
): Promise<void> {
  return notify(db, jobs, {
    to: { audience: 'tenant', permission: reviewingPermission, merchantId: about.merchantId },
    type: 'BoardingDocuments',
    title: ['A document was handed in', 'Bir belge teslim edildi'],
    description: `<b>${escaped(about.merchantName)}</b><br>${escaped(about.typeName)}`,
    objectUrl: `/crm/organizations/${about.merchantId}`,
    now,
  })
}

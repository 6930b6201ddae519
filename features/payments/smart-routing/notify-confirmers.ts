import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { operatorsView, rulesView } from './smart-routing.contract.ts'
import type { VersionRow } from './versions.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  waits: 'Routing rules wait for confirmation',
  what: 'Version {number} ({mode}), asked for by {name}.',
  midOff: 'Routing rules name a MID that is switched off',
  midOffWhat:
    '{mid}: version {number} ({mode}) sends payments there. They go elsewhere, or nowhere.',
})

/** Notifies those who can confirm a version that it waits. */
export function notifyConfirmers(
  db: Db,
  jobs: Jobs,
  row: VersionRow,
  of: { readonly isForMerchant: boolean; readonly by: string; readonly now: Date },
): Promise<void> {
  const { merchant_id: merchantId, number } = row
  const mode = modeNameOf(row.mode)
  return notify(db, jobs, {
    to: of.isForMerchant
      ? { audience: 'merchant', permission: rulesView, merchantId }
      : { audience: 'tenant', permission: operatorsView, merchantId },
    type: 'RoutingWaits',
    title: texts.waits,
    description: textWith(texts.what, { number: String(number), mode, name: escaped(of.by) }),
    objectUrl: of.isForMerchant
      ? `/merchant/payment-settings/smart-routing-v2?version=${row.id}`
      : `/crm/settings/smart-routing?merchantId=${merchantId}&mode=${mode}&version=${row.id}`,
    onceFor: `routing version ${row.id} ${row.version}`,
    now: of.now,
  })
}

/** Notifies operators that the rules in force send payments to a MID that takes none any more. */
export function notifyOfMidOff(
  db: Db,
  jobs: Jobs,
  { id, merchant_id: merchantId, number, mode: modeNumber }: VersionRow,
  { midCode, now }: { readonly midCode: string; readonly now: Date },
): Promise<void> {
  const mode = modeNameOf(modeNumber)
  return notify(db, jobs, {
    to: { audience: 'tenant', permission: operatorsView, merchantId },
    type: 'RoutingWaits',
    title: texts.midOff,
    description: textWith(texts.midOffWhat, {
      ...{ mid: escaped(midCode), number: String(number), mode },
    }),
    objectUrl: `/crm/settings/smart-routing?merchantId=${merchantId}&mode=${mode}&version=${id}`,
    now,
  })
}

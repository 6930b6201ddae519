import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { operatorsView, rulesView } from './smart-routing.contract.ts'
import type { DeadNamed, VersionRow } from './versions.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  waits: 'Routing rules wait for confirmation',
  what: 'Version {number} ({mode}), asked for by {name}.',
  midOff: 'Routing rules name a MID that is switched off',
  midOffWhat:
    '{mid}: version {number} ({mode}) sends payments there. They go elsewhere, or nowhere.',
  over: 'Routing rules name a MID whose period is over',
  providerOff: 'Routing rules name a MID of a provider that is switched off',
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
    isImportant: true,
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
  const of = { id, merchantId, number, mode: modeNumber }
  return notifyOperators(db, jobs, of, { title: texts.midOff, midCodes: [midCode], now })
}

/** Notifies operators, once for each version and its MIDs, that these take no payments any more though nobody switched them off. */
export function notifyOfDeadMids(db: Db, jobs: Jobs, named: DeadNamed, now: Date): Promise<void> {
  const { id, because, midIds, midCodes } = named
  return notifyOperators(db, jobs, named, {
    title: because === 'over' ? texts.over : texts.providerOff,
    onceFor: `routing version ${id} ${because} ${[...midIds].sort().join(' ')}`,
    ...{ midCodes, now },
  })
}

function notifyOperators(
  db: Db,
  jobs: Jobs,
  of: Pick<DeadNamed, 'id' | 'merchantId' | 'number' | 'mode'>,
  notice: {
    readonly title: Text
    readonly midCodes: readonly string[]
    readonly onceFor?: string
    readonly now: Date
  },
): Promise<void> {
  const { midCodes, ...rest } = notice
  const { id, merchantId, number } = of
  const mode = modeNameOf(of.mode)
  return notify(db, jobs, {
    ...rest,
    to: { audience: 'tenant', permission: operatorsView, merchantId },
    type: 'RoutingWaits',
    isImportant: true,
    description: textWith(texts.midOffWhat, {
      ...{ mid: escaped(midCodes.join(', ')), number: String(number), mode },
    }),
    objectUrl: `/crm/settings/smart-routing?merchantId=${merchantId}&mode=${mode}&version=${id}`,
  })
}

import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { type Cause, causeNotice } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import type { ClaimedNotice } from './acquirer-notices.queries.ts'

const msg = messagesOf(import.meta.url)

/** Whose payment is known has an event and a notification of its own, by what contradicts it. */
const ofNoPayment = ['notice.unknown_payment', 'notice.unknown_tenant', 'notice.unreadable']

/**
 * Notifies operators of a notice that belongs to no payment: those of its tenant, or the platform's where no tenant is known
 * by it. Of an acquirer that sends many, they are notified once an hour.
 */
export async function notifyAside(
  db: Db,
  engine: Engine,
  notice: ClaimedNotice,
  cause: Cause,
): Promise<void> {
  if (!ofNoPayment.includes(cause.code)) return
  const now = engine.now()
  const permission = 'CRM.Transaction.AcquirerNotices.View'
  const isPlatforms = engine.tenantId === (await readPlatformTenantId(engine.database.shared))
  await notify(db, engine.jobs, {
    to: { audience: isPlatforms ? 'platform' : 'tenant', permission },
    type: 'AcquirerNoticeAside',
    isImportant: true,
    title: msg('An acquirer’s notice belongs to no payment'),
    description: causeNotice(cause),
    objectUrl: `/transaction-management/acquirer-notices?notice=${notice.id}`,
    onceFor: `notice aside ${notice.provider} ${cause.code} ${now.toISOString().slice(0, 13)}`,
    now,
  })
}

import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { Payment } from './payment-views.rules.ts'

const live = 2

/**
 * Notifies the operators who see the payment that one card pays too often, once an hour for each card. Merchants are not
 * notified, because screening is not disclosed to them; neither are payments in Test.
 */
export async function notifyVelocity(
  db: Db,
  jobs: Jobs,
  payment: Payment,
  findings: readonly Finding[],
  windowS: number,
): Promise<void> {
  const found = findings.find(({ rule }) => rule === 'card_velocity')
  if (found === undefined || payment.mode !== live) return
  const { merchantId, method, provider } = payment
  const card = `${payment.cardFirst6 ?? ''}••••••${payment.cardLast4 ?? ''}`
  await notify(db, jobs, {
    to: {
      audience: 'tenant',
      permission: 'CRM.Transaction.View',
      merchantId,
      seeing: { merchantId, method, provider },
    },
    type: 'TransactionVelocityAlert',
    title: ['A card pays unusually often', 'Bir kart alışılmadık sıklıkta ödeme yapıyor'],
    description: [
      `<code>${card}</code>: more payments within ${windowS} seconds than the merchant's limit allows.`,
      `<code>${card}</code>: ${windowS} saniye içinde üye iş yerinin sınırından fazla ödeme.`,
    ],
    objectUrl: `/transaction-management/transaction-lookup/${payment.id}`,
    onceFor: `velocity ${merchantId} ${payment.cardToken} ${payment.createdAt.toISOString().slice(0, 13)}`,
    now: payment.createdAt,
  })
}

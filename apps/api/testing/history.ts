import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makePayment } from '@counterfoil/kit/testing/makers.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/tools/demo/store-organisations.ts'
import type { Stage } from './stage.ts'

/** Gives two merchants of one tenant and one of another something that the others must not see. */
export async function makeHistory({ test }: Stage): Promise<void> {
  for (const [tenant, merchant] of [
    ['northwind', 'harbour'],
    ['northwind', 'quayside'],
    ['bosphorus', 'galata'],
  ] as const) {
    const own = { tenant_id: tenantIdOf(tenant), merchant_id: merchantIdOf(merchant) }
    const payment = await makePayment(test, { ...own, mode: 1, external_id: `INV-${merchant}` })
    const now = new Date()
    const event = { ...own, id: newId(now), payment_id: payment.id, type: 'payment.created' }
    await test.loader
      .insertInto('payment_event')
      .values({ ...event, to_status: 'created', actor_type: 'api_key', created_at: now })
      .execute()
    await test.database.transaction(tenantScope(own.tenant_id), (db) =>
      enqueueWebhooks(db, test.jobs, {
        merchantId: own.merchant_id,
        mode: 1,
        paymentId: payment.id,
        eventId: event.id,
        type: event.type,
        payment: { id: payment.id },
        now,
      }),
    )
  }
}

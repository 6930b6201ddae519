import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makePayment, makeUser } from '@counterfoil/kit/testing/makers.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
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
    const { id: user_id } = await makeUser(test, { ...own, user_type: 'merchant' })
    await makeBelongings(test, { tenant_id: own.tenant_id, user_id })
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

/** What belongs to one person. */
export async function makeBelongings(
  { loader }: TestDatabase,
  own: { tenant_id: string; user_id: string },
): Promise<void> {
  const now = new Date()
  await loader
    .insertInto('notification')
    .values({
      ...own,
      id: newId(now),
      notification_type: 'Task',
      title: 'A task',
      description: '',
      use_router: true,
      created_at: now,
    })
    .execute()
  await loader
    .insertInto('saved_filter')
    .values({
      ...own,
      id: newId(now),
      external_id: newId(now),
      screen: 'transactions',
      name: 'Mine',
      filter: '{}',
      created_at: now,
      updated_at: now,
    })
    .execute()
}

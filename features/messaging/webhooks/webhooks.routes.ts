import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { findEvent, findPaymentTenant, listResendable } from './delivery-log.queries.ts'
import {
  listMerchantWebhooks,
  listMerchantWebhooks2,
  listPlatformWebhooks,
  listWebhooks,
  listWebhooks2,
  resendMerchantWebhook,
  resendWebhook,
} from './webhooks.contract.ts'
import { listDeliveriesOf } from './webhooks.public.ts'
import { resendJob } from './webhooks.rules.ts'

interface ListInput {
  readonly params: { readonly id: string }
  readonly query: {
    readonly pageIndex: number
    readonly pageSize: number
    readonly tenantId?: string | undefined
  }
}

const list = ({ params, query }: ListInput, { db }: Context<UserCaller>) =>
  listOfPayment(db, params.id, query)

async function listOfPayment(db: Db, paymentId: string, query: ListInput['query']) {
  const found = await findPaymentTenant(db, paymentId, query.tenantId)
  if (found === undefined) throw notFound('The transaction')
  return listDeliveriesOf(db, { tenantId: found.tenant_id, paymentId }, query)
}

/** Enqueues one more attempt for every endpoint that got the event and is still subscribed. */
async function resend({ params }: Pick<ListInput, 'params'>, context: Context<UserCaller>) {
  const event = await findEvent(context.db, params.id)
  if (event === undefined) throw notFound('The event')
  const tenantId = event.tenant_id
  return context.transaction(async (db) => {
    const deliveries = await listResendable(db, event.payment_id, params.id)
    if (deliveries.length === 0) {
      throw new Problem(
        'webhook.nothing_to_resend',
        409,
        'No webhook was sent for this event, or its endpoint is switched off or paused',
      )
    }
    for (const { id, endpoint_id: group } of deliveries) {
      await context.jobs.enqueue(db, resendJob, { tenantId, deliveryId: id }, { group })
    }
    const queued = deliveries.length
    await context.audit(db, {
      type: 'payment_event',
      id: params.id,
      merchantId: event.merchant_id,
      after: { queued },
    })
    return { queued }
  }, tenantId)
}

export const routes: Route[] = [
  route(listWebhooks, list),
  route(listWebhooks2, list),
  route(listMerchantWebhooks, list),
  route(listMerchantWebhooks2, list),
  route(listPlatformWebhooks, list),
  route(resendWebhook, resend),
  route(resendMerchantWebhook, resend),
]

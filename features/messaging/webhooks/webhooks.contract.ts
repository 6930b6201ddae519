import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const webhookAttempt = z.object({
  id,
  sequence: z.int(),
  /** Requested by a user. */
  isManual: z.boolean(),
  isSuccess: z.boolean(),
  responseStatus: z.int().nullable(),
  /** The beginning of the receiver's answer. */
  responseBody: z.string().nullable(),
  /** The reason for a missing answer. */
  error: z.string().nullable(),
  /** Null: hidden in the report. */
  durationMs: z.int().nullable(),
  createdAt: timestamp,
})

export const webhookDelivery = z.object({
  id,
  eventId: id.nullable(),
  eventType: z.string(),
  endpointId: id,
  endpointUrl: z.string(),
  isEndpointActive: z.boolean(),
  state: z.enum(['waiting', 'delivered', 'failing', 'given_up']),
  /** The body as it is signed and sent. */
  payload: z.string(),
  attempts: z.array(webhookAttempt),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
  deliveredAt: timestamp.nullable(),
})

const deliveries = listOf(webhookDelivery)
const operators = ['CRM.Transaction.View', 'Platform.Transaction.Lookup']
const merchants = ['Merchant.Transaction.View']
/** Messages hold payments: who holds none of these reads no message, and has none sent anywhere. */
export const paymentReaders: readonly string[] = [...operators, ...merchants]

/** The webhooks of one payment with every attempt, newest first. */
function listEndpointCall(id: string, path: string, permission: readonly string[]) {
  return endpoint({
    id,
    method: 'GET',
    path,
    summary: "A payment's webhooks with every attempt, newest first",
    permission,
    params: idParams,
    query: pageQuery,
    answer: deliveries,
  })
}

// Merchants have the same calls as operators, at addresses without `crm`.
export const listWebhooks = listEndpointCall(
  'webhooks.list',
  '/api/wh/crm/notifications/transaction-webhooks/:id',
  operators,
)
export const listWebhooks2 = listEndpointCall(
  'webhooks.list2',
  '/api/wh2/crm/notifications/transaction-webhooks/:id',
  operators,
)
export const listMerchantWebhooks = listEndpointCall(
  'webhooks.merchant.list',
  '/api/wh/notifications/transaction-webhooks/:id',
  merchants,
)
export const listMerchantWebhooks2 = listEndpointCall(
  'webhooks.merchant.list2',
  '/api/wh2/notifications/transaction-webhooks/:id',
  merchants,
)

export const listPlatformWebhooks = endpoint({
  id: 'webhooks.platform.list',
  method: 'GET',
  path: '/api/wh2/crm/notifications/platform-transaction-webhooks/:id',
  summary: "A payment's webhooks with every attempt, in any tenant",
  permission: 'Platform.Transaction.Lookup',
  params: idParams,
  query: pageQuery.extend({ tenantId: id.optional() }),
  answer: deliveries,
})

function resendEndpointCall(id: string, path: string, permission: readonly string[]) {
  return endpoint({
    id,
    method: 'POST',
    path,
    summary: "Sends an event's webhooks once more, at once",
    permission,
    params: idParams,
    answer: z.object({ queued: z.int() }),
    refreshes: ['webhooks.*'],
  })
}

export const resendWebhook = resendEndpointCall(
  'webhooks.resend',
  '/api/crm/transactions/events/:id/resend-webhook',
  ['CRM.Transaction.Actions.ResendWebhook', 'Platform.Transaction.Actions.ResendWebhook'],
)
export const resendMerchantWebhook = resendEndpointCall(
  'webhooks.merchant.resend',
  '/api/transactions/events/:id/resend-webhook',
  ['Merchant.Transaction.Actions.ResendWebhook'],
)

import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import { webhookDelivery } from './webhooks.contract.ts'

const path = `/api${webhookEndpoints.path}/:id`
const { view, edit } = webhookEndpoints.permissions

export const rotateSecret = endpoint({
  id: 'webhook-endpoints.rotate',
  method: 'POST',
  path: `${path}/secret`,
  summary: 'Makes another signing secret, shown this once; for a while those before it sign too',
  permission: edit,
  params: idParams,
  body: z.strictObject({
    /** How long both secrets sign. Zero is for a secret that has leaked. */
    overlapHours: z.int().min(0).max(168).default(24),
  }),
  answer: z.object({ secret: z.string(), previousUntil: timestamp }),
  refreshes: [`${webhookEndpoints.id}.*`],
})

export const endPreviousSecret = endpoint({
  id: 'webhook-endpoints.endPreviousSecret',
  method: 'POST',
  path: `${path}/previous-secret/end`,
  summary: 'Has the previous signing secret sign no more, before its time is over',
  permission: edit,
  params: idParams,
  answer: z.object({ previousUntil: z.null() }),
  refreshes: [`${webhookEndpoints.id}.*`],
})

export const sendTestEvent = endpoint({
  id: 'webhook-endpoints.test',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Sends a signed test event to the endpoint',
  permission: edit,
  params: idParams,
  answer: z.object({ deliveryId: id }),
  refreshes: ['webhook-endpoints.deliveries'],
})

export const listEndpointDeliveries = endpoint({
  id: 'webhook-endpoints.deliveries',
  method: 'GET',
  path: `${path}/deliveries`,
  summary: 'What the endpoint was sent, with every attempt, newest first',
  permission: view,
  params: idParams,
  query: pageQuery,
  answer: listOf(webhookDelivery),
})

export const resendDelivery = endpoint({
  id: 'webhook-endpoints.resend',
  method: 'POST',
  path: `${path}/deliveries/:deliveryId/resend`,
  summary: 'Sends one message to the endpoint once more, at once',
  permission: edit,
  params: z.object({ id, deliveryId: id }),
  answer: z.object({ queued: z.int() }),
  refreshes: ['webhook-endpoints.deliveries'],
})

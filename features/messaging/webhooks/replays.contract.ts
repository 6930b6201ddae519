import { eventType } from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, instant, several, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { failureClasses } from '@counterfoil/kit/contract/status-classes.ts'
import { z } from 'zod'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

const path = `/api${webhookEndpoints.path}/:id`
const { view, edit } = webhookEndpoints.permissions

/** How many of the events a preview lists. */
export const previewSize = 20

export const previewReplay = endpoint({
  id: 'webhook-endpoints.previewReplay',
  method: 'GET',
  path: `${path}/replays/preview`,
  summary: 'What a replay would send: how many events, and the newest of them',
  permission: view,
  params: idParams,
  query: z.object({
    from: instant,
    to: instant.optional(),
    types: several(eventType).meta({ examples: ['payment.captured'] }),
    onlyMissed: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
  }),
  answer: z.object({
    count: z.int(),
    events: z.array(
      /** `paymentId`: null of a payout. */
      z.object({ id, type: z.string(), paymentId: id.nullable(), createdAt: timestamp }),
    ),
  }),
})

export const webhookReplay = z.object({
  id,
  from: timestamp,
  to: timestamp,
  types: z.array(z.string()),
  onlyMissed: z.boolean(),
  failures: z.array(z.enum(failureClasses)),
  total: z.int(),
  queued: z.int(),
  requestedBy: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})

export const listReplays = endpoint({
  id: 'webhook-endpoints.listReplays',
  method: 'GET',
  path: `${path}/replays`,
  summary: 'The last replays of the endpoint, newest first, with their progress',
  permission: view,
  params: idParams,
  answer: z.object({ replays: z.array(webhookReplay) }),
})

export const replayOrder = z.strictObject({
  from: instant,
  /** Absent: until now. */
  to: instant.optional(),
  /** Of those that the endpoint is subscribed to; none: all of them. */
  types: z.array(eventType).max(50).default([]),
  onlyMissed: z.boolean().default(true),
})

export const startReplay = endpoint({
  id: 'webhook-endpoints.replay',
  method: 'POST',
  path: `${path}/replays`,
  summary: 'Sends the events of a time once more, or those of them that were not delivered',
  permission: edit,
  params: idParams,
  body: replayOrder,
  answer: webhookReplay,
  refreshes: ['webhook-endpoints.listReplays', 'webhook-endpoints.deliveries'],
})

export const resumeEndpoint = endpoint({
  id: 'webhook-endpoints.resume',
  method: 'POST',
  path: `${path}/resume`,
  summary:
    'Ends the pause of an endpoint, or its wait after failures; with a time, also sends what was missed since',
  permission: edit,
  params: idParams,
  body: z.strictObject({ recoverSince: instant.optional() }),
  answer: z.object({ replay: webhookReplay.nullable() }),
  refreshes: [`${webhookEndpoints.id}.*`],
})

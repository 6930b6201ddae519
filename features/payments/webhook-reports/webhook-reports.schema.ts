import {
  calendarDay,
  id,
  instant,
  modeName,
  several,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { reportFace } from '@counterfoil/kit/contract/reports.contract.ts'
import { failureClasses, statusClasses } from '@counterfoil/kit/contract/status-classes.ts'
import { z } from 'zod'

/** The names by which operators filter endpoints. */
export const ownerNames = ['tenantId', 'merchantId', 'mode'] as const

/** What became of a message, in the order in which the filter offers it. */
export const deliveryStates = ['delivered', 'waiting', 'failing', 'given_up'] as const

/** Of which endpoints a report is. */
const endpointFilter = z.object({
  endpointId: several(id),
  merchantId: several(id),
  /** For platform staff, who see every tenant. */
  tenantId: id.optional(),
  /** Without it the `Mode` header decides. */
  mode: modeName.optional(),
})

const days = {
  /** Days in the caller's time zone, both included. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
}

export const messageFilter = endpointFilter.extend({
  report: reportFace,
  /** The whole id of a message, an event or a payment. */
  searchKey: z.string().trim().max(255).optional(),
  event: several(z.string().max(100)),
  state: several(z.enum(deliveryStates)),
  /** Of the last attempt. */
  status: several(z.enum(statusClasses)),
  ...days,
})
export type MessageFilter = z.output<typeof messageFilter>

export const destinationFilter = endpointFilter.omit({ endpointId: true })
export const statisticsFilter = endpointFilter.extend(days)

/** One message to one endpoint. */
export const webhookMessage = z.object({
  id,
  eventId: id.nullable(),
  eventType: z.string(),
  paymentId: id.nullable(),
  merchantId: id,
  merchantName: z.string(),
  endpointId: id,
  endpointUrl: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Of the last attempt; null: none yet, or it was not answered. */
  responseStatus: z.int().nullable(),
  /** Why the last attempt was not answered. */
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  lastAttemptAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type WebhookMessage = z.infer<typeof webhookMessage>

/** The documents' states of a destination. */
const destinationStates = ['NotConfigured', 'Configured', 'Delivering', 'NotDelivering'] as const

export const destination = z.object({
  merchantId: id,
  merchantName: z.string(),
  tenantName: z.string(),
  /** Null: the merchant has no endpoint that is switched on. */
  endpointId: id.nullable(),
  url: z.string().nullable(),
  status: z.enum(destinationStates),
  lastDeliveredAt: timestamp.nullable(),
  failingSince: timestamp.nullable(),
  pausedAt: timestamp.nullable(),
})
export type Destination = z.infer<typeof destination>

/** The messages of a time to one endpoint. */
export const destinationStatistics = z.object({
  merchantName: z.string(),
  endpointId: id,
  url: z.string(),
  messages: z.int(),
  delivered: z.int(),
  /** Of these: at the first attempt. */
  deliveredFirst: z.int(),
  waiting: z.int(),
  failing: z.int(),
  givenUp: z.int(),
  attempts: z.int(),
  /** How long the answers took: half of them, and 95 in 100, at most as long. Null without attempts. */
  medianMs: z.int().nullable(),
  p95Ms: z.int().nullable(),
  /** From the change to its delivery; null without deliveries. */
  medianDeliveryS: z.number().nullable(),
})
export type DestinationStatistics = z.infer<typeof destinationStatistics>

/** What is sent again, and where. */
export const resendSelection = z.strictObject({
  from: instant,
  /** Absent: until now. */
  to: instant.optional(),
  /** None: every endpoint that is sent messages. */
  endpointIds: z.array(id).max(100).default([]),
  /** None: all that an endpoint is subscribed to. */
  types: z.array(z.string().max(100)).max(50).default([]),
  /** Those alone whose last attempt failed in one of these ways. */
  failures: z.array(z.enum(failureClasses)).max(4).default([]),
  onlyMissed: z.boolean().default(true),
  /** For platform staff, who see every tenant. */
  tenantId: id.optional(),
})

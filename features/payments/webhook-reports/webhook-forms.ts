// What the reports about webhooks ask for, and which of their columns can be hidden.

import { merchantField } from '@counterfoil/features/access/merchant-picker/merchant-search.public.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { id as idSchema, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import {
  daysField,
  modeFields,
  searchField,
  severalField,
  tenantFields,
} from '@counterfoil/kit/server/reports/fields.ts'
import {
  declareReport,
  type FormField,
  type ReportColumn,
} from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { listEndpointOptions } from './destinations.queries.ts'
import { merchantWebhookPages, operatorWebhookPages } from './webhook-pages.schema.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  search: 'Id of a message, an event or a payment',
  endpoint: 'Endpoint',
  event: 'Event',
  state: 'State',
  lastStatus: 'Last answer',
  status: 'Status',
})
const states = msg({
  delivered: 'Delivered',
  waiting: 'Waiting',
  failing: 'Failing',
  given_up: 'Given up',
})
const answers = msg({
  '2xx': '2xx taken',
  '3xx': '3xx redirected',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
  none: 'No answer',
})
const destinations = msg({
  NotConfigured: 'Not Configured',
  Configured: 'Configured',
  Delivering: 'Delivering',
  NotDelivering: 'Not Delivering',
})
const titles = msg({
  error: 'Why no answer',
  duration: 'Duration',
  nextAttempt: 'Next attempt',
  payment: 'Payment',
  eventId: 'Event id',
  lastDelivered: 'Last delivered',
  failingSince: 'Failing since',
  pausedAt: 'Paused since',
  medianMs: 'Median answer',
  p95Ms: '95 in 100 answers',
  deliveryTime: 'Median until delivered',
})

type Asked = Context<UserCaller>

/** The most endpoints that one search answers. */
const maxFound = 50

const endpointField: FormField = {
  ...{ name: 'endpointId', label: texts.endpoint, type: 'multiSelect' },
  needs: 'tenantId={tenantId?}&mode={mode?}',
  find: async ({ searchKey, keys, tenantId, mode: name }, { db, mode }) => {
    const wanted = searchKey?.toLowerCase() ?? ''
    const asked = name === undefined ? mode : modeOf(name)
    const ids = keys?.filter((key) => idSchema.safeParse(key).success)
    const of = { mode: asked, endpointId: ids, tenantId }
    const found = await listEndpointOptions(db, of, keys === undefined ? 1_000 : maxFound)
    return found
      .filter(({ url }) => url.toLowerCase().includes(wanted))
      .slice(0, maxFound)
      .map(({ id, url }) => ({ id, name: url }))
  },
}

/** For operators: whose endpoints, and of which mode. Merchants have one mode and their own. */
const ownerFields = async (context: Asked, isFurther: boolean): Promise<FormField[]> =>
  context.caller.userType === 'merchant'
    ? []
    : [...(await tenantFields(context)), merchantField(), ...modeFields(context, isFurther)].map(
        (field) => ({ ...field, isFurther }),
      )

const events = Object.fromEntries(
  (webhookEndpoints.fields.eventTypes?.choices ?? [])
    .filter(({ value }) => !value.includes('*'))
    .map(({ value, label }) => [value, label]),
)

async function messageFields(context: Asked): Promise<FormField[]> {
  return [
    searchField(texts.search),
    daysField(),
    endpointField,
    severalField('event', texts.event, events),
    severalField('state', texts.state, states),
    severalField('status', texts.lastStatus, answers),
    ...(await ownerFields(context, true)),
  ]
}

const messageColumns: readonly ReportColumn[] = [
  { id: 'error', title: titles.error, field: 'error', exported: 'Last error' },
  { id: 'duration', title: titles.duration, field: 'durationMs', exported: 'Last duration (ms)' },
  { id: 'nextAttempt', title: titles.nextAttempt, field: 'nextAttemptAt' },
  { id: 'payment', title: titles.payment, field: 'paymentId', exported: 'Payment' },
  { id: 'eventId', title: titles.eventId, field: 'eventId', exported: 'Event id' },
]

const maxDays = 400

for (const { v1, v2, resend } of [operatorWebhookPages, merchantWebhookPages]) {
  for (const page of [v1, v2]) {
    declareReport({ ...page, columns: messageColumns, maxDays, fields: messageFields })
  }
  declareReport(resend)
}

declareReport({
  ...operatorWebhookPages.status,
  columns: [
    { id: 'lastDelivered', title: titles.lastDelivered, field: 'lastDeliveredAt' },
    { id: 'failingSince', title: titles.failingSince, field: 'failingSince' },
    { id: 'pausedAt', title: titles.pausedAt, field: 'pausedAt' },
  ],
  fields: async (context) => [
    severalField('status', texts.status, destinations),
    ...(await ownerFields(context, false)),
  ],
})

declareReport({
  ...operatorWebhookPages.statistics,
  columns: [
    { id: 'medianMs', title: titles.medianMs, field: 'medianMs' },
    { id: 'p95Ms', title: titles.p95Ms, field: 'p95Ms' },
    { id: 'deliveryTime', title: titles.deliveryTime, field: 'medianDeliveryS' },
  ],
  maxDays,
  fields: async (context) => [daysField(), ...(await ownerFields(context, false))],
})

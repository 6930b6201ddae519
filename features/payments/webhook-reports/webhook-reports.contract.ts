import { eventType } from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
import { webhookReplay } from '@counterfoil/features/messaging/webhooks/replays.contract.ts'
import { webhookDelivery } from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  instant,
  listOf,
  modeName,
  pageQuery,
  several,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { failureClasses } from '@counterfoil/kit/contract/status-classes.ts'
import { z } from 'zod'
import {
  destination,
  destinationFilter,
  destinationStatistics,
  messageFilter,
  resendSelection,
  statisticsFilter,
  webhookMessage,
} from './webhook-reports.schema.ts'

const optionOfEndpoint = z.object({
  id,
  url: z.string(),
  merchantId: id,
  merchantName: z.string(),
  tenantId: id,
  /** What is switched off or paused is sent nothing. */
  state: z.enum(['sent', 'off', 'paused']),
})

/** A replay with the endpoint that it is for. */
const endpointReplay = webhookReplay.extend({ url: z.string() })

interface CallsOfSide {
  readonly name: '' | 'merchant.'
  readonly path: string
  readonly report: readonly string[]
  readonly resend: string
}

/** Operators and merchants have the same calls at addresses of their own. */
function calls({ name, path, report, resend }: CallsOfSide) {
  const call = (id: string) => `webhook-reports.${name}${id}`
  return {
    list: endpoint({
      id: call('list'),
      method: 'GET',
      path,
      summary: 'Webhook messages with what became of them, newest first',
      permission: report,
      query: pageQuery.extend(messageFilter.shape),
      answer: listOf(webhookMessage),
    }),
    download: endpoint({
      id: call('export'),
      method: 'GET',
      path: `${path}/export`,
      summary: 'The same messages as a zipped CSV',
      permission: report,
      query: messageFilter,
      contentType: 'application/zip',
    }),
    options: endpoint({
      id: call('options'),
      method: 'GET',
      path: `${path}/options`,
      summary: 'The endpoints by which webhook messages are filtered and sent again',
      permission: [...report, resend],
      query: z.object({ tenantId: id.optional(), mode: modeName.optional() }),
      answer: z.object({ endpoints: z.array(optionOfEndpoint) }),
    }),
    preview: endpoint({
      id: call('preview-resend'),
      method: 'GET',
      path: `${path}/resends/preview`,
      summary:
        'What would be sent again: how many events to which endpoint, and the newest of them',
      permission: resend,
      query: z.object({
        from: instant,
        to: instant.optional(),
        endpointIds: several(id),
        types: several(eventType).meta({ examples: ['payment.captured'] }),
        failures: several(z.enum(failureClasses)),
        onlyMissed: z
          .enum(['true', 'false'])
          .default('true')
          .transform((text) => text === 'true'),
        tenantId: id.optional(),
        mode: modeName.optional(),
      }),
      answer: z.object({
        count: z.int(),
        endpoints: z.array(optionOfEndpoint.extend({ count: z.int() })),
        events: z.array(
          z.object({
            ...{ id, type: z.string(), url: z.string(), createdAt: timestamp },
            /** Null: of a payout. */
            paymentId: id.nullable(),
          }),
        ),
      }),
    }),
    resends: endpoint({
      id: call('resends'),
      method: 'GET',
      path: `${path}/resends`,
      summary: 'The last times that messages were sent again, with their progress',
      permission: resend,
      query: z.object({ tenantId: id.optional(), mode: modeName.optional() }),
      answer: z.object({ replays: z.array(endpointReplay) }),
    }),
    startResend: endpoint({
      id: call('resend'),
      method: 'POST',
      path: `${path}/resends`,
      summary: 'Sends the events of a time again to some endpoints, or to all of them',
      permission: resend,
      query: z.object({ mode: modeName.optional() }),
      body: resendSelection.meta({ examples: [{ from: '2026-03-01T00:00:00.000Z' }] }),
      answer: z.object({ replays: z.array(webhookReplay) }),
      refreshes: ['webhook-reports.*', 'webhook-endpoints.*'],
    }),
    read: endpoint({
      id: call('read'),
      method: 'GET',
      path: `${path}/:id`,
      summary: 'One message with its body and every attempt',
      permission: report,
      params: idParams,
      answer: webhookDelivery,
    }),
    resendOne: endpoint({
      id: call('message.resend'),
      method: 'POST',
      path: `${path}/:id/resend`,
      summary: 'Sends one message once more, at once',
      permission: resend,
      params: idParams,
      answer: z.object({ queued: z.int() }),
      refreshes: ['webhook-reports.*'],
    }),
  }
}

const reporting = '/api/reporting/crm/reports'

export const operatorWebhooks = calls({
  name: '',
  path: `${reporting}/webhooks`,
  report: ['Settings.DeveloperSettings.Webhook.View', 'Settings.DeveloperSettings.WebhookV2.View'],
  resend: 'CRM.Reports.ResendWebhooks',
})
export const merchantWebhooks = calls({
  name: 'merchant.',
  path: '/api/reports/webhooks',
  report: ['Merchant.Settings.WebhookReport', 'Merchant.Settings.WebhookReportV2'],
  resend: 'Merchant.Reports.ResendWebhooks',
})
export type WebhookCalls = typeof operatorWebhooks | typeof merchantWebhooks

export const listDestinations = endpoint({
  id: 'webhook-reports.destinations',
  method: 'GET',
  path: `${reporting}/webhooks-destinations/status`,
  summary: 'Each merchant’s webhook endpoints and whether they take what they are sent',
  permission: 'CRM.Reports.WebhookDestinationsStatus',
  query: pageQuery.extend({
    ...destinationFilter.shape,
    status: several(destination.shape.status),
  }),
  answer: listOf(destination),
})

export const readStatistics = endpoint({
  id: 'webhook-reports.statistics',
  method: 'GET',
  path: `${reporting}/webhooks-destinations/statistics`,
  summary: 'Messages of a time by endpoint: how many arrived, at the first attempt, and how fast',
  permission: 'CRM.Reports.WebhookDestinationsStatistics',
  query: statisticsFilter,
  answer: z.object({
    from: timestamp,
    to: timestamp,
    asOf: timestamp,
    rows: z.array(destinationStatistics),
  }),
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  choices,
  instant,
  optional,
  reference,
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const webhookEndpoints = resource({
  id: 'webhook-endpoints',
  one: msg('Webhook endpoint'),
  many: msg('Webhook endpoints'),
  about: msg(
    'Addresses of merchants’ servers that receive events of payments and payouts. Messages are signed according to Standard Webhooks.',
  ),
  path: '/crm/settings/webhook-endpoints',
  screen: { path: '/crm/settings/webhook-endpoints', order: 130, icon: 'IconWebhook' },
  permission: 'Settings.GeneralSettings.WebhookEndpoint.View',
  merchants: {
    about: msg(
      'Addresses of your servers that receive events of payments and payouts. Messages are signed according to Standard Webhooks.',
    ),
    path: '/merchant/payment-settings/webhook-endpoints',
    group: 'payment-settings',
    order: 100,
    permission: ['Merchant.PaymentsSettings.WebhookEndpoints'],
  },
  table: 'webhook_endpoint',
  owner: 'tenant',
  merchantField: 'merchantId',
  credential: msg('Signing secret'),
  fields: {
    url: url(msg('Address'), {
      hint: msg(
        'Answers with 2xx within 5 seconds. On saving it is checked whether it may be called.',
      ),
    }),
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    mode: choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), { isFixed: true }),
    description: optional(text(msg('Description'))),
    eventTypes: choices(
      msg('Events'),
      msg({
        '*': 'Every event',
        'payment.*': 'Everything of payments',
        'payment.captured': 'Payment captured',
        'payment.reserved': 'Payment reserved',
        'payment.incremented': 'Authorisation increased',
        'payment.pending': 'Payment pending',
        'payment.declined': 'Payment declined',
        'payment.blocked': 'Payment blocked',
        'payment.failed': 'Payment failed',
        'payment.expiring': 'Authorisation expires within a day',
        'payment.voided': 'Payment voided',
        'payment.refunded': 'Payment refunded',
        'payment.reversed': 'Payment reversed',
        'increment.*': 'Incremental authorisation not done',
        'capture.*': 'Capture not done',
        'void.*': 'Void not done',
        'refund.*': 'Refund not done',
        'reversal.*': 'Reversal not done',
        'payout.*': 'Payouts',
        'payout.paid': 'Payout paid',
        'payout.returned': 'Payout returned',
        'payout.failed': 'Payout failed',
        'waiting_action.*': 'Ends of actions that had to be confirmed',
        'dispute.*': 'Disputes',
        'stored_card.*': 'Stored cards that expire',
      }),
      { min: 1 },
    ),
  },
  computedFields: {
    previousUntil: instant(msg('Previous secret signs until')),
    disabledReason: text(msg('Switched off because')),
    failingSince: instant(msg('Failing since')),
    waitsUntil: instant(msg('Messages wait until')),
    pauseDueAt: instant(msg('Is paused at')),
    pausedAt: instant(msg('Paused since')),
  },
  columns: [
    ...['url', 'merchantId', 'mode', 'eventTypes', 'failingSince', 'pausedAt'],
    ...['description', 'updatedAt'],
  ],
  sort: 'url',
  search: ['url', 'description'],
  filters: ['merchantId', 'mode'],
})

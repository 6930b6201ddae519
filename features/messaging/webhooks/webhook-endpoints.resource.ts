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

export const webhookEndpoints = resource({
  id: 'webhook-endpoints',
  one: ['Webhook endpoint', 'Webhook uç noktası'],
  many: ['Webhook endpoints', 'Webhook uç noktaları'],
  about: [
    'Where merchants’ servers are told of what happens to payments. Messages are signed as Standard Webhooks are.',
    'Üye iş yerlerinin sunucularına ödemelerde olanların bildirildiği adresler. Mesajlar Standard Webhooks ile imzalanır.',
  ],
  path: '/crm/settings/webhook-endpoints',
  screen: { path: '/crm/settings/webhook-endpoints', order: 130, icon: 'IconWebhook' },
  permission: 'Settings.GeneralSettings.WebhookEndpoint.View',
  merchants: {
    about: [
      'Where your servers are told of what happens to your payments. Messages are signed as Standard Webhooks are.',
      'Ödemelerinizde olanların sunucularınıza bildirildiği adresler. Mesajlar Standard Webhooks ile imzalanır.',
    ],
    path: '/merchant/payment-settings/webhook-endpoints',
    group: 'payment-settings',
    order: 100,
    permission: ['Merchant.PaymentsSettings.WebhookEndpoints'],
  },
  table: 'webhook_endpoint',
  owner: 'tenant',
  merchantField: 'merchantId',
  credential: ['Signing secret', 'İmza anahtarı'],
  fields: {
    url: url(['Address', 'Adres'], {
      hint: [
        'Answers with 2xx within 15 seconds. On saving it is checked whether it may be called.',
        '15 saniye içinde 2xx ile yanıt verir. Çağrılıp çağrılamayacağı kaydederken denetlenir.',
      ],
    }),
    merchantId: reference(['Merchant', 'Üye iş yeri'], targets.merchant, { isFixed: true }),
    mode: choice(['Mode', 'Mod'], { 1: ['Test', 'Test'], 2: ['Live', 'Canlı'] }, { isFixed: true }),
    description: optional(text(['Description', 'Açıklama'])),
    eventTypes: choices(
      ['Events', 'Olaylar'],
      {
        '*': ['Every event', 'Tüm olaylar'],
        'payment.*': ['Everything of payments', 'Ödemelere dair her şey'],
        'payment.captured': ['Payment captured', 'Ödeme tahsil edildi'],
        'payment.reserved': ['Payment reserved', 'Ödeme için provizyon alındı'],
        'payment.pending': ['Payment pending', 'Ödeme beklemede'],
        'payment.declined': ['Payment declined', 'Ödeme reddedildi'],
        'payment.blocked': ['Payment blocked', 'Ödeme engellendi'],
        'payment.failed': ['Payment failed', 'Ödeme başarısız oldu'],
        'payment.voided': ['Payment voided', 'Ödeme iptal edildi'],
        'payment.refunded': ['Payment refunded', 'Ödeme iade edildi'],
        'payment.reversed': ['Payment reversed', 'Ödeme geri alındı'],
        'capture.*': ['Capture not done', 'Tahsilat yapılamadı'],
        'void.*': ['Void not done', 'İptal yapılamadı'],
        'refund.*': ['Refund not done', 'İade yapılamadı'],
        'reversal.*': ['Reversal not done', 'Geri alma yapılamadı'],
        'payout.*': ['Payouts', 'Ödeme çıkışları'],
        'dispute.*': ['Disputes', 'İtirazlar'],
      },
      { min: 1 },
    ),
  },
  computedFields: {
    previousUntil: instant(['Previous secret signs until', 'Önceki anahtar şu zamana dek imzalar']),
    disabledReason: text(['Switched off because', 'Kapatılma nedeni']),
  },
  columns: ['url', 'merchantId', 'mode', 'eventTypes', 'description', 'updatedAt'],
  sort: 'url',
  search: ['url', 'description'],
  filters: ['merchantId', 'mode'],
  usedBy: [{ table: 'webhook_delivery', column: 'endpoint_id', what: ['Messages', 'Mesajlar'] }],
})

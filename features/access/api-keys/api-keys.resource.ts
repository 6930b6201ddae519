import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  choices,
  instant,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

/** A user may give a key only those scopes of payments that the user's own permissions cover. */
const readPermissions = [
  'CRM.Transaction.View',
  'Platform.Transaction.Lookup',
  'Merchant.Transaction.View',
]
const actionPermissions = (action: string) =>
  ['CRM', 'Platform', 'Merchant'].map((side) => `${side}.Transaction.Actions.${action}`)

export const apiKeys = resource({
  id: 'api-keys',
  one: ['API key', 'API anahtarı'],
  many: ['API keys', 'API anahtarları'],
  about: [
    'What servers call /v1 with. A key works for one merchant and mode, or for every merchant of the tenant.',
    'Sunucuların /v1 çağrılarında kullandığı anahtarlar. Anahtar tek bir üye iş yeri ve mod için ya da kiracının tüm üye iş yerleri için çalışır.',
  ],
  path: '/crm/settings/api-keys',
  screen: { path: '/crm/settings/developer-settings/api-keys', order: 310, icon: 'IconKey' },
  permission: 'Settings.DeveloperSettings.tenantApiKeys.View',
  merchants: {
    about: [
      'What your servers call /v1 with. A key works in one mode, Test or Live.',
      'Sunucularınızın /v1 çağrılarında kullandığı anahtarlar. Bir anahtar tek bir modda, Test veya Canlı modda çalışır.',
    ],
    path: '/developer-settings/merchant-api-keys',
    group: 'developer',
    order: 10,
    permission: ['Merchant.Settings.APIKeys', 'Organization.Tpp.Credentials'],
  },
  table: 'api_key',
  owner: 'tenant',
  merchantField: 'merchantId',
  credential: ['API key', 'API anahtarı'],
  fields: {
    name: text(['Name', 'Ad'], { max: 120 }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        isFixed: true,
        hint: [
          'Empty: for all; each call then names one in its Merchant-Id header',
          'Boş: hepsi için; o zaman her çağrı Merchant-Id başlığında birini belirtir',
        ],
      }),
    ),
    mode: choice(['Mode', 'Mod'], { 1: ['Test', 'Test'], 2: ['Live', 'Canlı'] }, { isFixed: true }),
    scopes: choices(
      ['May', 'Yetkileri'],
      {
        'payments:read': ['Read payments', 'Ödemeleri okuma'],
        'payments:write': ['Take, capture and void payments', 'Ödeme alma, tahsil etme ve iptal'],
        'refunds:write': ['Refund', 'İade'],
      },
      {
        min: 1,
        anyOf: {
          'payments:read': readPermissions,
          'payments:write': actionPermissions('Capture'),
          'refunds:write': actionPermissions('Refund'),
        },
      },
    ),
    expiresAt: optional(instant(['Expires', 'Bitiş'])),
  },
  computedFields: {
    prefix: text(['Begins with', 'Başlangıcı']),
    lastUsedAt: instant(['Last used', 'Son kullanım']),
    previousUntil: instant(['Previous key works until', 'Önceki anahtar şu zamana dek çalışır']),
  },
  columns: ['name', 'prefix', 'merchantId', 'mode', 'scopes', 'lastUsedAt', 'expiresAt'],
  sort: 'name',
  search: ['name', 'prefix'],
  filters: ['merchantId', 'mode'],
})

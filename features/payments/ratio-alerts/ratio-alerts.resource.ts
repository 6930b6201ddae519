import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const ratioAlerts = resource({
  id: 'ratio-alerts',
  one: ['Decline / pending ratio alert', 'Ret / bekleme oranı uyarısı'],
  many: ['Decline / pending ratio alerts', 'Ret / bekleme oranı uyarıları'],
  about: [
    'Platform staff and the tenant’s operators are told once when the share of Live payments reaches the threshold, and again only after it recovered.',
    'Canlı ödemelerdeki oran eşiğe ulaşınca platform çalışanlarına ve kiracının operatörlerine bir kez haber verilir; yeniden ancak oran düzeldikten sonra.',
  ],
  path: '/crm/settings/alerts/decline-pending-ratio',
  screen: {
    path: '/crm/settings/alerts/decline-pending-ratio',
    order: 370,
    icon: 'IconBellExclamation',
  },
  audience: ['platform'],
  permission: 'Platform.Tenants.View',
  table: 'ratio_alert',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(['Name', 'Ad'], { max: 120 }),
    measure: choice(['Share of', 'Oran'], {
      declined: ['Declined payments', 'Reddedilen ödemeler'],
      pending: ['Pending payments', 'Bekleyen ödemeler'],
    }),
    thresholdPercent: wholeNumber(['Threshold', 'Eşik'], {
      min: 1,
      max: 100,
      hint: ['Per cent of the payments counted', 'Sayılan ödemelerin yüzdesi'],
    }),
    windowMinutes: wholeNumber(['Window', 'Süre'], {
      min: 5,
      max: 1440,
      hint: [
        'Minutes: payments taken within them are counted',
        'Dakika: bu süre içinde alınan ödemeler sayılır',
      ],
    }),
    minimumCount: wholeNumber(['At least', 'En az'], {
      min: 1,
      max: 1_000_000,
      hint: ['Payments: fewer say nothing', 'Ödeme sayısı: daha azı bir şey söylemez'],
    }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        emptyMeansAll: true,
        hint: ['Empty: all merchants together', 'Boş: tüm üye iş yerleri birlikte'],
      }),
    ),
    provider: optional(
      reference(['Provider', 'Sağlayıcı'], targets.serviceProvider, {
        emptyMeansAll: true,
        hint: ['Empty: every provider', 'Boş: tüm sağlayıcılar'],
      }),
    ),
    method: optional(
      reference(['Payment method', 'Ödeme yöntemi'], targets.paymentMethod, {
        emptyMeansAll: true,
        hint: ['Empty: every method', 'Boş: tüm yöntemler'],
      }),
    ),
  },
  columns: [
    'name',
    'measure',
    'thresholdPercent',
    'windowMinutes',
    'minimumCount',
    'merchantId',
    'provider',
    'method',
  ],
  sort: 'name',
  search: ['name'],
  filters: ['measure', 'merchantId', 'provider', 'method'],
  unique: [['name']],
})

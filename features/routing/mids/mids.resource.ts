import { cardBrands } from '@counterfoil/features/routing/card-brands.contract.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  choices,
  instant,
  optional,
  reference,
  references,
  targets,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const none = ['None chosen: every one', 'Seçilmezse: hepsi'] as const

const cap = {
  min: 1,
  max: 999_999_999_999_999,
  hint: ['In minor units, of what is authorised', 'Alt birim olarak, provizyon alınan tutar'],
} as const

export const mids = resource({
  id: 'mids',
  one: ['MID', 'MID'],
  many: ['MID management', 'MID yönetimi'],
  about: [
    'Merchants’ accounts at acquirers. The first that fits, by priority, takes a payment.',
    'Üye iş yerlerinin bankalardaki hesapları. Önceliğe göre uyan ilk hesap ödemeyi alır.',
  ],
  path: '/crm/settings/mid-managment',
  screen: { path: '/crm/settings/mid-managment', order: 60, icon: 'IconBuildingBank' },
  permission: 'Settings.Mid.Management.View',
  table: 'mid',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    midCode: text(['MID code', 'MID kodu'], { max: 60, example: 'mid-1' }),
    merchantId: reference(['Merchant', 'Üye iş yeri'], targets.merchant, { isFixed: true }),
    provider: reference(['Provider', 'Sağlayıcı'], targets.serviceProvider, { isFixed: true }),
    mode: choice(['Mode', 'Mod'], { 1: ['Test', 'Test'], 2: ['Live', 'Canlı'] }, { isFixed: true }),
    priority: wholeNumber(['Priority', 'Öncelik'], {
      max: 1000,
      hint: ['The lowest number is tried first', 'En küçük sayı önce denenir'],
    }),
    methods: references(['Methods', 'Yöntemler'], targets.paymentMethod, { hint: none }),
    brands: choices(['Card schemes', 'Kart şemaları'], cardBrands, { hint: none }),
    currencies: references(['Currencies', 'Para birimleri'], targets.currency, { hint: none }),
    maxAmountMinor: optional(
      wholeNumber(['Largest payment', 'En yüksek ödeme'], {
        min: 1,
        max: 999_999_999_999,
        hint: ['In minor units', 'Alt birim olarak'],
      }),
    ),
    capCurrency: optional(
      reference(['Currency of the caps', 'Üst sınırların para birimi'], targets.currency, {
        hint: ['Payments in others have no cap', 'Diğer para birimlerinde üst sınır yoktur'],
      }),
    ),
    dailyCapMinor: optional(wholeNumber(['Most in a day', 'Günlük üst sınır'], cap)),
    monthlyCapMinor: optional(wholeNumber(['Most in a month', 'Aylık üst sınır'], cap)),
    descriptor: text(['Descriptor', 'Ekstre metni'], {
      min: 0,
      max: 22,
      hint: ['What customers read on their statement', 'Müşterinin ekstresinde gördüğü metin'],
    }),
    activeFrom: optional(instant(['Active from', 'Başlangıç'])),
    activeUntil: optional(instant(['Active until', 'Bitiş'])),
  },
  columns: ['midCode', 'merchantId', 'provider', 'mode', 'priority', 'currencies', 'updatedAt'],
  sort: 'midCode',
  search: ['midCode', 'descriptor'],
  filters: ['merchantId', 'provider', 'mode'],
  unique: [['midCode', 'provider']],
  usedBy: [{ table: 'payment_attempt', column: 'mid_id', what: ['Payments', 'Ödemeler'] }],
})

import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  choices,
  instant,
  optional,
  reference,
  references,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { cardBrands } from './card-brands.schema.ts'

const all = {
  hint: ['None chosen: every one', 'Seçilmezse: hepsi'],
  emptyMeansAll: true,
} as const

const cap = {
  currencyField: 'capCurrency',
  min: 1,
  max: 999_999_999_999_999,
  hint: ['Of what is authorised', 'Provizyon alınan tutar'],
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
    methods: references(['Methods', 'Yöntemler'], targets.paymentMethod, all),
    brands: choices(['Card schemes', 'Kart şemaları'], cardBrands, all),
    currencies: references(['Currencies', 'Para birimleri'], targets.currency, all),
    capCurrency: optional(
      reference(['Currency of the limits', 'Sınırların para birimi'], targets.currency, {
        hint: [
          'Payments in others have no limit here',
          'Diğer para birimlerindeki ödemeler için burada sınır yoktur',
        ],
      }),
    ),
    maxAmountMinor: optional(
      amount(['Largest payment', 'En yüksek ödeme'], { currencyField: 'capCurrency', min: 1 }),
    ),
    dailyCapMinor: optional(amount(['Most in a day', 'Günlük üst sınır'], cap)),
    monthlyCapMinor: optional(amount(['Most in a month', 'Aylık üst sınır'], cap)),
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

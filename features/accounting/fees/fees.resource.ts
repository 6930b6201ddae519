import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  optional,
  reference,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const fees = resource({
  id: 'fees',
  one: ['Fee', 'Ücret'],
  many: ['Fees', 'Ücretler'],
  about: [
    'What merchants are charged. Of several fees the most particular holds: the merchant’s own, then the currency’s.',
    'Üye iş yerlerinden alınan ücretler. Birden çok ücretten en özel olanı geçerlidir: önce üye iş yerininki, sonra para biriminki.',
  ],
  path: '/crm/settings/fees',
  screen: { path: '/crm/settings/fees', order: 120, icon: 'IconCoins' },
  permission: 'Settings.GeneralSettings.Fee.View',
  table: 'fee_schedule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    feeType: choice(['Charged on', 'Alındığı işlem'], {
      capture: ['Capture', 'Tahsilat'],
      refund: ['Refund', 'İade'],
      void: ['Void', 'İptal'],
      dispute: ['Dispute', 'İtiraz'],
      payout: ['Payout', 'Ödeme çıkışı'],
    }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        emptyMeansAll: true,
        hint: ['Empty: for all merchants', 'Boş: tüm üye iş yerleri için'],
      }),
    ),
    currency: optional(
      reference(['Currency', 'Para birimi'], targets.currency, {
        emptyMeansAll: true,
        hint: [
          'Empty: for every currency, without a fixed part',
          'Boş: sabit kısım olmadan her para birimi için',
        ],
      }),
    ),
    basisPoints: wholeNumber(['Basis points', 'Baz puan'], {
      max: 10_000,
      hint: ['Hundredths of a per cent: 150 is 1.5%', 'Yüzdenin yüzde biri: 150, %1,5 demektir'],
    }),
    fixedMinor: optional(
      amount(['Fixed part', 'Sabit kısım'], { currencyField: 'currency', max: 1_000_000_000 }),
    ),
  },
  columns: ['feeType', 'merchantId', 'currency', 'basisPoints', 'fixedMinor', 'updatedAt'],
  sort: 'feeType',
  search: ['feeType', 'currency'],
  filters: ['feeType', 'merchantId', 'currency'],
  unique: [['feeType', 'merchantId', 'currency']],
})

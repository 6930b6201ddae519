import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  basisPoints,
  choice,
  optional,
  reference,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const fees = resource({
  id: 'fees',
  one: msg('Fee'),
  many: msg('Fees'),
  about: msg(
    'What merchants are charged. Of several fees the most particular holds: the merchant’s own, then the currency’s.',
  ),
  path: '/crm/settings/fees',
  screen: { path: '/crm/settings/fees', order: 120, icon: 'IconCoins' },
  permission: 'Settings.GeneralSettings.Fee.View',
  table: 'fee_schedule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    feeType: choice(
      msg('Charged on'),
      msg({
        capture: 'Capture',
        refund: 'Refund',
        void: 'Void',
        dispute: 'Dispute',
        payout: 'Payout',
      }),
    ),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    currency: optional(
      reference(msg('Currency'), targets.currency, {
        emptyMeansAll: true,
        hint: msg('If empty: for every currency, without a fixed part'),
      }),
    ),
    basisPoints: basisPoints(msg('Percentage'), { hint: msg('Of the amount') }),
    fixedMinor: optional(
      amount(msg('Fixed part'), { currencyField: 'currency', max: 1_000_000_000 }),
    ),
  },
  columns: ['feeType', 'merchantId', 'currency', 'basisPoints', 'fixedMinor', 'updatedAt'],
  sort: 'feeType',
  search: ['feeType', 'currency'],
  filters: ['feeType', 'merchantId', 'currency'],
  unique: [['feeType', 'merchantId', 'currency']],
})

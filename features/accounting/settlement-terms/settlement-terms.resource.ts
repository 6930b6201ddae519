import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  basisPoints,
  optional,
  reference,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const settlementTerms = resource({
  id: 'settlement-terms',
  one: msg('Settlement terms'),
  many: msg('Settlement terms'),
  about: msg(
    'When what a merchant captured can be paid out, and how much of it is kept in reserve. Of several terms the most particular hold: the merchant’s own, then the currency’s. Without terms it is available at once. New terms hold for captures from then on.',
  ),
  path: '/crm/settings/accounting/settlement-terms',
  screen: {
    path: '/crm/settings/accounting/settlement-terms',
    order: 141,
    icon: 'IconCalendarDollar',
  },
  permission: 'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  table: 'settlement_terms',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    currency: optional(
      reference(msg('Currency'), targets.currency, {
        emptyMeansAll: true,
        hint: msg('If empty: for every currency, without a smallest payout'),
      }),
    ),
    settlementDays: wholeNumber(msg('Business days until it is available'), {
      max: 60,
      hint: msg('After the capture. Business days are Monday to Friday'),
    }),
    reserveBasisPoints: basisPoints(msg('Kept in reserve'), { hint: msg('Of each capture') }),
    reserveDays: wholeNumber(msg('Days in reserve'), {
      max: 540,
      hint: msg('After the capture'),
    }),
    minimumPayoutMinor: optional(
      amount(msg('Smallest payout'), { currencyField: 'currency', max: 1_000_000_000 }),
    ),
  },
  columns: [
    'merchantId',
    'currency',
    'settlementDays',
    'reserveBasisPoints',
    'reserveDays',
    'minimumPayoutMinor',
    'updatedAt',
  ],
  sort: 'settlementDays',
  search: ['currency'],
  filters: ['merchantId', 'currency'],
  unique: [['merchantId', 'currency']],
})

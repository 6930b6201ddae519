import { ledgerAccountTarget } from '@counterfoil/features/accounting/ledger/ledger-accounts.contract.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, optional, reference } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const billingSettings = resource({
  id: 'billing-settings',
  one: msg('Billing setting'),
  many: msg('Billing settings'),
  about: msg(
    'Which ledger account a payment is posted to. Of several settings the most particular holds: the merchant’s own, then the method’s, then the currency’s. A payment stays with the accounts of its first posting. What belongs to no payment, such as payouts to beneficiaries and money in suspense, is posted to the standard accounts.',
  ),
  path: '/crm/settings/accounting/billing-settings',
  screen: {
    path: '/crm/settings/accounting/billing-settings',
    order: 140,
    icon: 'IconReceipt2',
  },
  permission: 'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  table: 'billing_setting',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    purpose: choice(
      msg('What is posted'),
      msg({
        acquirer_receivable: 'Owed by the acquirer',
        bank: 'At the bank',
        cash: 'In cash',
        merchant_pending: 'Pending for the merchant',
        merchant_available: 'Available to the merchant',
        merchant_reserve: 'In reserve for the merchant',
        disputed_funds: 'Withheld for chargebacks',
        payouts_in_transit: 'Payouts in transit',
        fee_income: 'Fee income',
      }),
    ),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    method: optional(
      reference(msg('Payment method'), targets.paymentMethod, {
        emptyMeansAll: true,
        hint: msg('If empty: for every method'),
      }),
    ),
    currency: optional(
      reference(msg('Currency'), targets.currency, {
        emptyMeansAll: true,
        hint: msg('If empty: for every currency'),
      }),
    ),
    ledgerAccountId: reference(msg('Ledger account'), ledgerAccountTarget),
  },
  columns: ['purpose', 'ledgerAccountId', 'merchantId', 'method', 'currency', 'updatedAt'],
  sort: 'purpose',
  search: ['purpose'],
  filters: ['purpose', 'merchantId', 'method', 'currency', 'ledgerAccountId'],
  unique: [['purpose', 'merchantId', 'method', 'currency']],
})

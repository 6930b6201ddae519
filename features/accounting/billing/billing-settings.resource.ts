import { ledgerAccountTarget } from '@counterfoil/features/accounting/ledger/ledger-accounts.contract.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, optional, reference } from '@counterfoil/kit/contract/resource-fields.ts'

export const billingSettings = resource({
  id: 'billing-settings',
  one: ['Billing setting', 'Faturalama ayarı'],
  many: ['Billing settings', 'Faturalama ayarları'],
  about: [
    'Which ledger account a payment is posted to. Of several settings the most particular holds: the merchant’s own, then the method’s, then the currency’s. A payment stays with the accounts of its first posting.',
    'Bir ödemenin hangi muhasebe hesabına kaydedileceği. Birden çok ayardan en özel olanı geçerlidir: önce üye iş yerininki, sonra yöntemin, sonra para biriminin. Ödeme, ilk kaydının hesaplarında kalır.',
  ],
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
    purpose: choice(['What is posted', 'Kaydedilen'], {
      acquirer_receivable: ['Owed by the acquirer', 'Kabul eden bankadan alacak'],
      merchant_payable: ['Owed to the merchant', 'Üye iş yerine borç'],
      disputed_funds: ['Withheld for chargebacks', 'Ters ibrazlar için tutulan'],
      payouts_pending: ['Set aside for payouts', 'Ödeme çıkışları için ayrılan'],
      fee_income: ['Fee income', 'Ücret geliri'],
    }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        emptyMeansAll: true,
        hint: ['Empty: for all merchants', 'Boş: tüm üye iş yerleri için'],
      }),
    ),
    method: optional(
      reference(['Payment method', 'Ödeme yöntemi'], targets.paymentMethod, {
        emptyMeansAll: true,
        hint: ['Empty: for every method', 'Boş: her yöntem için'],
      }),
    ),
    currency: optional(
      reference(['Currency', 'Para birimi'], targets.currency, {
        emptyMeansAll: true,
        hint: ['Empty: for every currency', 'Boş: her para birimi için'],
      }),
    ),
    ledgerAccountId: reference(['Ledger account', 'Muhasebe hesabı'], ledgerAccountTarget),
  },
  columns: ['purpose', 'ledgerAccountId', 'merchantId', 'method', 'currency', 'updatedAt'],
  sort: 'purpose',
  search: ['purpose'],
  filters: ['purpose', 'merchantId', 'method', 'currency', 'ledgerAccountId'],
  unique: [['purpose', 'merchantId', 'method', 'currency']],
})

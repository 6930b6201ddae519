import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const ledgerAccounts = resource({
  id: 'ledger-accounts',
  one: ['Ledger account', 'Muhasebe hesabı'],
  many: ['Ledger accounts', 'Muhasebe hesapları'],
  about: [
    'The accounts of your books. The billing settings say what is posted to which; everything else goes to the standard accounts.',
    'Defterlerinizin hesapları. Neyin hangi hesaba kaydedileceğini faturalama ayarları belirler; geri kalanı standart hesaplara gider.',
  ],
  path: '/crm/settings/accounting/ledger-accounts',
  screen: { path: '/crm/settings/accounting/ledger-accounts', order: 142, icon: 'IconBook' },
  permission: 'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  table: 'ledger_account',
  owner: 'tenant',
  fields: {
    code: text(['Code', 'Kod'], {
      max: 20,
      pattern: /^[A-Z0-9][A-Z0-9.-]*$/,
      isUpperCase: true,
      example: '1200',
      hint: ['Letters, digits, dots and hyphens', 'Harf, rakam, nokta ve tire'],
    }),
    name: text(['Name', 'Ad'], { max: 120 }),
    accountType: choice(['Type', 'Tür'], {
      asset: ['Asset', 'Varlık'],
      liability: ['Liability', 'Yükümlülük'],
      income: ['Income', 'Gelir'],
    }),
    currency: optional(
      reference(['Currency', 'Para birimi'], targets.currency, {
        hint: [
          'Empty: every currency, each by itself. Stays as it is once something is posted',
          'Boş: her para birimi ayrı ayrı. İlk kayıttan sonra değişmez',
        ],
      }),
    ),
    description: optional(multiline(['Description', 'Açıklama'], { max: 500 })),
  },
  columns: ['code', 'name', 'accountType', 'currency', 'updatedAt'],
  sort: 'code',
  search: ['code', 'name'],
  filters: ['accountType', 'currency'],
  unique: [['code']],
  usedBy: [
    {
      table: 'billing_setting',
      column: 'ledger_account_id',
      what: ['Billing settings', 'Faturalama ayarları'],
    },
    { table: 'ledger_entry', column: 'ledger_account_id', what: ['Entries', 'Kayıtlar'] },
  ],
})

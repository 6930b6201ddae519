import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const ledgerAccounts = resource({
  id: 'ledger-accounts',
  one: msg('Ledger account'),
  many: msg('Ledger accounts'),
  about: msg(
    'The accounts of your books. The billing settings say what is posted to which; everything else goes to the standard accounts.',
  ),
  path: '/crm/settings/accounting/ledger-accounts',
  screen: { path: '/crm/settings/accounting/ledger-accounts', order: 142, icon: 'IconBook' },
  permission: 'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  table: 'ledger_account',
  owner: 'tenant',
  fields: {
    code: text(msg('Code'), {
      max: 20,
      pattern: /^[A-Z0-9][A-Z0-9.-]*$/,
      isUpperCase: true,
      example: '1200',
      hint: msg('Letters, digits, dots and hyphens'),
    }),
    name: text(msg('Name'), { max: 120 }),
    accountType: choice(
      msg('Type'),
      msg({
        asset: 'Asset',
        liability: 'Liability',
        income: 'Income',
      }),
    ),
    currency: optional(
      reference(msg('Currency'), targets.currency, {
        hint: msg(
          'If empty: every currency, each separately. Stays as it is once something is posted',
        ),
      }),
    ),
    description: optional(multiline(msg('Description'), { max: 500 })),
  },
  columns: ['code', 'name', 'accountType', 'currency', 'updatedAt'],
  sort: 'code',
  search: ['code', 'name'],
  filters: ['accountType', 'currency'],
  unique: [['code']],
})

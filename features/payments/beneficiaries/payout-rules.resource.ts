import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  optional,
  reference,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const payoutRules = resource({
  id: 'payout-rules',
  one: msg('Rule for payouts'),
  many: msg('Rules for payouts'),
  about: msg(
    'Who approves payouts to beneficiaries, and how much a new or changed account is paid at first. A merchant’s own rule goes before the one for all. Without a rule a second person approves every payout, and there is no cooling-off.',
  ),
  path: '/crm/settings/payouts/rules',
  screen: { path: '/crm/settings/payouts/rules', order: 142, icon: 'IconListCheck' },
  permission: 'Settings.PaymentSettings.ConfirmationLevel.View',
  table: 'payout_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    currency: reference(msg('Currency'), targets.currency),
    approval: choice(
      msg('Approval'),
      msg({
        always: 'Always by a second person',
        levels: 'Where confirmation levels ask for it',
      }),
    ),
    coolingHours: wholeNumber(msg('Hours of cooling-off'), {
      max: 720,
      hint: msg('After an account was added or changed. 0: none'),
    }),
    coolingLimitMinor: amount(msg('Limit during cooling-off'), {
      currencyField: 'currency',
      hint: msg('All payouts to the account together'),
    }),
  },
  columns: ['merchantId', 'currency', 'approval', 'coolingHours', 'coolingLimitMinor', 'updatedAt'],
  sort: 'currency',
  search: ['currency'],
  filters: ['merchantId', 'currency'],
  unique: [['merchantId', 'currency']],
})

import { isIban } from '@counterfoil/kit/contract/iban.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { IssueMessage } from '@counterfoil/kit/contract/plain-text.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { Field } from '@counterfoil/kit/contract/resource-field.ts'
import {
  amount,
  choice,
  optional,
  reference,
  swiftCode,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const ibanText = text(msg('IBAN'), {
  max: 34,
  isUpperCase: true,
  example: 'GB33BUKB20201555555555',
  hint: msg('Without spaces'),
})
const iban: Field<string> = {
  ...ibanText,
  schema: ibanText.schema
    .refine(isIban, { params: { says: 'iban' satisfies IssueMessage } })
    .meta({ examples: ['GB33BUKB20201555555555'] }),
}

const limit = { currencyField: 'currency' } as const

export const bankingChannels = resource({
  id: 'banking-channels',
  one: msg('Banking channel'),
  many: msg('Banking channels'),
  about: msg(
    'Accounts that payers transfer to. Once there is one, a bank transfer only goes by a channel that fits its currency and amount.',
  ),
  path: '/crm/settings/banking-service/banking-channels',
  screen: {
    path: '/crm/settings/banking-service/banking-channels',
    order: 30,
    icon: 'IconBuildingBank',
  },
  permission: 'Settings.BankingService.BankingChannel.View',
  table: 'banking_channel',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    scheme: choice(
      msg('Scheme'),
      msg({
        sepa: 'SEPA credit transfer',
        sepa_instant: 'SEPA instant',
        faster_payments: 'Faster Payments',
        fast: 'FAST',
        eft: 'EFT',
        swift: 'SWIFT',
      }),
    ),
    provider: reference(msg('Provider'), targets.serviceProvider),
    currency: reference(msg('Currency'), targets.currency),
    bankName: text(msg('Bank'), { max: 120 }),
    accountHolder: text(msg('Account holder'), { max: 140 }),
    iban,
    bic: optional(swiftCode(msg('BIC'), { hint: msg('Eight or eleven characters') })),
    minAmountMinor: optional(amount(msg('Smallest transfer'), limit)),
    maxAmountMinor: optional(amount(msg('Largest transfer'), limit)),
  },
  columns: ['name', 'scheme', 'provider', 'currency', 'iban', 'updatedAt'],
  sort: 'name',
  search: ['name', 'iban', 'bankName'],
  filters: ['provider', 'currency', 'scheme'],
  unique: [['name']],
})

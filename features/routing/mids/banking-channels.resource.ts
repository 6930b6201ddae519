import { isIban } from '@counterfoil/kit/contract/iban.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { Field } from '@counterfoil/kit/contract/resource-field.ts'
import {
  amount,
  choice,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const ibanText = text(['IBAN', 'IBAN'], {
  max: 34,
  isUpperCase: true,
  example: 'GB33BUKB20201555555555',
  hint: ['Without spaces', 'Boşluksuz'],
})
const iban: Field<string> = {
  ...ibanText,
  schema: ibanText.schema.refine(isIban, 'This is not an IBAN').meta({
    examples: ['GB33BUKB20201555555555'],
  }),
}

const limit = { currencyField: 'currency' } as const

export const bankingChannels = resource({
  id: 'banking-channels',
  one: ['Banking channel', 'Bankacılık kanalı'],
  many: ['Banking channels', 'Bankacılık kanalları'],
  about: [
    'Accounts that payers transfer to. Once there is one, a bank transfer goes by a channel of its currency and amount alone.',
    'Ödeyenlerin havale yaptığı hesaplar. Bir kayıt varsa havaleler yalnızca para birimi ve tutarı uyan bir kanaldan gider.',
  ],
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
    name: text(['Name', 'Ad'], { max: 80 }),
    scheme: choice(['Scheme', 'Şema'], {
      sepa: ['SEPA credit transfer', 'SEPA havalesi'],
      sepa_instant: ['SEPA instant', 'SEPA anlık'],
      faster_payments: ['Faster Payments', 'Faster Payments (GB)'],
      fast: ['FAST', 'FAST (TR)'],
      eft: ['EFT', 'EFT (TR)'],
      swift: ['SWIFT', 'SWIFT havalesi'],
    }),
    provider: reference(['Provider', 'Sağlayıcı'], targets.serviceProvider),
    currency: reference(['Currency', 'Para birimi'], targets.currency),
    bankName: text(['Bank', 'Banka'], { max: 120 }),
    accountHolder: text(['Account holder', 'Hesap sahibi'], { max: 140 }),
    iban,
    bic: optional(
      text(['BIC', 'BIC'], {
        max: 11,
        isUpperCase: true,
        pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
        example: 'BUKBGB22',
        hint: ['Eight or eleven characters', 'Sekiz veya on bir karakter'],
      }),
    ),
    minAmountMinor: optional(amount(['Smallest transfer', 'En düşük havale'], limit)),
    maxAmountMinor: optional(amount(['Largest transfer', 'En yüksek havale'], limit)),
  },
  columns: ['name', 'scheme', 'provider', 'currency', 'iban', 'updatedAt'],
  sort: 'name',
  search: ['name', 'iban', 'bankName'],
  filters: ['provider', 'currency', 'scheme'],
  unique: [['name']],
  usedBy: [
    { table: 'account_reference', column: 'banking_channel_id', what: ['Transfers', 'Havaleler'] },
  ],
})

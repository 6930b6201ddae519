import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import {
  choice,
  instant,
  optional,
  reference,
  startingAs,
  swiftCode,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

/** Which of them are needed, the account's country and currency say. */
const ofAccount = { field: 'paidTo', is: 'account', isOptional: true } as const

/** Stored cards to which money can be sent. */
const payeeCards = {
  table: 'stored_card',
  key: 'id',
  name: 'label',
  owner: 'tenant',
  merchantColumn: 'merchant_id',
  only: { is_payable: ['true'] },
  partOf: 'merchantId',
} as const satisfies ReferenceTarget

export const beneficiaries = resource({
  id: 'beneficiaries',
  one: msg('Beneficiary'),
  many: msg('Beneficiaries'),
  about: msg('Those whom merchants pay: their accounts, checked with the banks that hold them.'),
  path: '/crm/settings/beneficiaries',
  screen: { path: '/crm/settings/beneficiaries', order: 126, icon: 'IconUsersGroup' },
  permission: { view: 'CRM.Organization.View', edit: 'CRM.Organization.Edit' },
  merchants: {
    about: msg('Whom you pay: their accounts, checked with the banks that hold them.'),
    path: '/merchant/payments/beneficiaries',
    group: 'payments',
    order: 20,
    permission: ['Merchant.Beneficiaries.View'],
    edit: ['Merchant.Beneficiaries.Edit'],
  },
  table: 'beneficiary',
  owner: 'tenant',
  merchantField: 'merchantId',
  isSetting: false,
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    name: text(msg('Name'), { max: 70, hint: msg('As the account is called at its bank') }),
    kind: choice(msg('Kind'), msg({ company: 'Company', person: 'Person' })),
    country: reference(msg('Country of the account'), targets.country),
    currency: reference(msg('Currency'), targets.currency),
    paidTo: startingAs(
      choice(msg('Paid to'), msg({ account: 'Bank account', card: 'Card' })),
      'account',
    ),
    storedCardId: optional(
      reference(msg('Card'), payeeCards, {
        hint: msg(
          'A stored card whose holder agreed to receive money on it. The virtual terminal keeps cards.',
        ),
        onlyFor: { field: 'paidTo', is: 'card' },
      }),
    ),
    iban: optional(
      text(msg('IBAN'), {
        max: 42,
        isUpperCase: true,
        onlyFor: ofAccount,
        hint: msg('Not needed for pounds within the United Kingdom'),
      }),
    ),
    bic: optional(
      swiftCode(msg('BIC'), { hint: msg('If empty: found by the IBAN'), onlyFor: ofAccount }),
    ),
    sortCode: optional(
      text(msg('Sort code'), {
        max: 8,
        hint: msg('For pounds within the United Kingdom'),
        onlyFor: ofAccount,
      }),
    ),
    accountNumber: optional(
      text(msg('Account number'), {
        max: 10,
        hint: msg('8 digits, with the sort code'),
        onlyFor: ofAccount,
      }),
    ),
    street: optional(text(msg('Street and number'), { max: 70 })),
    postCode: optional(text(msg('Postcode'), { max: 16 })),
    town: optional(
      text(msg('Town'), { max: 35, hint: msg('Banks need it for euro outside the EEA') }),
    ),
  },
  computedFields: {
    accountHint: text(msg('Account')),
    payeeCheck: choice(
      msg('Check of the name'),
      msg({ not_needed: 'Not needed', pending: 'Pending', success: 'Success', failed: 'Failed' }),
    ),
    payeeResult: choice(
      msg('What the bank said'),
      msg({
        match: 'The name fits',
        close_match: 'The name nearly fits',
        no_match: 'The name does not fit',
        unavailable: 'The bank did not answer',
      }),
    ),
    bankName: text(msg('Name at the bank')),
    checkedAt: instant(msg('Checked')),
    accountChangedAt: instant(msg('Account since')),
  },
  columns: [
    ...['name', 'accountHint', 'merchantId', 'country', 'currency', 'payeeCheck', 'payeeResult'],
    ...['accountChangedAt', 'updatedAt'],
  ],
  sort: 'name',
  search: ['name', 'accountHint'],
  filters: ['merchantId', 'currency'],
  example: {
    ...{
      kind: 'company',
      country: 'DE',
      currency: 'EUR',
      paidTo: 'account',
      iban: 'DE89370400440532013000',
    },
    ...{ bic: null, sortCode: null, accountNumber: null },
  },
})

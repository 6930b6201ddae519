import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { ChoicesOf, ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import {
  amount,
  choice,
  choices,
  optional,
  reference,
  text,
  wholeNumber,
  yesNo,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { actionNames } from './confirmations.schema.ts'

const msg = messagesOf(import.meta.url)

/** Only platform staff change the status of a payment, and only operators return a transfer. */
const { changeStatus: _platform, returnTransfer: _operators, ...merchantActions } = actionNames

/** How long an action waits unless a level says otherwise, in hours. */
const defaultHours = 72

const fieldsOf = (role: ReferenceTarget, actions: ChoicesOf) => ({
  actions: choices(msg('Actions'), actions, { min: 1 }),
  mode: optional(
    choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), {
      hint: msg('If empty: both'),
      emptyMeansAll: true,
    }),
  ),
  currency: optional(
    reference(msg('Currency'), targets.currency, {
      hint: msg('If empty: every currency, whatever the amount'),
      emptyMeansAll: true,
    }),
  ),
  amountMinor: optional(
    amount(msg('From this amount'), {
      currencyField: 'currency',
      min: 1,
      hint: msg(
        'Refunds of one payment count together, returns of one transfer and payouts of 24 hours to one account too. If empty: any amount',
      ),
    }),
  ),
  onlyNewPayees: yesNo(msg('Only for new payees'), {
    hint: msg('Cards and payers that the merchant has not yet paid anything back to'),
  }),
  makerRoleId: optional(
    reference(msg('Requested by role'), role, {
      hint: msg('If empty: by anyone'),
      emptyMeansAll: true,
    }),
  ),
  confirmers: wholeNumber(msg('Confirmers'), {
    min: 1,
    max: 5,
    hint: msg('People who have to confirm, besides the one who requests it'),
  }),
  confirmerRoleId: optional(
    reference(msg('Confirmers’ role'), role, {
      hint: msg('If empty: anyone who may decide on pending payments'),
      emptyMeansAll: true,
    }),
  ),
  hours: wholeNumber(msg('Expires after, in hours'), {
    min: 1,
    max: 720,
    hint: msg('If the last confirmation has not come by then'),
  }),
})

const list = {
  table: 'confirmation_level',
  owner: 'tenant',
  sort: 'name',
  search: ['name'],
  example: { currency: 'GBP', amountMinor: 10_000_000, hours: defaultHours, confirmers: 1 },
} as const

export const confirmationLevels = resource({
  ...list,
  id: 'confirmation-levels',
  one: msg('Confirmation level'),
  many: msg('Confirmation levels'),
  about: msg(
    'Actions of operators that wait until others confirm them. Where several levels apply, each has to be met.',
  ),
  path: '/crm/settings/confirmation-levels',
  screen: { path: '/crm/settings/confirmation-levels', order: 412, icon: 'IconUsersGroup' },
  permission: 'Settings.PaymentSettings.ConfirmationLevel.View',
  only: { side: 'operator' },
  fields: { name: text(msg('Name'), { max: 120 }), ...fieldsOf(targets.operatorRole, actionNames) },
  columns: ['name', 'actions', 'mode', 'amountMinor', 'confirmers', 'confirmerRoleId', 'hours'],
  filters: ['actions', 'mode'],
})

export const merchantConfirmationLevels = resource({
  ...list,
  id: 'merchant-confirmation-levels',
  one: msg('Confirmation level'),
  many: msg('Merchants’ confirmation levels'),
  about: msg(
    'Actions of a merchant’s users and API keys that wait until other users of the merchant confirm them.',
  ),
  path: '/crm/settings/merchant-confirmation-levels',
  screen: {
    path: '/crm/settings/merchant-confirmation-levels',
    order: 413,
    icon: 'IconUsersGroup',
  },
  permission: 'Settings.PaymentSettings.ConfirmationLevel.View',
  merchants: {
    many: msg('Confirmation levels'),
    about: msg(
      'Actions of your users and API keys that wait until other users of yours confirm them. Where several levels apply, each has to be met.',
    ),
    path: '/merchant/payment-settings/confirmation-levels',
    group: 'payment-settings',
    order: 70,
    permission: ['Merchant.Confirmation.Level'],
  },
  merchantField: 'merchantId',
  only: { side: 'merchant' },
  fields: {
    name: text(msg('Name'), { max: 120 }),
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    ...fieldsOf(targets.merchantRole, merchantActions),
  },
  columns: [
    'name',
    'merchantId',
    'actions',
    'mode',
    'amountMinor',
    'confirmers',
    'confirmerRoleId',
    'hours',
  ],
  filters: ['merchantId', 'actions', 'mode'],
})

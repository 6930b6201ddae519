import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  optional,
  reference,
  references,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const antifraudRules = resource({
  id: 'antifraud-rules',
  one: msg('Antifraud rule'),
  many: msg('Antifraud'),
  about: msg('What is looked for on every new payment, and what follows when it is found.'),
  path: '/crm/settings/antifraud/antifraud',
  screen: { path: '/crm/settings/antifraud/antifraud', order: 290, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Antifraud.View',
  table: 'antifraud_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    rule: choice(
      msg('Rule'),
      msg({
        card_velocity: 'A card pays too often',
        amount_ceiling: 'Amount above a ceiling',
        blocked_country: 'Customer from a country',
      }),
    ),
    threshold: optional(
      wholeNumber(msg('Most payments'), {
        min: 1,
        onlyFor: { field: 'rule', is: 'card_velocity' },
        hint: msg('Of one card, within the system variable “Card velocity: window”'),
      }),
    ),
    currency: optional(
      reference(msg('Currency of the ceiling'), targets.currency, {
        onlyFor: { field: 'rule', is: 'amount_ceiling' },
        hint: msg('Payments in others are not looked at: give each currency a rule'),
      }),
    ),
    amountMinor: optional(
      amount(msg('Ceiling'), {
        currencyField: 'currency',
        min: 1,
        onlyFor: { field: 'rule', is: 'amount_ceiling' },
      }),
    ),
    countries: references(msg('Countries'), targets.country, {
      onlyFor: { field: 'rule', is: 'blocked_country' },
    }),
    outcome: choice(
      msg('What follows'),
      msg({
        flag: 'Flag',
        review: 'Ask for a review',
        block: 'Block',
      }),
    ),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    mode: optional(
      choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), {
        hint: msg('If empty: both'),
        emptyMeansAll: true,
      }),
    ),
  },
  columns: ['rule', 'outcome', 'merchantId', 'threshold', 'amountMinor', 'countries', 'updatedAt'],
  sort: 'rule',
  search: ['rule'],
  filters: ['rule', 'outcome', 'merchantId'],
  example: { rule: 'card_velocity', threshold: 3 },
})

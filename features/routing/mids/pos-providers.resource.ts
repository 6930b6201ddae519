import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  optional,
  reference,
  references,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const posProviders = resource({
  id: 'pos-providers',
  one: msg('POS provider'),
  many: msg('POS providers'),
  about: msg(
    'Whose terminals your merchants use. Once there is one, payments at a point of sale go only to the providers listed here.',
  ),
  path: '/crm/settings/pos-providers',
  screen: { path: '/crm/settings/pos-providers', order: 40, icon: 'IconDeviceMobile' },
  permission: 'CRM.Settings.Terminals.View',
  table: 'pos_provider',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    provider: reference(msg('Provider'), targets.serviceProvider),
    currencies: references(msg('Currencies'), targets.currency, {
      hint: msg('None chosen: all'),
      emptyMeansAll: true,
    }),
    maxAmountCurrency: optional(reference(msg('Currency of the limit'), targets.currency)),
    maxAmountMinor: optional(
      amount(msg('Largest payment'), {
        currencyField: 'maxAmountCurrency',
        min: 1,
        hint: msg('With a limit it takes no payments in other currencies'),
      }),
    ),
  },
  columns: ['name', 'provider', 'currencies', 'maxAmountMinor', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['provider'],
  unique: [['name']],
})

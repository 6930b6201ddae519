import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { day, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const exchangeRates = resource({
  id: 'exchange-rates',
  one: msg('Exchange rate'),
  many: msg('Exchange rates'),
  about: msg(
    'What one unit of a currency is worth in another on a day. Reports in a base currency take the rate of the day of a payment, or the last one of the seven days before, and say which amounts have none.',
  ),
  path: '/crm/settings/exchange-rates',
  screen: { path: '/crm/settings/exchange-rates', order: 196, icon: 'IconCurrencyDollar' },
  permission: 'Settings.GeneralSettings.Currency.View',
  table: 'exchange_rate',
  owner: 'tenant',
  fields: {
    currency: reference(msg('Currency'), targets.currency),
    baseCurrency: reference(msg('Base currency'), targets.currency, {
      hint: msg('In which it is expressed'),
    }),
    day: day(msg('Day')),
    rate: {
      ...text(msg('Rate'), {
        pattern: /^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/,
        max: 22,
        example: '1.1735',
        hint: msg('Units of the base currency for one unit, with a decimal point, like 1.1735'),
      }),
      input: 'decimal',
    },
    source: text(msg('Source'), { max: 100, hint: msg('Who published it') }),
  },
  columns: ['day', 'currency', 'baseCurrency', 'rate', 'source', 'updatedAt'],
  sort: 'day',
  search: ['source'],
  filters: ['currency', 'baseCurrency'],
  unique: [['baseCurrency', 'currency', 'day']],
})

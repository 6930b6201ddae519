import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  optional,
  reference,
  references,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const posProviders = resource({
  id: 'pos-providers',
  one: ['POS provider', 'POS sağlayıcı'],
  many: ['POS providers', 'POS sağlayıcıları'],
  about: [
    'Whose terminals your merchants use. Once there is one, payments at a point of sale go to the providers listed here alone.',
    'Üye iş yerlerinizin kullandığı terminallerin sahipleri. Bir kayıt varsa satış noktası ödemeleri yalnızca buradaki sağlayıcılara gider.',
  ],
  path: '/crm/settings/pos-providers',
  screen: { path: '/crm/settings/pos-providers', order: 40, icon: 'IconDeviceMobile' },
  permission: 'CRM.Settings.Terminals.View',
  table: 'pos_provider',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
    provider: reference(['Provider', 'Sağlayıcı'], targets.serviceProvider),
    currencies: references(['Currencies', 'Para birimleri'], targets.currency, {
      hint: ['None chosen: every one', 'Seçilmezse: hepsi'],
      emptyMeansAll: true,
    }),
    maxAmountCurrency: optional(
      reference(['Currency of the limit', 'Sınırın para birimi'], targets.currency),
    ),
    maxAmountMinor: optional(
      amount(['Largest payment', 'En yüksek ödeme'], {
        currencyField: 'maxAmountCurrency',
        min: 1,
        hint: [
          'With a limit it takes no payments in other currencies',
          'Sınır varsa başka para birimlerindeki ödemeleri almaz',
        ],
      }),
    ),
  },
  columns: ['name', 'provider', 'currencies', 'maxAmountMinor', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['provider'],
  unique: [['name']],
})

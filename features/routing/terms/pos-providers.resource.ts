import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  optional,
  reference,
  references,
  targets,
  text,
  wholeNumber,
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
    }),
    maxAmountMinor: optional(
      wholeNumber(['Largest payment', 'En yüksek ödeme'], {
        min: 1,
        max: 999_999_999_999,
        hint: ['In minor units', 'Alt birim olarak'],
      }),
    ),
  },
  columns: ['name', 'provider', 'currencies', 'maxAmountMinor', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['provider'],
  unique: [['name']],
})

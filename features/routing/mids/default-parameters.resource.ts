import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const defaultParameters = resource({
  id: 'default-parameters',
  one: ['Default parameter', 'Varsayılan parametre'],
  many: ['Default parameters', 'Varsayılan parametreler'],
  about: [
    'What every authorisation carries to the acquirer where nothing else says it. Of several with one name the most particular holds.',
    'Başka bir yerde belirtilmedikçe her provizyonun bankaya taşıdığı değerler. Aynı adı taşıyanlardan en özel olanı geçerlidir.',
  ],
  path: '/crm/settings/default-parameters',
  screen: { path: '/crm/settings/default-parameters', order: 50, icon: 'IconAdjustments' },
  permission: 'CRM.Settings.Terminals.View',
  table: 'default_parameter',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(['Name', 'Ad'], {
      max: 40,
      pattern: /^[a-z][a-z0-9_]*$/,
      example: 'terminal_id',
      hint: [
        'Small letters, digits and _. `descriptor` stands in where a MID has none',
        'Küçük harf, rakam ve _. `descriptor`, MID’in ekstre metni yoksa kullanılır',
      ],
    }),
    value: text(['Value', 'Değer'], { max: 120 }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        emptyMeansAll: true,
        hint: ['Empty: for all merchants', 'Boş: tüm üye iş yerleri için'],
      }),
    ),
    provider: optional(
      reference(['Provider', 'Sağlayıcı'], targets.serviceProvider, {
        emptyMeansAll: true,
        hint: ['Empty: for every one', 'Boş: hepsi için'],
      }),
    ),
    channel: optional(
      reference(['Channel', 'Kanal'], targets.paymentChannel, {
        emptyMeansAll: true,
        hint: ['Empty: for every one', 'Boş: hepsi için'],
      }),
    ),
  },
  columns: ['name', 'value', 'merchantId', 'provider', 'channel', 'updatedAt'],
  sort: 'name',
  search: ['name', 'value'],
  filters: ['merchantId', 'provider', 'channel'],
  unique: [['name', 'merchantId', 'provider', 'channel']],
})

import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, instant, optional, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const blacklist = resource({
  id: 'blacklist',
  one: ['Blacklist entry', 'Kara liste kaydı'],
  many: ['Antifraud blacklist', 'Dolandırıcılık kara listesi'],
  about: [
    'Whoever is listed here is blocked before any acquirer is asked.',
    'Bu listedekiler, hiçbir bankaya sorulmadan engellenir.',
  ],
  path: '/crm/settings/antifraud/blacklist',
  screen: { path: '/crm/settings/antifraud/blacklist', order: 300, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Blacklist.View',
  table: 'blacklist_entry',
  owner: 'tenant',
  fields: {
    value: text(['Value', 'Değer'], {
      max: 254,
      hint: [
        'A card’s token, its first six digits, an e-mail or IP address, or a country’s code',
        'Kartın belirteci, ilk altı hanesi, bir e-posta veya IP adresi ya da ülke kodu',
      ],
    }),
    kind: choice(['Kind', 'Tür'], {
      card: ['Card', 'Kart'],
      iin: ['First six digits', 'İlk altı hane'],
      email: ['E-mail', 'E-posta'],
      ip: ['IP address', 'IP adresi'],
      country: ['Country', 'Ülke'],
    }),
    reason: text(['Reason', 'Neden'], { max: 500 }),
    expiresAt: optional(instant(['Expires', 'Bitiş'])),
  },
  columns: ['value', 'kind', 'reason', 'expiresAt', 'updatedAt'],
  sort: 'value',
  search: ['value', 'reason'],
  filters: ['kind'],
  unique: [['value', 'kind']],
})

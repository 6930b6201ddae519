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
      example: '192.0.2.1',
      hint: [
        'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network, or a country’s code',
        'Kartın numarası (saklanmaz) ya da bir ödemesinin kimliği, ilk altı-sekiz hanesi, e-posta adresi, IP adresi veya ağı ya da ülke kodu',
      ],
    }),
    kind: choice(['Kind', 'Tür'], {
      card: ['Card', 'Kart'],
      iin: ['First digits (IIN)', 'İlk haneler (IIN)'],
      email: ['E-mail', 'E-posta'],
      ip: ['IP address or network', 'IP adresi veya ağı'],
      country: ['Country', 'Ülke'],
    }),
    reason: text(['Reason', 'Neden'], { max: 500 }),
    expiresAt: optional(instant(['Expires', 'Bitiş'])),
  },
  computedFields: { cardHint: text(['Card', 'Kart']) },
  columns: ['value', 'kind', 'reason', 'expiresAt', 'updatedAt'],
  sort: 'value',
  search: ['value', 'cardHint', 'reason'],
  filters: ['kind'],
  unique: [['value', 'kind']],
  example: { kind: 'ip' },
})

import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, instant, optional, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const whitelist = resource({
  id: 'whitelist',
  one: ['Whitelist entry', 'Beyaz liste kaydı'],
  many: ['Whitelisting import', 'Beyaz listeye aktarma'],
  about: [
    'Antifraud rules do not look at payments of whoever is listed here. The blacklist stands above it.',
    'Dolandırıcılık kuralları bu listedekilerin ödemelerine bakmaz. Kara liste bunun üzerindedir.',
  ],
  path: '/crm/settings/whitelisting-import',
  screen: { path: '/crm/settings/whitelisting-import', order: 110, icon: 'IconListCheck' },
  permission: 'CRM.Whiteliting.Import',
  table: 'whitelist_entry',
  owner: 'tenant',
  fields: {
    value: text(['Value', 'Değer'], {
      max: 254,
      example: '192.0.2.1',
      hint: [
        'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network',
        'Kartın numarası (saklanmaz) ya da bir ödemesinin kimliği, ilk altı-sekiz hanesi, e-posta adresi, IP adresi veya ağı',
      ],
    }),
    kind: choice(['Kind', 'Tür'], {
      card: ['Card', 'Kart'],
      iin: ['First digits (IIN)', 'İlk haneler (IIN)'],
      email: ['E-mail', 'E-posta'],
      ip: ['IP address or network', 'IP adresi veya ağı'],
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

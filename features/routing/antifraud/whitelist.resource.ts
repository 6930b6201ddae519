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
      hint: [
        'A card’s token, its first six digits, or an e-mail or IP address',
        'Kartın belirteci, ilk altı hanesi, bir e-posta veya IP adresi',
      ],
    }),
    kind: choice(['Kind', 'Tür'], {
      card: ['Card', 'Kart'],
      iin: ['First six digits', 'İlk altı hane'],
      email: ['E-mail', 'E-posta'],
      ip: ['IP address', 'IP adresi'],
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

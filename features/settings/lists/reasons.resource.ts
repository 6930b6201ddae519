import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const reasons = resource({
  id: 'reasons',
  one: ['Reason', 'Neden'],
  many: ['Reasons', 'Nedenler'],
  about: [
    'Reasons of your own, offered beside the usual ones where somebody decides on a payment.',
    'Bir ödeme hakkında karar verilirken olağan nedenlerin yanında sunulan kendi nedenleriniz.',
  ],
  path: '/crm/settings/reasons',
  screen: { path: '/crm/settings/reasons', order: 410, icon: 'IconListCheck' },
  permission: 'manageReasons',
  table: 'reason',
  owner: 'tenant',
  fields: {
    name: text(['Reason', 'Neden'], { max: 120 }),
    action: choice(['For', 'İşlem'], {
      decline: ['Declining a payment', 'Ödemeyi reddetme'],
      approve: ['Approving a payment', 'Ödemeyi onaylama'],
      dispute: ['Opening a dispute', 'İtiraz açma'],
    }),
    code: text(['Code', 'Kod'], {
      max: 30,
      pattern: /^[a-z0-9_]+$/,
      example: 'duplicate',
      isFixed: true,
      hint: ['Small letters, digits and _', 'Küçük harf, rakam ve _'],
    }),
  },
  columns: ['name', 'action', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['action'],
  unique: [['code', 'action']],
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const reasons = resource({
  id: 'reasons',
  one: msg('Reason'),
  many: msg('Reasons'),
  about: msg(
    'Reasons of your own, offered beside the usual ones where somebody decides on a payment.',
  ),
  path: '/crm/settings/reasons',
  screen: { path: '/crm/settings/reasons', order: 410, icon: 'IconListCheck' },
  permission: 'manageReasons',
  table: 'reason',
  owner: 'tenant',
  fields: {
    name: text(msg('Reason'), { max: 120 }),
    action: choice(
      msg('For'),
      msg({
        decline: 'Declining a payment',
        approve: 'Approving a payment',
        dispute: 'Opening a dispute',
      }),
    ),
    code: text(msg('Code'), {
      max: 30,
      pattern: /^[a-z0-9_]+$/,
      example: 'duplicate',
      isFixed: true,
      hint: msg('Small letters, digits and _'),
    }),
  },
  columns: ['name', 'action', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['action'],
  unique: [['code', 'action']],
})

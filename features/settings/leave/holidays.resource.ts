import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { day, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const holidays = resource({
  id: 'holidays',
  one: msg('Holiday'),
  many: msg('Holidays'),
  about: msg(
    'Days on which the organisation does not work: the due times of its support tickets are paused. Applies to due times set from now on.',
  ),
  path: '/leave/holidays',
  screen: { path: '/crm/settings/leave-settings/holidays', order: 380, icon: 'IconCalendarOff' },
  audience: ['platform'],
  permission: 'Platform.LeaveSettings.View',
  table: 'holiday',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 100 }),
    day: day(msg('Day')),
  },
  columns: ['name', 'day', 'updatedAt'],
  sort: 'day',
  search: ['name'],
  unique: [['day']],
})

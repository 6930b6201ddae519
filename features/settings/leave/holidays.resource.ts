import { resource } from '@counterfoil/kit/contract/resource.ts'
import { day, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const holidays = resource({
  id: 'holidays',
  one: ['Holiday', 'Tatil'],
  many: ['Holidays', 'Tatiller'],
  about: [
    'Days on which nobody of an organisation works: the clocks of its support tickets stand. Holds for what becomes due from now on.',
    'Bir kuruluşta kimsenin çalışmadığı günler: destek taleplerinin süreleri durur. Bundan sonra hesaplanan süreler için geçerlidir.',
  ],
  path: '/leave/holidays',
  screen: { path: '/crm/settings/leave-settings/holidays', order: 380, icon: 'IconCalendarOff' },
  audience: ['platform'],
  permission: 'Platform.LeaveSettings.View',
  table: 'holiday',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 100 }),
    day: day(['Day', 'Gün']),
  },
  columns: ['name', 'day', 'updatedAt'],
  sort: 'day',
  search: ['name'],
  unique: [['day']],
})

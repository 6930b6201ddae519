import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, day, multiline, reference } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const employeeLeave = resource({
  id: 'employee-leave',
  one: msg('Leave'),
  many: msg('Employees’ leave'),
  about: msg('Who is away, and when. It is shown where tickets are assigned.'),
  path: '/leave/employees',
  screen: { path: '/crm/settings/leave-settings/employees', order: 390, icon: 'IconBeach' },
  audience: ['platform'],
  permission: 'Platform.LeaveSettings.View',
  table: 'employee_leave',
  owner: 'tenant',
  fields: {
    userId: reference(msg('Employee'), targets.operator, { isFixed: true }),
    kind: choice(
      msg('Kind'),
      msg({
        annual: 'Annual leave',
        sick: 'Sick leave',
        parental: 'Parental leave',
        other: 'Other',
      }),
    ),
    firstDay: day(msg('First day')),
    lastDay: day(msg('Last day')),
    note: multiline(msg('Note'), { min: 0, max: 500 }),
  },
  columns: ['userId', 'kind', 'firstDay', 'lastDay', 'updatedAt'],
  sort: '-firstDay',
  search: ['note'],
  filters: ['userId', 'kind'],
  example: { firstDay: '2026-07-01', lastDay: '2026-07-14' },
})

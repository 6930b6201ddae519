import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, day, multiline, reference } from '@counterfoil/kit/contract/resource-fields.ts'

export const employeeLeave = resource({
  id: 'employee-leave',
  one: ['Leave', 'İzin'],
  many: ['Employees’ leave', 'Çalışan izinleri'],
  about: [
    'Who is away, and when. Whoever gives a ticket to somebody is told that they are away.',
    'Kimin ne zaman izinli olduğu. Talep atayanlara, o kişinin izinli olduğu gösterilir.',
  ],
  path: '/leave/employees',
  screen: { path: '/crm/settings/leave-settings/employees', order: 390, icon: 'IconBeach' },
  audience: ['platform'],
  permission: 'Platform.LeaveSettings.View',
  table: 'employee_leave',
  owner: 'tenant',
  fields: {
    userId: reference(['Employee', 'Çalışan'], targets.operator, { isFixed: true }),
    kind: choice(['Kind', 'Tür'], {
      annual: ['Annual leave', 'Yıllık izin'],
      sick: ['Sick leave', 'Hastalık izni'],
      parental: ['Parental leave', 'Ebeveyn izni'],
      other: ['Other', 'Diğer'],
    }),
    firstDay: day(['First day', 'İlk gün']),
    lastDay: day(['Last day', 'Son gün']),
    note: multiline(['Note', 'Not'], { min: 0, max: 500 }),
  },
  columns: ['userId', 'kind', 'firstDay', 'lastDay', 'updatedAt'],
  sort: '-firstDay',
  search: ['note'],
  filters: ['userId', 'kind'],
  example: { firstDay: '2026-07-01', lastDay: '2026-07-14' },
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const overviewTexts = msg({
  title: 'Reports overview',
  about:
    'Which reports your people and your merchants have, what they are called and how much of them they show. Open one to change it.',
  tenant: 'Tenant',
  toTable: 'Reports by role',
  report: 'Report',
  for: 'For',
  platform: 'The platform',
  operators: 'Operators',
  merchants: 'Merchants',
  state: 'State',
  on: 'On',
  off: 'Off',
  kept: 'Not given',
  keptAbout: 'The platform does not give this report to the tenant.',
  ownName: 'Own name',
  ownNameHint: 'If empty: {name}',
  hidden: 'Hidden columns',
  hiddenAbout: 'Neither on the screen nor in exports.',
  maxDays: 'Most days',
  maxDaysHint: 'If empty: {days, number}',
  otherwise: 'Roles',
  otherwiseCount: '{count, plural, =0 {all the same} one {1 otherwise} other {# otherwise}}',
  isOn: 'The report is on',
  isOnHint: 'Off: it is not in the menu, and its calls are refused, whatever a role holds.',
  roles: 'Roles with other settings',
  rolesAbout:
    'What is set for a role comes on top: it hides more columns and covers fewer days, never the other way.',
  role: 'Role',
  addRole: 'Set for another role',
  removeRole: 'As for all: {name}',
  noRoles: 'Every role that holds its permission has the report as it is set above.',
  isOnForRole: 'On for this role',
  save: 'Save',
  saved: 'The settings are saved. They hold within seconds.',
  none: 'No column of it can be hidden.',
  nothing: 'No reports',
  nothingYet: 'There are no reports for this organisation.',
})

export const tableTexts = msg({
  title: 'Reports table',
  about:
    'Which role has which report. A cell without a box: the role does not hold the permission of the report.',
  toOverview: 'Reports overview',
  isOn: '{report}, {role}',
  all: 'All roles',
})

export const givenTexts = msg({
  title: 'Report settings',
  about:
    'Which reports the platform gives to which tenant. Names, columns, limits and roles are the tenant’s own settings.',
  isAvailable: '{report}, {tenant}',
  tenantSettings: 'Settings of {tenant}',
  saved: 'Saved',
  noTenants: 'There are no tenants yet',
})

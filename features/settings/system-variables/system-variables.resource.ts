import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'
import { systemVariables as declared } from '@counterfoil/kit/contract/system-variables.ts'

const msg = messagesOf(import.meta.url)

const given = { isFixed: true } as const

/** They are stored by their English names, and read in the user's language. */
const names = Object.fromEntries(Object.values(declared).map(({ name }) => [name.en, name]))

export const systemVariables = resource({
  id: 'system-variables',
  one: msg('System variable'),
  many: msg('System variables'),
  about: msg(
    'Values that hold for every tenant, within their bounds. One that is switched off has its default.',
  ),
  path: '/crm/settings/systemvariables',
  screen: { path: '/crm/settings/systemvariables', order: 190, icon: 'IconVariable' },
  permission: {
    view: 'Settings.GeneralSettings.SystemVariable.View',
    edit: 'Platform.Settings.GeneralSettings.SystemVariable',
  },
  table: 'system_variable',
  key: 'code',
  owner: 'platform',
  fields: {
    code: text(msg('Code'), given),
    name: choice(msg('Name'), names, given),
    value: wholeNumber(msg('Value')),
    unit: choice(
      msg('Unit'),
      msg({
        seconds: 'Seconds',
        hours: 'Hours',
        days: 'Days',
        payments: 'Payments',
      }),
      given,
    ),
    defaultValue: wholeNumber(msg('Default'), given),
    lowest: wholeNumber(msg('At least'), given),
    highest: wholeNumber(msg('At most'), given),
  },
  columns: ['name', 'value', 'unit', 'defaultValue', 'lowest', 'highest', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['unit'],
  isSeeded: 'editable',
})

import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const given = { isFixed: true } as const

export const systemVariables = resource({
  id: 'system-variables',
  one: ['System variable', 'Sistem değişkeni'],
  many: ['System variables', 'Sistem değişkenleri'],
  about: [
    'Values that hold for every tenant, within their bounds. One that is switched off has its default.',
    'Sınırları içinde her kiracı için geçerli değerler. Kapatılan değişken varsayılanına döner.',
  ],
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
    code: text(['Code', 'Kod'], given),
    name: text(['Name', 'Ad'], given),
    value: wholeNumber(['Value', 'Değer']),
    unit: choice(
      ['Unit', 'Birim'],
      {
        seconds: ['Seconds', 'Saniye'],
        hours: ['Hours', 'Saat'],
        days: ['Days', 'Gün'],
        payments: ['Payments', 'Ödeme'],
      },
      given,
    ),
    defaultValue: wholeNumber(['Default', 'Varsayılan'], given),
    lowest: wholeNumber(['At least', 'En az'], given),
    highest: wholeNumber(['At most', 'En çok'], given),
  },
  columns: ['name', 'value', 'unit', 'defaultValue', 'lowest', 'highest', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['unit'],
  isSeeded: 'editable',
})

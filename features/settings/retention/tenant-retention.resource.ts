import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const tenantRetention = resource({
  id: 'tenant-retention',
  one: msg('Retention of the tenant'),
  many: msg('Retention of the tenant'),
  about: msg(
    'For how long the tenant keeps records where another law asks for another time than the platform’s. Never shorter than the legal minimum. From the next daily run on.',
  ),
  path: '/crm/settings/tenant-retention',
  screen: { path: '/crm/settings/tenant-retention', order: 192, icon: 'IconCalendarTime' },
  permission: 'Settings.GeneralSettings.Retention.View',
  table: 'tenant_retention',
  owner: 'tenant',
  fields: {
    what: choice(
      msg('Records'),
      msg({
        api_logs: 'API logs',
        webhooks: 'Webhook messages and attempts',
        attempts: 'Attempts at acquirers',
        events: 'Events of payments',
        matches: 'Findings of antifraud rules',
      }),
    ),
    days: wholeNumber(msg('Days kept'), { min: 1, max: 7_305 }),
  },
  columns: ['what', 'days', 'updatedAt'],
  sort: 'what',
  search: ['what'],
  filters: ['what'],
  unique: [['what']],
  example: { days: 1_826 },
})

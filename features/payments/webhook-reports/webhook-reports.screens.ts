import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory, IconWebhook } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const titles = msg({
  v1: 'Webhook report',
  v2: 'Webhook report V2',
  status: 'Webhook destinations status',
  statistics: 'Webhook destinations statistics',
  resend: 'Resend webhooks',
})

type Load = Screen['component']

const page = (
  id: string,
  path: string,
  [title, permission, order]: readonly [title: Text, permission: string, order: number],
  component: Load,
): Screen =>
  screen({
    ...{ id, path, title, component },
    audience: path.startsWith('/crm') ? ['platform', 'tenant'] : ['merchant'],
    permission: [permission],
    menu: { group: 'reports', order, icon: id.includes('resend') ? IconHistory : IconWebhook },
    wide: true,
  })

const report =
  (face: 'v1' | 'v2'): Load =>
  async () =>
    (await import('./webhook-report.tsx')).webhookReportPage(face)
const resend: Load = () => import('./resend-webhooks.tsx')

export const screens: readonly Screen[] = [
  page(
    'crm-reports-webhookreport',
    '/crm/reports/webhookreport',
    [titles.v1, 'Settings.DeveloperSettings.Webhook.View', 120],
    report('v1'),
  ),
  page(
    'crm-reports-webhookreport-v2',
    '/crm/reports/webhookreportV2',
    [titles.v2, 'Settings.DeveloperSettings.WebhookV2.View', 130],
    report('v2'),
  ),
  page(
    'crm-reports-webhooks-destinations-status',
    '/crm/reports/webhooks-destinations/status',
    [titles.status, 'CRM.Reports.WebhookDestinationsStatus', 140],
    () => import('./destinations-status.tsx'),
  ),
  page(
    'crm-reports-webhooks-destinations-statistics',
    '/crm/reports/webhooks-destinations/statistics',
    [titles.statistics, 'CRM.Reports.WebhookDestinationsStatistics', 150],
    () => import('./destinations-statistics.tsx'),
  ),
  page(
    'crm-reports-resend-webhooks',
    '/crm/reports/resend-webhooks',
    [titles.resend, 'CRM.Reports.ResendWebhooks', 160],
    resend,
  ),
  page(
    'reports-webhookreport',
    '/reports/webhookreport',
    [titles.v1, 'Merchant.Settings.WebhookReport', 60],
    report('v1'),
  ),
  page(
    'reports-webhookreport-v2',
    '/reports/webhookreportV2',
    [titles.v2, 'Merchant.Settings.WebhookReportV2', 70],
    report('v2'),
  ),
  page(
    'reports-resend-webhooks',
    '/reports/resend-webhooks',
    [titles.resend, 'Merchant.Reports.ResendWebhooks', 80],
    resend,
  ),
]

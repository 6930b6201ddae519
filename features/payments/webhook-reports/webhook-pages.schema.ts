import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const titles = msg({
  v1: 'Webhook report',
  v2: 'Webhook report V2',
  status: 'Webhook destinations status',
  statistics: 'Webhook destinations statistics',
  resend: 'Resend webhooks',
})

const page = (id: string, path: string, title: Text, permission: string): ReportPage => ({
  ...{ id, path, title, permission: [permission] },
  audience: path.startsWith('/crm') ? ['platform', 'tenant'] : ['merchant'],
})

/** The reports about webhooks that operators have. */
export const operatorWebhookPages = {
  v1: page(
    'crm-reports-webhookreport',
    '/crm/reports/webhookreport',
    titles.v1,
    'Settings.DeveloperSettings.Webhook.View',
  ),
  v2: page(
    'crm-reports-webhookreport-v2',
    '/crm/reports/webhookreportV2',
    titles.v2,
    'Settings.DeveloperSettings.WebhookV2.View',
  ),
  status: page(
    'crm-reports-webhooks-destinations-status',
    '/crm/reports/webhooks-destinations/status',
    titles.status,
    'CRM.Reports.WebhookDestinationsStatus',
  ),
  statistics: page(
    'crm-reports-webhooks-destinations-statistics',
    '/crm/reports/webhooks-destinations/statistics',
    titles.statistics,
    'CRM.Reports.WebhookDestinationsStatistics',
  ),
  resend: page(
    'crm-reports-resend-webhooks',
    '/crm/reports/resend-webhooks',
    titles.resend,
    'CRM.Reports.ResendWebhooks',
  ),
} as const

/** Those of merchants. */
export const merchantWebhookPages = {
  v1: page(
    'reports-webhookreport',
    '/reports/webhookreport',
    titles.v1,
    'Merchant.Settings.WebhookReport',
  ),
  v2: page(
    'reports-webhookreport-v2',
    '/reports/webhookreportV2',
    titles.v2,
    'Merchant.Settings.WebhookReportV2',
  ),
  resend: page(
    'reports-resend-webhooks',
    '/reports/resend-webhooks',
    titles.resend,
    'Merchant.Reports.ResendWebhooks',
  ),
} as const

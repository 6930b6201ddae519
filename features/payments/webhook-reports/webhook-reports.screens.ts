import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import { type MenuIcon, type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory, IconWebhook } from '@tabler/icons-react'
import { merchantWebhookPages, operatorWebhookPages } from './webhook-pages.schema.ts'

type Load = Screen['component']

const report = (page: ReportPage, order: number, icon: MenuIcon, component: Load): Screen =>
  screen({ ...page, menu: { group: 'reports', order, icon }, wide: true, component })

const face =
  (one: 'v1' | 'v2'): Load =>
  async () =>
    (await import('./webhook-report.tsx')).webhookReportPage(one)
const status: Load = () => import('./destinations-status.tsx')
const statistics: Load = () => import('./destinations-statistics.tsx')
const resend: Load = () => import('./resend-webhooks.tsx')

export const screens: readonly Screen[] = [
  report(operatorWebhookPages.v1, 120, IconWebhook, face('v1')),
  report(operatorWebhookPages.v2, 130, IconWebhook, face('v2')),
  report(operatorWebhookPages.status, 140, IconWebhook, status),
  report(operatorWebhookPages.statistics, 150, IconWebhook, statistics),
  report(operatorWebhookPages.resend, 160, IconHistory, resend),
  report(merchantWebhookPages.v1, 60, IconWebhook, face('v1')),
  report(merchantWebhookPages.v2, 70, IconWebhook, face('v2')),
  report(merchantWebhookPages.resend, 80, IconHistory, resend),
]

import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { ActiveAlert } from './ratio-alerts.queries.ts'
import { ratioAlerts } from './ratio-alerts.resource.ts'
import type { Counted } from './ratio-alerts.rules.ts'

/** Notifies platform staff, and the tenant's operators who see all counted payments, of a crossing. */
export function crossingNotices(
  alert: ActiveAlert,
  { counted, of }: Counted,
  crossingId: string,
  now: Date,
): Notice[] {
  const percent = Math.round((counted * 100) / of)
  const isDeclined = alert.measure === 'declined'
  const name = escaped(alert.name)
  const minutes = alert.windowMinutes
  const notice = {
    type: 'DeclinePendingRatioAlert',
    title: isDeclined
      ? (['Too many payments are declined', 'Çok fazla ödeme reddediliyor'] as const)
      : (['Too many payments are pending', 'Çok fazla ödeme beklemede'] as const),
    description: [
      `${name}: ${counted} of ${of} payments within ${minutes} minutes, ${percent}%. The threshold is ${alert.thresholdPercent}%.`,
      `${name}: ${minutes} dakika içinde ${of} ödemenin ${counted} tanesi, %${percent}. Eşik: %${alert.thresholdPercent}.`,
    ] as const,
    now,
  }
  const { merchantId, method, provider } = alert
  return [
    {
      ...notice,
      to: { audience: 'platform', permission: 'Platform.Reports.Alerts' },
      objectUrl: `${ratioAlerts.screen?.path}?record=${alert.id}`,
      onceFor: `ratio-alert ${crossingId} platform`,
    },
    {
      ...notice,
      to: {
        audience: 'tenant',
        permission: 'CRM.Reports.Alerts',
        ...(merchantId === null ? {} : { merchantId }),
        seeing: { merchantId, method, provider },
      },
      objectUrl: '/transaction-management/transaction-lookup',
      onceFor: `ratio-alert ${crossingId} tenant`,
    },
  ]
}

import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { ActiveAlert } from './ratio-alerts.queries.ts'
import { ratioAlerts } from './ratio-alerts.resource.ts'
import type { Counted } from './ratio-alerts.rules.ts'

const msg = messagesOf(import.meta.url)

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
      ? msg('Too many payments are declined')
      : msg('Too many payments are pending'),
    description: textWith(
      msg(
        '{name}: {counted} of {of} payments within {minutes} minutes, {percent}%. The threshold is {thresholdPercent}%.',
      ),
      { name, counted, of, minutes, percent, thresholdPercent: alert.thresholdPercent },
    ),
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

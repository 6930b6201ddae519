import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import type { ClaimedDelivery } from './webhooks.queries.ts'
import { type BreakerHours, pauseDueAt } from './webhooks.rules.ts'

const msg = messagesOf(import.meta.url)

/**
 * Notifies the merchant's users who manage webhooks that an endpoint was disabled, or that a message was given up. The
 * latter once a day for an endpoint, because a receiver that is down loses many.
 */
export function deliveryFailureNotice(
  delivery: Pick<ClaimedDelivery, 'merchant_id' | 'endpoint_id' | 'payment_id' | 'url'>,
  outcome: { readonly disablesEndpoint: boolean },
  now: Date,
): Notice {
  const url = shownUrl(delivery)
  if (outcome.disablesEndpoint) {
    return {
      to: whoMendEndpoints(delivery),
      type: 'WebhookEndpointDisabled',
      isImportant: true,
      title: msg('A webhook endpoint was switched off'),
      description: textWith(msg('{url} answered 410 Gone: it wants no more messages.'), { url }),
      objectUrl: endpointPage(delivery),
      onceFor: `webhook endpoint disabled ${delivery.endpoint_id} ${now.toISOString().slice(0, 16)}`,
      now,
    }
  }
  return {
    to: {
      audience: 'merchant',
      permission: 'Merchant.Settings.WebhookReport',
      merchantId: delivery.merchant_id,
    },
    type: 'WebhookGivenUp',
    isImportant: true,
    title: msg('A webhook could not be delivered'),
    description: textWith(
      msg(
        '{url} failed at every attempt of three days. The message was given up; it can be sent again by hand.',
      ),
      { url },
    ),
    ...(delivery.payment_id === null
      ? {}
      : {
          objectUrl: `/merchant/transaction-management/transaction-lookup/${delivery.payment_id}`,
        }),
    onceFor: `webhook given up ${delivery.endpoint_id} ${utcDayOf(now)}`,
    now,
  }
}

/** Warns that an endpoint will be paused if it goes on failing, or reports that it was. */
export function breakerNotice(
  delivery: Pick<ClaimedDelivery, 'merchant_id' | 'endpoint_id' | 'failing_since' | 'url'>,
  step: 'warn' | 'pause',
  { warnHours, pauseHours }: BreakerHours,
  now: Date,
): Notice {
  const url = shownUrl(delivery)
  const since = delivery.failing_since ?? now
  const about = {
    to: whoMendEndpoints(delivery),
    objectUrl: endpointPage(delivery),
    onceFor: `webhook endpoint ${step} ${delivery.endpoint_id} ${now.toISOString()}`,
    now,
  }
  if (step === 'warn') {
    const at = pauseDueAt(since, { warnHours, pauseHours })
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ')
    return {
      ...about,
      type: 'WebhookEndpointFailing',
      isImportant: true,
      title: msg('A webhook endpoint keeps failing'),
      description: textWith(
        msg(
          '{url} has failed at every attempt of {hours} hours. If it goes on, it is paused at {at} UTC.',
        ),
        { url, at, hours: warnHours },
      ),
    }
  }
  return {
    ...about,
    type: 'WebhookEndpointPaused',
    isImportant: true,
    title: msg('A webhook endpoint was paused'),
    description: textWith(
      msg(
        '{url} failed at every attempt of {hours} hours. Nothing is sent to it until somebody resumes it; what it misses is kept and can be sent then.',
      ),
      { url, hours: pauseHours },
    ),
  }
}

/** The same to the merchant's operators: messages of theirs are not received. */
export const breakerNoticeToOperators = (
  delivery: Parameters<typeof breakerNotice>[0],
  hours: BreakerHours,
  now: Date,
): Notice => {
  const notice = breakerNotice(delivery, 'pause', hours, now)
  return {
    ...notice,
    to: {
      audience: 'tenant',
      permission: 'Settings.GeneralSettings.WebhookEndpoint.View',
      merchantId: delivery.merchant_id,
    },
    objectUrl: `${webhookEndpoints.screen?.path}?record=${delivery.endpoint_id}`,
    onceFor: `${notice.onceFor} operators`,
  }
}

const shownUrl = ({ url }: Pick<ClaimedDelivery, 'url'>) => `<code>${escaped(url)}</code>`

const endpointPage = ({ endpoint_id: id }: Pick<ClaimedDelivery, 'endpoint_id'>) =>
  `/merchant/payment-settings/webhook-endpoints?record=${id}`

/** Those who can open the endpoint and mend it. */
const whoMendEndpoints = ({ merchant_id: merchantId }: Pick<ClaimedDelivery, 'merchant_id'>) =>
  ({
    audience: 'merchant',
    permission: 'Merchant.PaymentsSettings.WebhookEndpoints',
    merchantId,
  }) as const

import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { ClaimedDelivery } from './webhooks.queries.ts'

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
  const url = `<code>${escaped(delivery.url)}</code>`
  const to = {
    audience: 'merchant',
    permission: 'Merchant.Settings.WebhookReport',
    merchantId: delivery.merchant_id,
  } as const
  if (outcome.disablesEndpoint) {
    return {
      to,
      type: 'WebhookEndpointDisabled',
      title: msg('A webhook endpoint was switched off'),
      description: textWith(msg('{url} answered 410 Gone: it wants no more messages.'), { url }),
      onceFor: `webhook endpoint disabled ${delivery.endpoint_id} ${now.toISOString().slice(0, 16)}`,
      now,
    }
  }
  return {
    to,
    type: 'WebhookGivenUp',
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
    onceFor: `webhook given up ${delivery.endpoint_id} ${now.toISOString().slice(0, 10)}`,
    now,
  }
}

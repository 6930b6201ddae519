import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { useLanguage, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'

const { choices = [] } = webhookEndpoints.fields.eventTypes ?? {}

/** What an event is called: as where an endpoint chooses it and the report filters by it, else as on the payment's page. */
export function useEventName(): (type: string) => string {
  const translate = useTranslate()
  const { language } = useLanguage()
  return (type) => {
    const chosen = choices.find(({ value }) => value === type)
    return chosen === undefined ? paymentLabel('event', type, language) : translate(chosen.label)
  }
}

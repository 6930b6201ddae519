import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { changeTexts } from './channel-requests.messages.ts'
import type { ChannelRequest } from './channel-requests.schema.ts'

const unlimited = { payment: 'noPayment', day: 'noDay', month: 'noMonth' } as const

/** What a request says, in one line. */
export function useChangeText(): (of: ChannelRequest) => string {
  const t = useTexts(changeTexts)
  const { language } = useLanguage()
  const money = useMoney()
  const timeZone = useTimeZone()
  const dateText = (instant: string) => formatDateTime(new Date(instant), timeZone)
  return (of) => {
    const currency = of.currency ?? ''
    switch (of.kind) {
      case 'open':
        return t.open({ method: paymentLabel('method', of.method ?? '', language), currency })
      case 'limit': {
        const limit = of.limitOf ?? 'payment'
        return of.amount === null
          ? t[unlimited[limit]]
          : t[limit]({ amount: money(of.amount, currency) })
      }
      case 'schedule': {
        const from = of.activeFrom === null ? '' : dateText(of.activeFrom)
        const until = of.activeUntil === null ? '' : dateText(of.activeUntil)
        if (from === '') return until === '' ? t.always : t.until({ until })
        return until === '' ? t.from({ from }) : t.between({ from, until })
      }
      case 'descriptor':
        return t.descriptor({ text: of.descriptor ?? '' })
    }
  }
}

import {
  reasonGroupOf,
  reasonWords,
} from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { offeredReasons } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { PaymentCalls } from './payment-calls.tsx'

/** The reasons that are offered for an action, in the reader's language; what is stored is the name that all readers share. */
export function useReasons(kind: PaymentAction, paymentId: string, calls: PaymentCalls) {
  const { language } = useLanguage()
  const group = reasonGroupOf(kind)
  const params = {
    id: paymentId,
    type: 'transaction',
    status: group === undefined ? '' : reasonWords[group],
  }
  const answer = useCall(calls.reasons, { params }, { enabled: group !== undefined, quiet: true })
  return offeredReasons(answer.data ?? [], language)
}

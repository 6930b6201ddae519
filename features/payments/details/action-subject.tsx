import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  isDisputeOpen,
  type PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { usePayee } from './action-words.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { actionTexts, pageTexts } from './payment-page.messages.ts'
import { FactList } from './payment-summary.tsx'

const isPayout = (kind: PaymentAction) =>
  kind === 'payout' || kind === 'approvePayout' || kind === 'declinePayout'
const isOfDispute = (kind: PaymentAction) =>
  kind === 'contestDispute' || kind === 'acceptDispute' || kind === 'closeDispute'
const isPaidBack = (kind: PaymentAction) =>
  kind === 'refund' || kind === 'markRefunded' || isPayout(kind)

/** What an action is about: of which order, whose money, and how much of it there is. */
export function ActionSubject(props: {
  kind: PaymentAction
  payment: PaymentDetails
  /** What the merchant is owed, for a payout. */
  balance: number | undefined
}) {
  const { kind, payment, balance } = props
  const t = useTexts(actionTexts)
  const page = useTexts(pageTexts)
  const claim = useClaim(payment)
  const payee = usePayee(payment)
  const money = (amount: number) => <Money amount={amount} currency={payment.currency} />
  const order = [payment.externalId ?? payment.id, payment.description].filter(Boolean).join(' · ')
  return (
    <>
      <FactList
        facts={[
          [page.order, order],
          [
            isPaidBack(kind) ? t.payee : page.payer,
            [payee, payment.customer.email].filter(Boolean).join(' · '),
          ],
          [page.title, money(payment.amount)],
          ...(payment.capturedAmount === 0
            ? []
            : [[page.captured, money(payment.capturedAmount)] as const]),
          ...(payment.refundedAmount === 0
            ? []
            : [[page.refunded, money(payment.refundedAmount)] as const]),
          ...(isOfDispute(kind) ? claim : []),
          ...(isPayout(kind) && payment.waitingPayout !== null
            ? [[page.payoutWaiting, money(payment.waitingPayout.amount)] as const]
            : []),
          ...(kind === 'payout'
            ? [
                [
                  t.takenFrom,
                  <>
                    {t.balanceOf({ merchant: payment.merchantName })}
                    {balance !== undefined && Number.isFinite(balance) && <> · {money(balance)}</>}
                  </>,
                ] as const,
              ]
            : []),
        ]}
      />
      {kind === 'payout' && <p>{t.payoutNote}</p>}
    </>
  )
}

/** What the card holder claims, and until when it is answered; nothing where the form asks which of several is meant. */
function useClaim(payment: PaymentDetails) {
  const t = useTexts(actionTexts)
  const page = useTexts(pageTexts)
  const { language } = useLanguage()
  const [one, ...others] = payment.disputes.filter(({ state }) => isDisputeOpen(state))
  if (one === undefined || others.length > 0) return []
  const { amount, currency, reason, respondBy } = one
  return [
    [page.disputed, <Money key="amount" amount={amount} currency={currency} />],
    [page.reason, sentenceText(reason, language)],
    ...(respondBy === null
      ? []
      : [[t.answerBy, <DateTime key="until" value={respondBy} />] as const]),
  ] as const
}

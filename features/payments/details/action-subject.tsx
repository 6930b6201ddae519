import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { usePayee } from './action-words.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { actionTexts, pageTexts } from './payment-page.messages.ts'
import { FactList } from './payment-summary.tsx'

const isPayout = (kind: PaymentAction) =>
  kind === 'payout' || kind === 'approvePayout' || kind === 'declinePayout'
const isPaidBack = (kind: PaymentAction) =>
  kind === 'refund' || kind === 'markRefunded' || kind === 'dispute' || isPayout(kind)

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

import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { actionTexts, amountActionTexts, useWords } from './payment-page.messages.ts'

/** Who is paid, or paid: `Visa 4242`, or the account that the payment came from. */
export function usePayee({ method }: Pick<PaymentDetails, 'method'>): string {
  const t = useTexts(actionTexts)
  const word = useWords()
  if (method.last4 !== null) {
    const name = method.brand === null ? word('method', method.type) : word('brand', method.brand)
    return `${name} ${method.last4}`
  }
  return method.type === 'bank_transfer' ? t.payingAccount : t.payingWallet
}

/** What the button does, whole: the action, how much, and to whom. */
export function useActionLabel(
  kind: PaymentAction,
  payment: PaymentDetails,
  amount: number | undefined,
): string {
  const t = useTexts(actionTexts)
  const say = useTexts(amountActionTexts)
  const sign = useMoneySign()
  const payee = usePayee(payment)
  const text = kind in say ? say[kind as keyof typeof say] : undefined
  if (text === undefined || amount === undefined || amount <= 0) return t[kind]
  return text({ amount: sign(amount, payment.currency), payee })
}

/** What an action moves that takes no amount of its own. */
export function amountMovedBy(kind: PaymentAction, payment: PaymentDetails): number | undefined {
  switch (kind) {
    case 'void':
      return payment.capturableAmount
    case 'reverse':
      return payment.capturedAmount
    case 'approve':
    case 'decline':
      return payment.amount
    case 'approvePayout':
    case 'declinePayout':
      return payment.waitingPayout?.amount
    case 'acceptDispute':
      return payment.disputedAmount
    default:
      return undefined
  }
}

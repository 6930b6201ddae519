import { operatorCalls } from './payment-calls.tsx'
import { PaymentPage } from './payment-page.tsx'

export default function OperatorPayment() {
  return <PaymentPage calls={operatorCalls} />
}

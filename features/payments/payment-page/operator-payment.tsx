import { operatorCalls } from './payment-calls.contract.ts'
import { PaymentPage } from './payment-page.tsx'

export default function OperatorPayment() {
  return <PaymentPage calls={operatorCalls} />
}

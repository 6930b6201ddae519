import { merchantCalls } from './payment-calls.contract.ts'
import { PaymentPage } from './payment-page.tsx'

export default function MerchantPayment() {
  return <PaymentPage calls={merchantCalls} />
}

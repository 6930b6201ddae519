import { merchantCalls } from './payment-calls.tsx'
import { PaymentPage } from './payment-page.tsx'

export default function MerchantPayment() {
  return <PaymentPage calls={merchantCalls} />
}

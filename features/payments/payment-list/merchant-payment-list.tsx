import {
  listMerchantPayments,
  readMerchantPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = { list: listMerchantPayments, totals: readMerchantPaymentTotals }

export default function MerchantPaymentList() {
  return <PaymentList calls={calls} />
}

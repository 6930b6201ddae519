import {
  listPayments,
  readPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = { list: listPayments, totals: readPaymentTotals }

export default function OperatorPaymentList() {
  return <PaymentList calls={calls} />
}

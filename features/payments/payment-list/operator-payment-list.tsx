import { operatorPayouts } from '@counterfoil/features/payments/actions/payouts.contract.ts'
import { exportPayments } from '@counterfoil/features/payments/export/export.contract.ts'
import {
  listPayments,
  readPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = {
  list: listPayments,
  totals: readPaymentTotals,
  export: exportPayments,
  payouts: operatorPayouts,
}

export default function OperatorPaymentList() {
  return <PaymentList calls={calls} />
}

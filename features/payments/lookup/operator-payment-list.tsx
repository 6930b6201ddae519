import { operatorPayouts } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import { exportPayments } from '@counterfoil/features/payments/reports/export.contract.ts'
import { listPayments, readPaymentTotals } from './lookup.contract.ts'
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

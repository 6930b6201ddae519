import { operatorPayouts } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import { exportPayments } from '@counterfoil/features/payments/reports/export.contract.ts'
import { requestReport } from '@counterfoil/features/payments/reports/reports.contract.ts'
import { listPayments, readPaymentTotals } from './lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = {
  list: listPayments,
  totals: readPaymentTotals,
  export: { download: exportPayments, report: requestReport },
  payouts: operatorPayouts,
}

export default function OperatorPaymentList() {
  return <PaymentList calls={calls} />
}

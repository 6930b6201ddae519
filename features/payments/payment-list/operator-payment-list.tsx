import { operatorPayouts } from '@counterfoil/features/payments/actions/payouts.contract.ts'
import { exportPayments } from '@counterfoil/features/payments/export/export.contract.ts'
import {
  listPayments,
  readPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { requestReport } from '@counterfoil/features/payments/reports/reports.contract.ts'
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

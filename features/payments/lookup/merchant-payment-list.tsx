import { merchantPayouts } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import { exportMerchantPayments } from '@counterfoil/features/payments/reports/export.contract.ts'
import { requestMerchantReport } from '@counterfoil/features/payments/reports/reports.contract.ts'
import { listMerchantPayments, readMerchantPaymentTotals } from './lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = {
  list: listMerchantPayments,
  totals: readMerchantPaymentTotals,
  export: { download: exportMerchantPayments, report: requestMerchantReport },
  payouts: merchantPayouts,
}

export default function MerchantPaymentList() {
  return <PaymentList calls={calls} />
}

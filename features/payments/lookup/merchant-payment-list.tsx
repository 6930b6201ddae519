import { merchantPayouts } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import { exportMerchantPayments } from '@counterfoil/features/payments/reports/export.contract.ts'
import { listMerchantPayments, readMerchantPaymentTotals } from './lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'

const calls = {
  list: listMerchantPayments,
  totals: readMerchantPaymentTotals,
  export: exportMerchantPayments,
  payouts: merchantPayouts,
}

export default function MerchantPaymentList() {
  return <PaymentList calls={calls} />
}

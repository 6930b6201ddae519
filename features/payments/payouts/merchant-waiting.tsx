import { merchantPayouts } from './payouts.contract.ts'
import { PendingPayments } from './pending-payments.tsx'

export default function MerchantWaiting() {
  const lookup = '/merchant/transaction-management/transaction-lookup'
  return <PendingPayments calls={merchantPayouts} lookup={lookup} />
}

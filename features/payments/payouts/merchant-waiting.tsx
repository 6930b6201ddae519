import { merchantPayouts } from './payouts.contract.ts'
import { WaitingPayouts } from './waiting-payouts.tsx'

export default function MerchantWaiting() {
  const lookup = '/merchant/transaction-management/transaction-lookup'
  return <WaitingPayouts calls={merchantPayouts} lookup={lookup} />
}

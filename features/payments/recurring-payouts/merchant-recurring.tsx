import { RecurringList } from './recurring-list.tsx'
import { merchantRecurring } from './recurring-payouts.contract.ts'

export default function MerchantRecurring() {
  return <RecurringList calls={merchantRecurring} />
}

import { RecurringList } from './recurring-list.tsx'
import { operatorRecurring } from './recurring-payouts.contract.ts'

export default function OperatorRecurring() {
  return <RecurringList calls={operatorRecurring} />
}

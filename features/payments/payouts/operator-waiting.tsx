import { operatorPayouts } from './payouts.contract.ts'
import { WaitingPayouts } from './waiting-payouts.tsx'

export default function OperatorWaiting() {
  return (
    <WaitingPayouts calls={operatorPayouts} lookup="/transaction-management/transaction-lookup" />
  )
}

import { operatorPayouts } from './payouts.contract.ts'
import { PendingPayments } from './pending-payments.tsx'

export default function OperatorWaiting() {
  return (
    <PendingPayments calls={operatorPayouts} lookup="/transaction-management/transaction-lookup" />
  )
}

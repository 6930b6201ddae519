import { operatorLogs } from './api-logs.contract.ts'
import { ApiLogs } from './api-logs.tsx'

export default function OperatorLogs() {
  return <ApiLogs calls={operatorLogs} lookupPath="/transaction-management/transaction-lookup" />
}

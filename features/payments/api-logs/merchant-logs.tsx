import { merchantLogs } from './api-logs.contract.ts'
import { ApiLogs } from './api-logs.tsx'

export default function MerchantLogs() {
  return (
    <ApiLogs
      calls={merchantLogs}
      lookupPath="/merchant/transaction-management/transaction-lookup"
    />
  )
}

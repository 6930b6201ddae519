import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { readOperatorDashboard } from './dashboard.contract.ts'
import { Dashboard } from './dashboard.tsx'

export default function OperatorDashboard() {
  const { audience } = useUser()
  const isPlatform = useMay('Platform.Transaction.Lookup') && audience === 'platform'
  const listPath = isPlatform
    ? '/platform/transaction-management/transaction-lookup'
    : '/transaction-management/transaction-lookup'
  return <Dashboard call={readOperatorDashboard} listPath={listPath} />
}

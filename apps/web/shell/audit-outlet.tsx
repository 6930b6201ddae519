import { AuditPanel } from '@counterfoil/features/access/audit/audit.screens.ts'
import {
  auditParameter,
  openAudit,
  parseAuditAddress,
} from '@counterfoil/kit/web/page/audit-address.ts'
import { Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The auxiliary outlet `audit`: a panel beside any route, addressed by the query parameter `audit`. An invalid value opens
 * nothing.
 */
export function AuditOutlet() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const address = parseAuditAddress(search.get(auditParameter))
  if (address === undefined) return null

  function close() {
    const wasOpenedHere = Object.keys(openAudit).every((key) => state?.[key] === true)
    if (wasOpenedHere) return navigate(-1)
    setSearch(
      (current) => {
        current.delete(auditParameter)
        return current
      },
      { replace: true },
    )
  }
  return (
    <Suspense>
      <AuditPanel key={address.recordId} {...address} onClose={close} />
    </Suspense>
  )
}

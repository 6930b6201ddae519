import { listTenantPeople } from '@counterfoil/features/access/people/people.contract.ts'
import { useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { PeopleSection } from './people-section.tsx'

/** The operators of one tenant, on the tenant's page. */
export default function TenantUsers({ tenantId }: { tenantId: string }) {
  const search = useListSearch({ pageSize: 50 })
  const people = useCall(
    listTenantPeople,
    { params: { id: tenantId }, query: search.query },
    { keepPrevious: true, quiet: true },
  )
  return (
    <PeopleSection {...{ search, people }} kind="operator" of={tenantId} base="/crm/users/crm" />
  )
}

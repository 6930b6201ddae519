import { listTenantPeople } from '@counterfoil/features/access/people/people.contract.ts'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { PeopleSection, usePeopleList } from './people-section.tsx'

/** The operators of one tenant, on the tenant's page. */
export default function TenantUsers({ tenantId }: { tenantId: string }) {
  const { list, query } = usePeopleList()
  const people = useCall(
    listTenantPeople,
    { params: { id: tenantId }, query },
    { keepPrevious: true, quiet: true },
  )
  return <PeopleSection {...{ list, people }} kind="operator" of={tenantId} base="/crm/users/crm" />
}

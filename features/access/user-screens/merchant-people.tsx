import { listPeople } from '@counterfoil/features/access/people/people.contract.ts'
import { useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { PeopleSection } from './people-section.tsx'

/** The people of one merchant, on the merchant's page. */
export default function MerchantPeople({ merchantId }: { merchantId: string }) {
  const search = useListSearch({ pageSize: 50 })
  const people = useCall(
    listPeople,
    { query: { ...search.query, userType: 'merchant', merchantId } },
    { keepPrevious: true, quiet: true },
  )
  return (
    <PeopleSection
      {...{ search, people }}
      kind="merchant"
      of={merchantId}
      base="/crm/users/merchant"
    />
  )
}

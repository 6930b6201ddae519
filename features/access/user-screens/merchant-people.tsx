import { listPeople } from '@counterfoil/features/access/people/people.contract.ts'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { PeopleSection, usePeopleList } from './people-section.tsx'

/** The people of one merchant, on the merchant's page. */
export default function MerchantPeople({ merchantId }: { merchantId: string }) {
  const { list, query } = usePeopleList()
  const people = useCall(
    listPeople,
    { query: { ...query, userType: 'merchant', merchantId } },
    { keepPrevious: true, quiet: true },
  )
  return (
    <PeopleSection
      {...{ list, people }}
      kind="merchant"
      of={merchantId}
      base="/crm/users/merchant"
    />
  )
}

import { maxOfSeveral } from '@counterfoil/kit/contract/fields.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { type FoundChoices, foundChoices } from '@counterfoil/kit/web/filters/found-filter.tsx'
import { type NamedId, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { listMerchantsOfTenant, searchMerchants } from './merchant-search.contract.ts'

const debounceMs = 250
const pageSize = 50
const options = { quiet: true, staleMs: 30_000 }

interface MerchantNames {
  /** The names of merchants that were found or chosen, by id. */
  readonly known: Map<string, string>
  nameOf(id: string): string
}

/**
 * The names of the chosen merchants. Names that came with the user or were found once are kept; ids from a link are looked
 * up on the server. A merchant that the user may not see, or that does not exist, is shown by its id.
 */
export function useMerchantNames(
  chosen: readonly string[],
  tenantId: string | undefined,
  knownNames: readonly NamedId[] = [],
): MerchantNames {
  const { customers } = useUserContext()
  const [known] = useState(() => new Map(customers.map(({ id, name }) => [id, name])))
  for (const { id, name } of knownNames) known.set(id, name)
  const unknown = chosen.filter((id) => !known.has(id))
  const named = useCall(
    searchMerchants,
    { query: { merchantId: unknown.join(','), pageSize: maxOfSeveral } },
    { ...options, enabled: unknown.length > 0 },
  )
  const labelOf = useMerchantLabel(tenantId)
  if (named.data !== undefined) {
    // also for those that were not found, or they would be requested again
    for (const id of unknown) known.set(id, id)
    for (const one of named.data.data) known.set(one.merchantId, labelOf(one))
  }
  return { known, nameOf: (id) => known.get(id) ?? (named.isFetching ? '…' : id) }
}

/**
 * Searches merchants on the server, of any status, within one tenant where platform staff chose one.
 */
export function useMerchantSearch(
  typed: string,
  tenantId: string | undefined,
  { known, nameOf }: MerchantNames,
): FoundChoices {
  const searchText = typed.trim()
  const [debounced] = useDebouncedValue(searchText, debounceMs)
  const query = { searchKey: searchText === '' ? '' : debounced, pageSize }
  const search = { ...options, keepPrevious: true }
  const ofUser = useCall(searchMerchants, { query }, { ...search, enabled: tenantId === undefined })
  const ofTenant = useCall(
    listMerchantsOfTenant,
    { params: { tenantId: tenantId ?? '' }, query },
    { ...search, enabled: tenantId !== undefined },
  )
  const labelOf = useMerchantLabel(tenantId)
  const { data, isError, isFetching } = tenantId === undefined ? ofUser : ofTenant
  const found = (data?.data ?? []).map((one) => ({ value: one.merchantId, label: labelOf(one) }))
  for (const { value, label } of found) known.set(value, label)
  const isSearching = isFetching || query.searchKey !== searchText
  return foundChoices(found, { isUnderWay: isSearching, isError }, nameOf)
}

/** Platform staff see the tenant too: merchants of several tenants may have the same name. */
function useMerchantLabel(tenantId: string | undefined) {
  const { tenants, user } = useUserContext()
  const showsTenant = user.audience === 'platform' && tenantId === undefined
  return (one: { readonly legalBusinessName: string; readonly tenantId: string }) => {
    const tenant = tenants.find(({ id }) => id === one.tenantId)?.name ?? ''
    return showsTenant ? `${one.legalBusinessName} · ${tenant}` : one.legalBusinessName
  }
}

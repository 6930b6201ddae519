import {
  listMerchantsOfTenant,
  searchMerchants,
} from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { mostOfSeveral } from '@counterfoil/kit/contract/fields.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { type FoundChoices, foundChoices } from '@counterfoil/kit/web/filters/found-filter.tsx'
import { type NamedId, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const restsMs = 250
const offered = 50
const options = { quiet: true, staleMs: 30_000 }

interface MerchantNames {
  /** Whatever was found or chosen, by its id. */
  readonly known: Map<string, string>
  nameOf(id: string): string
}

/**
 * What the chosen ones are called. What came with the user or was found once keeps its name; a link brings ids of others,
 * for which the server is asked. What the user may not see, or is not there, keeps its id.
 */
export function useMerchantNames(
  chosen: readonly string[],
  tenantId: string | undefined,
  given: readonly NamedId[] = [],
): MerchantNames {
  const { customers } = useUserContext()
  const [known] = useState(() => new Map(customers.map(({ id, name }) => [id, name])))
  for (const { id, name } of given) known.set(id, name)
  const unknown = chosen.filter((id) => !known.has(id))
  const named = useCall(
    searchMerchants,
    { query: { merchantId: unknown.join(','), pageSize: mostOfSeveral } },
    { ...options, enabled: unknown.length > 0 },
  )
  const labelOf = useMerchantLabel(tenantId)
  if (named.data !== undefined) {
    // also of those that were not found, which would be asked for again
    for (const id of unknown) known.set(id, id)
    for (const one of named.data.data) known.set(one.merchantId, labelOf(one))
  }
  return { known, nameOf: (id) => known.get(id) ?? (named.isFetching ? '…' : id) }
}

/**
 * Merchants are searched on the server, within one tenant where platform staff chose one, so that any of them can be found,
 * at whatever stage it is.
 */
export function useMerchantSearch(
  typed: string,
  tenantId: string | undefined,
  { known, nameOf }: MerchantNames,
): FoundChoices {
  const wanted = typed.trim()
  const [rested] = useDebouncedValue(wanted, restsMs)
  const query = { searchKey: wanted === '' ? '' : rested, pageSize: offered }
  const search = { ...options, keepPrevious: true }
  const own = useCall(searchMerchants, { query }, { ...search, enabled: tenantId === undefined })
  const theirs = useCall(
    listMerchantsOfTenant,
    { params: { tenantId: tenantId ?? '' }, query },
    { ...search, enabled: tenantId !== undefined },
  )
  const labelOf = useMerchantLabel(tenantId)
  const { data, isError, isFetching } = tenantId === undefined ? own : theirs
  const found = (data?.data ?? []).map((one) => ({ value: one.merchantId, label: labelOf(one) }))
  for (const { value, label } of found) known.set(value, label)
  const isUnderWay = isFetching || query.searchKey !== wanted
  return foundChoices(found, { isUnderWay, isError }, nameOf)
}

/** Platform staff see merchants of several tenants that may be called the same. */
function useMerchantLabel(tenantId: string | undefined) {
  const { tenants, user } = useUserContext()
  const isMixed = user.audience === 'platform' && tenantId === undefined
  return (one: { readonly legalBusinessName: string; readonly tenantId: string }) => {
    const tenant = tenants.find(({ id }) => id === one.tenantId)?.name ?? ''
    return isMixed ? `${one.legalBusinessName} · ${tenant}` : one.legalBusinessName
  }
}

// A field of a report's form whose options are too many to come along: the server is asked as one types.

import { maxOfSeveral } from '@counterfoil/kit/contract/fields.ts'
import { listReportOptions, type ReportField } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Choice } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import {
  FoundFilter,
  FoundPanel,
  foundChoices,
} from '@counterfoil/kit/web/filters/found-filter.tsx'
import { oneOf, severalOf } from '@counterfoil/kit/web/filters/list-filters.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../calls/use-call.ts'

type Filters = Readonly<Partial<Record<string, string>>>

/** Where the options are searched with what is chosen in other fields; undefined while one is missing that it needs. */
export function filledApi(api: string, filters: Filters): string | undefined {
  let isMissing = false
  const path = api.replace(/[?&](\w+)=\{(\w+)(\??)\}/g, (whole, name, field, optional) => {
    const value = filters[field]
    // several of them have no options in common
    const isOne = value !== undefined && !value.includes(',')
    if (isOne) return `${whole[0]}${name}=${encodeURIComponent(value)}`
    if (optional === '') isMissing = true
    return ''
  })
  return isMissing ? undefined : path.replace(/^([^?]*)&/, '$1?')
}

interface FoundOptionsProps {
  readonly path: string
  readonly list: ListState<string>
  readonly name: string
  readonly label: string
  readonly type: ReportField['type']
  /** What stands with what is found while nothing is searched. */
  readonly fixed?: readonly Choice[]
}

const restsMs = 250
const staleMs = 30_000

/** The call at the field's own address. */
function useOptions(path: string, query: object, isEnabled: boolean) {
  const [address = '', parameters] = path.split('?')
  const call = { ...listReportOptions, id: `${listReportOptions.id} ${address}`, path: address }
  const asked = { ...Object.fromEntries(new URLSearchParams(parameters)), ...query }
  return useCall(
    call,
    { params: {} as never, query: asked },
    { quiet: true, staleMs, keepPrevious: true, enabled: isEnabled },
  )
}

/** The field as a filter. */
export function FoundOptions(props: FoundOptionsProps) {
  const { path, list, name, label, type, fixed = [] } = props
  const { value } = (type === 'select' ? oneOf : severalOf)(list, name)
  const [known] = useState(() => new Map(fixed.map((one) => [one.value, one.label])))
  const unknown = value.filter((key) => !known.has(key)).slice(0, maxOfSeveral)
  const named = useOptions(path, { keys: unknown.join(',') }, unknown.length > 0)
  if (named.data !== undefined && !named.isPlaceholderData) {
    // also of those that were not found, which would be asked for again
    for (const key of unknown) known.set(key, key)
    for (const one of named.data.data) known.set(one.id, one.name)
  }
  const nameOf = (key: string) => known.get(key) ?? (named.isFetching ? '…' : key)
  return (
    <FoundFilter label={label} value={value} nameOf={nameOf}>
      <FoundPart {...props} known={known} nameOf={nameOf} />
    </FoundFilter>
  )
}

function FoundPart(
  props: FoundOptionsProps & {
    readonly known: Map<string, string>
    nameOf(key: string): string
  },
) {
  const { path, list, name, label, type, fixed = [], known, nameOf } = props
  const [typed, onType] = useState('')
  const wanted = typed.trim()
  const [rested] = useDebouncedValue(wanted, restsMs)
  const searchKey = wanted === '' ? '' : rested
  const { data, isError, isFetching } = useOptions(path, { searchKey }, true)
  const found = [
    ...(data?.data ?? []).map((one) => ({ value: one.id, label: one.name })),
    ...(wanted === '' ? fixed : []),
  ]
  for (const one of found) known.set(one.value, one.label)
  const state = { isUnderWay: isFetching || searchKey !== wanted, isError }
  return (
    <FoundPanel
      label={label}
      {...(type === 'select' ? oneOf : severalOf)(list, name)}
      found={foundChoices(found, state, nameOf)}
      search={{ typed, onType }}
    />
  )
}

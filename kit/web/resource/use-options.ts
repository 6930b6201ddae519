// What a field that refers to other records can be set to, and what the chosen ones are called.

import { maxOfSeveral } from '@counterfoil/kit/contract/fields.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { type FoundChoices, foundChoices } from '@counterfoil/kit/web/filters/found-filter.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../calls/use-call.ts'
import { useTranslate } from '../texts/i18n.tsx'

interface OptionsOf {
  readonly of: Resource
  /** Of the field. */
  readonly name: string
  readonly tenantId: string | undefined
  /** Of parts: of which record; null while none is chosen. */
  readonly partOf?: string | null | undefined
  /** `all`: also what is switched off. */
  readonly which: 'inUse' | 'all'
}

const restsMs = 250

function callOf(of: Resource) {
  if (of.calls.options === undefined) throw new Error(`${of.id} refers to nothing`)
  return of.calls.options
}

/** Choices come from the server as they are searched for, so that any of them can be found. */
export function useOptionSearch(
  { of, name, tenantId, partOf, which }: OptionsOf,
  typed: string,
  { known, nameOf }: OptionNames,
): FoundChoices {
  const wanted = typed.trim()
  const [rested] = useDebouncedValue(wanted, restsMs)
  const searchKey = wanted === '' ? '' : rested
  const { data, isError, isFetching } = useCall(
    callOf(of),
    {
      params: { field: name },
      query: { searchKey, which, ...(tenantId ? { tenantId } : {}), ...(partOf ? { partOf } : {}) },
    },
    {
      quiet: which === 'all',
      keepPrevious: partOf === undefined,
      staleMs: 30_000,
      // the parts of everything at once tell nobody anything
      enabled: partOf !== null,
    },
  )
  const translate = useTranslate()
  const found = (data ?? []).map((one) => ({ value: one.id, label: translate(namesOf(one)) }))
  for (const { value, label } of found) known.set(value, label)
  return foundChoices(found, { isUnderWay: isFetching || searchKey !== wanted, isError }, nameOf)
}

const namesOf = ({ name, nameTr }: { name: string; nameTr?: string | undefined }): Text => ({
  en: name,
  tr: nameTr ?? name,
})

interface OptionNames {
  /** Whatever was found or chosen, by its key. */
  readonly known: Map<string, string>
  nameOf(key: string): string
}

/**
 * `given`: names that came with the record, in English where it has one in Turkish too. An address brings keys of others,
 * for which the server is asked.
 */
export function useOptionNames(
  { of, name }: Pick<OptionsOf, 'of' | 'name'>,
  chosen: readonly string[],
  given: Readonly<Record<string, string>>,
): OptionNames {
  const translate = useTranslate()
  const [known] = useState(() => new Map<string, string>())
  // what was found since is its name now: of two names the field would go back and forth
  if (of.fields[name]?.target?.nameTr === undefined) {
    for (const [key, label] of Object.entries(given)) if (!known.has(key)) known.set(key, label)
  }
  const unknown = chosen.filter((key) => !known.has(key)).slice(0, maxOfSeveral)
  const named = useCall(
    callOf(of),
    { params: { field: name }, query: { keys: unknown.join(','), which: 'all' } },
    { quiet: true, staleMs: 30_000, enabled: unknown.length > 0 },
  )
  if (named.data !== undefined) {
    // also of those that were not found, which would be asked for again
    for (const key of unknown) known.set(key, key)
    for (const one of named.data) known.set(one.id, translate(namesOf(one)))
  }
  return { known, nameOf: (key) => known.get(key) ?? (named.isFetching ? '…' : key) }
}

// What kinds of records the audit trail tells of are called.

import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { BothLanguages } from '@counterfoil/kit/contract/resource-field.ts'

const names = new Map<string, BothLanguages>()
const fields = new Map<string, Resource['fields']>()

/** Said once for each kind, where the server is put together. */
export function nameRecords(kinds: Readonly<Record<string, BothLanguages>>): void {
  for (const [kind, name] of Object.entries(kinds)) names.set(kind, name)
}

/** Its records, and what is done with all of them. */
export function nameRecordsOf({ id, one, many, fields: its }: Resource): void {
  fields.set(id, its)
  nameRecords({
    [id]: one,
    [`${id}-export`]: [`Export: ${many[0]}`, `Dışa aktarma: ${many[1]}`],
    [`${id}-import`]: [`Import: ${many[0]}`, `İçe aktarma: ${many[1]}`],
  })
}

export const recordNames = (): Readonly<Record<string, BothLanguages>> => Object.fromEntries(names)

type Snapshot = Readonly<Record<string, unknown>> | null

/**
 * What the fields of these snapshots are called, and the values that are one of some choices (`mode`, `mode.1`); of other
 * records than declared ones nothing.
 */
export function wordsFor(
  kind: string,
  snapshots: readonly Snapshot[],
): Record<string, [string, string]> {
  const its = fields.get(kind)
  if (its === undefined) return {}
  const words: Record<string, [string, string]> = {}
  const name = (key: string, [english, turkish]: BothLanguages) => {
    words[key] = [english, turkish]
  }
  for (const [field, value] of snapshots.flatMap((one) => Object.entries(one ?? {}))) {
    const of = Object.hasOwn(its, field) ? its[field] : undefined
    if (of === undefined) continue
    name(field, of.label)
    for (const chosen of [value].flat()) {
      const choice = of.choices?.find((one) => one.value === String(chosen))
      if (choice !== undefined) name(`${field}.${choice.value}`, choice.label)
    }
  }
  return words
}

/** Of the amounts of a declared record, which of its fields says in which currency they are. */
export function currencyFieldsOf(kind: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields.get(kind) ?? {}).flatMap(([name, { currencyField }]) =>
      currencyField === undefined ? [] : [[name, currencyField]],
    ),
  )
}

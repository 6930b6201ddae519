// What the audit trail calls actions and kinds of records.

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const names = new Map<string, Text>()
const actions = new Map<string, Text>()
const tables = new Map<string, Text>()
const fields = new Map<string, Resource['fields']>()

/** Said once for each kind, where the server is put together. */
export function nameRecords(kinds: Readonly<Record<string, Text>>): void {
  for (const [kind, name] of Object.entries(kinds)) names.set(kind, name)
}

/** Its records, and what is done with all of them. */
export function nameRecordsOf({ id, one, many, table, fields: its }: Resource): void {
  fields.set(id, its)
  if (!tables.has(table)) tables.set(table, many)
  nameRecords({
    [id]: one,
    [`${id}-export`]: textWith(msg('Export: {records}'), { records: many }),
    [`${id}-import`]: textWith(msg('Import: {records}'), { records: many }),
  })
}

/** What rows of these tables are called together, where no declared record has them or its page's title says it otherwise. */
export function nameTables(labels: Readonly<Record<string, Text>>): void {
  for (const [table, label] of Object.entries(labels)) tables.set(table, label)
}

export const tableLabelOf = (table: string): Text | undefined => tables.get(table)

/** What actions are called, by the last word of their id. */
export function nameActions(labels: Readonly<Record<string, Text>>): void {
  for (const [name, label] of Object.entries(labels)) actions.set(name, label)
}

export const actionLabelOf = (name: string): Text | undefined => actions.get(name)

export const recordNames = (): Readonly<Record<string, Text>> => Object.fromEntries(names)

type Snapshot = Readonly<Record<string, unknown>> | null

/**
 * What the fields of these snapshots are called, and the values that are one of some choices (`mode`, `mode.1`); of other
 * records than declared ones nothing.
 */
export function wordsFor(kind: string, snapshots: readonly Snapshot[]): Record<string, Text> {
  const its = fields.get(kind)
  if (its === undefined) return {}
  const words: Record<string, Text> = {}
  for (const [field, value] of snapshots.flatMap((one) => Object.entries(one ?? {}))) {
    const of = Object.hasOwn(its, field) ? its[field] : undefined
    if (of === undefined) continue
    words[field] = of.label
    for (const chosen of [value].flat()) {
      const choice = of.choices?.find((one) => one.value === String(chosen))
      if (choice !== undefined) words[`${field}.${choice.value}`] = choice.label
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

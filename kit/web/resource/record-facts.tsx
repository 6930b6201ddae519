import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import type { ReactNode } from 'react'
import { Facts } from '../page/page.tsx'
import { useTranslate } from '../texts/i18n.tsx'
import { FieldValue } from './resource-cells.tsx'

/** What is written to, called or looked at from here; in a list the whole row leads to its record. */
function addressOf({ kind, input }: AnyField, value: unknown): ReactNode {
  if (typeof value !== 'string' || value === '') return undefined
  if (kind === 'email') return <a href={`mailto:${value}`}>{value}</a>
  if (input === 'tel') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>
  if (kind !== 'url') return undefined
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  )
}

/** Some fields of a record on a page of its own, in the words of the declaration. `own`: what is shown otherwise. */
export function RecordFacts(props: {
  of: Resource
  row: ResourceRow
  names: readonly string[]
  own?: Readonly<Record<string, ReactNode>>
}) {
  const translate = useTranslate()
  const { of, row, names, own = {} } = props
  const fields = { ...of.fields, ...of.computedFields }
  const facts = names.flatMap((name) => {
    const field = fields[name]
    if (field === undefined) return []
    const value = own[name] ?? addressOf(field, row[name]) ?? (
      <FieldValue key={name} field={field} value={row[name]} row={row} />
    )
    return [[translate(field.label), value] as const]
  })
  return <Facts facts={facts} />
}

import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { type AnyField, isAsked } from '@counterfoil/kit/contract/resource-field.ts'
import { z } from 'zod'

export type FormValues = Record<string, unknown>

/** The fields that are typed, some of them in a new record alone. */
export const typedFields = (of: Resource, isNew: boolean) =>
  isNew ? { ...of.fields, ...of.createOnlyFields } : of.fields

/** What was left empty is nothing; then the declaration's own schema decides. */
export function typedSchema(of: Resource, isNew: boolean): z.ZodType<FormValues, FormValues> {
  return z.preprocess(
    (typed) =>
      Object.fromEntries(
        Object.entries(typedFields(of, isNew)).map(([name, field]) => {
          const values = typed as FormValues
          const value = isAsked(field, values) ? values[name] : emptyOf(field)
          const isEmpty = value === '' || value === undefined
          return [name, isEmpty && field.isOptional ? null : value]
        }),
      ),
    isNew ? of.newValues : of.values,
  ) as unknown as z.ZodType<FormValues, FormValues>
}

const lists = ['choices', 'list', 'references']
const typedKinds = ['text', 'multiline', 'richText', 'email', 'url']

/** What a form begins with: of the record, or of a new one. */
export function valuesOf(of: Resource, row: ResourceRow | undefined): FormValues {
  return Object.fromEntries(
    Object.keys(typedFields(of, row === undefined)).map((name) => [name, typedOf(of, row, name)]),
  )
}

/** What stands in the control of a field. */
export function typedOf(of: Resource, row: ResourceRow | undefined, name: string): unknown {
  const field = { ...of.fields, ...of.createOnlyFields }[name] as AnyField
  return row?.[name] ?? field.startsAs ?? emptyOf(field)
}

/** What an untouched control holds. */
function emptyOf({ kind }: AnyField): unknown {
  if (lists.includes(kind)) return []
  if (kind === 'yesNo') return false
  return typedKinds.includes(kind) ? '' : undefined
}

/** In place of a call that a form cannot do without. */
export function none(of: Resource): never {
  throw new Error(`${of.id} comes by itself and is not typed`)
}

import { z } from 'zod'
import { editPermissionOf } from './edit-permission.ts'
import { callsOf, type ResourceCalls } from './resource-calls.ts'
import type { Declaration, Declared, Fields } from './resource-declaration.ts'

type Values = Readonly<Record<string, unknown>>

export interface Resource extends Declared {
  readonly kind: 'resource'
  /** What the form takes. */
  readonly values: z.ZodType<Values>
  /** The same of a new record, with the fields of its creation alone; the body of `create`. */
  readonly newValues: z.ZodType<Values>
  readonly calls: ResourceCalls
}

/**
 * Declares a kind of record, once: its calls with validation, its table's queries, its page with form and filters, its
 * audit, import and export, and its tests come from this value. See docs/decisions/0014.
 */
export function resource<const F extends Fields>(declaration: Declaration<F>): Resource {
  const { permission, key = 'id', audience = ['platform', 'tenant'] } = declaration
  const said =
    typeof permission === 'string'
      ? { view: permission, edit: editPermissionOf(permission) }
      : permission
  const each = { remove: said.edit, ...said }
  const values = valuesOf(declaration.fields)
  const newValues = values.extend(shapeOf(declaration.createOnlyFields ?? {}))
  const own = declaration.merchants === undefined ? [] : declaration.merchants.permission
  const ownEdit = declaration.merchants?.edit ?? own
  const whole: Declared = {
    ...(declaration as unknown as Declaration<Fields>),
    key,
    audience,
    permission: each,
    permissions: {
      view: [each.view, ...own],
      edit: [each.edit, ...ownEdit],
      remove: [each.remove, ...ownEdit],
    },
  }
  return { ...whole, kind: 'resource', values, newValues, calls: callsOf(whole, values, newValues) }
}

export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && (value as Partial<Resource>).kind === 'resource'

const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))

const valuesOf = (fields: Fields) => z.strictObject(shapeOf(fields)) as unknown as z.ZodObject

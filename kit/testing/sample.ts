import { randomUUID } from 'node:crypto'
import { fileFieldOf, type UploadedFile } from '@counterfoil/kit/contract/uploads.ts'
import { z } from 'zod'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** What a form with a file becomes; JSON cannot say it. */
export const sampleUpload: UploadedFile = {
  name: 'note.txt',
  declaredType: 'text/plain',
  bytes: new TextEncoder().encode('A note'),
}

export type Extent = 'required' | 'all'

/**
 * A value that the schema accepts: with what it requires alone, or with everything it names. Throws when it finds none;
 * then the schema says one itself: `.meta({ examples: [ … ] })`.
 */
export function sampleOf(schema: z.ZodType, extent: Extent = 'required'): unknown {
  if (fileFieldOf(schema) !== undefined) return sampleUpload
  const json = jsonSchemaOf(schema)
  const value = sample(json, extent, json.$defs ?? {})
  const parsed = schema.safeParse(value)
  if (parsed.success) return value
  throw new Error(
    `No sample found (${parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; ')}). ` +
      'Give the schema one: .meta({ examples: [ … ] })',
  )
}

/** An object schema's fields as JSON Schema has them. */
export function propertiesOf(schema: z.ZodType): Readonly<Record<string, JsonSchema>> {
  return jsonSchemaOf(schema).properties ?? {}
}

/** The names of an object schema's fields with the type of value that each takes. */
export function fieldsOf(schema: z.ZodType): { name: string; type: string }[] {
  const { properties = {}, $defs = {} } = jsonSchemaOf(schema)
  return Object.entries(properties).map(([name, field]) => ({ name, type: typeOf(field, $defs) }))
}

/** Equal for fields that take the same type of value: where one has a limit, a pattern or a list, so has the other. */
function typeOf(schema: JsonSchema, definitions: Definitions): string {
  const { $ref, properties, ...rest } = schema
  const target = $ref === undefined ? undefined : definitions[$ref.split('/').at(-1) ?? '']
  if (target !== undefined) return typeOf(target, definitions)
  // what an object holds are fields of their own
  if (properties !== undefined) return 'object'
  const inner = (some: readonly JsonSchema[]) => some.map((one) => typeOf(one, definitions)).sort()
  const parts = Object.entries(rest).flatMap(([key, value]): string[] => {
    if (notOfType.has(key)) return []
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') {
      return [`${key}(${inner(value as readonly JsonSchema[])})`]
    }
    if (key === 'items') return [`items(${inner([value as JsonSchema])})`]
    return [sayingWhich.has(key) ? `${key} ${value}` : key]
  })
  return parts.sort().join(' ')
}

const notOfType = new Set(['description', 'title', 'examples', 'default', '$schema', '$defs'])
const sayingWhich = new Set(['type', 'format', 'pattern'])

export interface NestedField {
  readonly path: readonly (string | number)[]
  /** As in `fieldsOf`. */
  readonly type: string
  /** The whole value, with this one at the path. */
  put(value: unknown): unknown
}

/** A value that has every field that a schema knows. */
export function wholeSampleOf(schema: z.ZodType): unknown {
  const json = jsonSchemaOf(schema)
  return sample(json, 'all', json.$defs ?? {})
}

/** Fields of objects and of lists within a schema's own, each in a value that has everything down to it. */
export function nestedFieldsOf(schema: z.ZodType): NestedField[] {
  const json = jsonSchemaOf(schema)
  const base = sample(json, 'all', json.$defs ?? {})
  return innerPaths(json, json.$defs ?? {}, []).map(({ path, type, at }) => ({
    path,
    type,
    put: (value) =>
      at.reduceRight<(all: unknown) => unknown>(
        (inner, step) => step(inner),
        () => value,
      )(base),
  }))
}

type Step = (inner: (all: unknown) => unknown) => (all: unknown) => unknown

interface InnerPath {
  readonly path: readonly (string | number)[]
  readonly type: string
  readonly at: readonly Step[]
}

const deepest = 5

function innerPaths(
  schema: JsonSchema,
  definitions: Definitions,
  path: InnerPath['path'],
  at: readonly Step[] = [],
): InnerPath[] {
  if (path.length > deepest) return []
  const own = path.length > 1 ? [{ path, type: typeOf(schema, definitions), at }] : []
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const step: Step = (inner) => (all) => ({
      ...(all as object),
      [name]: inner((all as Record<string, unknown>)?.[name] ?? sample(field, 'all', definitions)),
    })
    return innerPaths(field, definitions, [...path, name], [...at, step])
  })
  const { items } = schema
  const first: Step = (inner) => (all) => [
    inner((all as unknown[])?.[0] ?? sample(items ?? {}, 'all', definitions)),
  ]
  const listed =
    items === undefined ? [] : innerPaths(items, definitions, [...path, 0], [...at, first])
  const chosen = (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => {
    // what only this one of them holds is put in a value of its kind
    const ofKind: Step = (inner) => () => inner(sample(one, 'all', definitions))
    return innerPaths(one, definitions, path, [...at, ofKind]).filter(
      (inner) => inner.path.length > path.length,
    )
  })
  return [...own, ...named, ...listed, ...chosen]
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema)
  if (known !== undefined) return known
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  jsonSchemas.set(schema, json)
  return json
}

type Definitions = Readonly<Record<string, JsonSchema>>

function sample(schema: JsonSchema, extent: Extent, definitions: Definitions): unknown {
  const [example] = schema.examples ?? []
  if (example !== undefined) return example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.$ref !== undefined) {
    const target = definitions[schema.$ref.split('/').at(-1) ?? '']
    return target && sample(target, extent, definitions)
  }
  const choice = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
  if (choice !== undefined) return sample(choice, extent, definitions)
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((one) => sample(one, extent, definitions)))
  }
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return sampleObject(schema, extent, definitions)
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        sample(schema.items ?? {}, extent, definitions),
      )
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return sampleText(schema)
  }
}

function sampleObject(schema: JsonSchema, extent: Extent, definitions: Definitions): unknown {
  const names = Object.keys(schema.properties ?? {}).filter(
    (name) => extent === 'all' || schema.required?.includes(name),
  )
  return Object.fromEntries(
    names.map((name) => [name, sample(schema.properties?.[name] ?? {}, extent, definitions)]),
  )
}

const byFormat: Readonly<Record<string, () => string>> = {
  uuid: () => randomUUID(),
  email: () => 'reader@example.com',
  'date-time': () => '2026-03-01T12:00:00.000Z',
  date: () => '2026-03-01',
  uri: () => 'https://example.com/hook',
  ipv4: () => '192.0.2.7',
}

const texts = ['text', 'GBP', 'GB', 'gb', '1', '12', '123', '12:30', '2030', '4242424242424242']

function sampleText(schema: JsonSchema): string {
  const made = byFormat[schema.format ?? '']?.()
  if (made !== undefined) return made
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern)
  const fit = texts.find(
    (text) => (pattern?.test(text) ?? true) && text.length >= (schema.minLength ?? 0),
  )
  return fit ?? 'text'.padEnd(schema.minLength ?? 4, 'x')
}

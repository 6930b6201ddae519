import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

/**
 * Turns an answer's schema into a function that writes JSON. What the schema does not declare is left out, so a column
 * too many in a query never reaches a client. bigint is written as an integer. It is built when it first writes: for all
 * calls at once that would be a third of the time in which the server starts.
 */
export function serializerOf(answer: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined
  return (value) => {
    write ??= fastJsonStringify(simplify(jsonSchemaOf(answer)) as fastJsonStringify.AnySchema)
    return write(value)
  }
}

/** JSON Schema of a Zod schema as it is written to the wire. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    target: 'draft-7',
    reused: 'inline',
  })
}

/**
 * `anyOf [X, null]` becomes `X, nullable`: the serializer tries the branches of an anyOf with a validator at run time,
 * a nullable one it writes straight. Patterns and bounds are for validating, not for writing.
 */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (node === null || typeof node !== 'object') return node
  const rest = Object.fromEntries(
    Object.entries(node).filter(([key, value]) => !isBound(key, value)),
  )
  const branches = rest.anyOf as JsonSchema[] | undefined
  const [only, ...others] = branches?.filter((branch) => branch.type !== 'null') ?? []
  if (branches && only && others.length === 0 && branches.length === 2) {
    const simple = simplify(only) as JsonSchema
    // the validator of an anyOf around it knows null by the enum alone
    const values = Array.isArray(simple.enum) ? { enum: [...simple.enum, null] } : {}
    return { ...simple, ...values, nullable: true }
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]))
}

const bounds = new Set(['$schema', 'pattern', 'minimum', 'maximum'])

/** Whether this limits a value; a field of such a name has a schema of its own. */
const isBound = (key: string, value: unknown) => bounds.has(key) && typeof value !== 'object'

import { z } from 'zod'

type Path = readonly (string | number)[]
interface Unknown {
  readonly path: Path
  readonly keys: string[]
}

/**
 * Refuses fields that no schema knows, each by its name, wherever in a body they stand: what is misspelt must not go by
 * unseen. `body` is what was sent, and was found good otherwise.
 */
export function refuseUnknownFields(schema: z.ZodType, body: unknown): void {
  const found = unknownIn(schema, body, [])
  if (found.length === 0) return
  throw new z.ZodError(
    found.map(({ path, keys }) => ({
      ...{ code: 'unrecognized_keys', path: [...path], keys },
      message: 'There is no such field',
    })),
  )
}

/** What of a schema leads further down. */
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly getter?: () => z.ZodType
}

function unknownIn(schema: z.ZodType, value: unknown, path: Path): Unknown[] {
  if (value === null || typeof value !== 'object') return []
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return inObject(def, value as Record<string, unknown>, path)
    case 'array':
    case 'tuple':
      return (value as readonly unknown[]).flatMap((one, at) => {
        const inner = def.element ?? def.items?.[at]
        return inner === undefined ? [] : unknownIn(inner, one, [...path, at])
      })
    case 'record':
      return Object.entries(value).flatMap(([name, one]) =>
        def.valueType === undefined ? [] : unknownIn(def.valueType, one, [...path, name]),
      )
    case 'union': {
      const meant = def.options?.find((one) => one.safeParse(value).success)
      return meant === undefined ? [] : unknownIn(meant, value, path)
    }
    default: {
      // what wraps another: optional, with a default, transformed; anything else leads nowhere
      const inner = def.innerType ?? def.in ?? def.getter?.()
      return inner === undefined ? [] : unknownIn(inner, value, path)
    }
  }
}

function inObject(def: Def, value: Readonly<Record<string, unknown>>, path: Path): Unknown[] {
  const shape = def.shape ?? {}
  const keys = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  // strict ones have refused theirs already, loose ones take them
  const own = def.catchall === undefined && keys.length > 0 ? [{ path, keys }] : []
  return [
    ...own,
    ...Object.entries(shape).flatMap(([name, inner]) =>
      unknownIn(inner, value[name], [...path, name]),
    ),
  ]
}

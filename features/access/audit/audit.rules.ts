export interface Change {
  /** Names of the fields from the outermost in. */
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

type Snapshot = Record<string, unknown> | null

/** Each field that is not the same on both sides. A side that is missing has none of the other's fields. */
export function changesOf(before: Snapshot, after: Snapshot): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((key) => ({
      path: (was.get(key) ?? is.get(key))?.path ?? [],
      before: was.get(key)?.value,
      after: is.get(key)?.value,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

type Field = { readonly path: readonly string[]; readonly value: unknown }

/** Values at the ends of a tree of fields; lists are values, as their order matters. */
function fieldsOf(value: unknown, path: readonly string[] = []): Map<string, Field> {
  if (value === null || value === undefined) {
    return path.length === 0 ? new Map() : new Map([[JSON.stringify(path), { path, value: null }]])
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return new Map([[JSON.stringify(path), { path, value }]])
  }
  return new Map(
    Object.entries(value).flatMap(([name, field]) => [...fieldsOf(field, [...path, name])]),
  )
}

/** A stored value may be anything; one without fields is wrapped, so that it can be compared. */
export function snapshotOf(stored: unknown): Snapshot {
  if (stored === null || stored === undefined) return null
  const isFields = typeof stored === 'object' && !Array.isArray(stored)
  return isFields ? (stored as Record<string, unknown>) : { value: stored }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids of records at any depth, each with the name of its field, or of the field whose list it is in. */
export function idsIn(value: unknown, field = ''): (readonly [field: string, id: string])[] {
  if (typeof value === 'string') return uuid.test(value) ? [[field, value]] : []
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((one) => idsIn(one, field))
  return Object.entries(value).flatMap(([name, one]) => idsIn(one, name))
}

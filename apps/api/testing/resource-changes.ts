// Other values for a field than the one it has, and which field of a record can be changed at all.
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'

/** Kinds by how little else hangs on them. */
const bestFirst = [
  'text',
  'multiline',
  'list',
  'number',
  'yesNo',
  'choices',
  'choice',
  'email',
  'url',
  'reference',
]

/** Fields that may be changed, those first that other fields hardly depend on. */
export function changeable(of: Resource): [string, AnyField][] {
  const keys = new Set((of.unique ?? []).flat())
  const rank = ([name, { kind, isOptional }]: [string, AnyField]) =>
    bestFirst.indexOf(kind) +
    (isOptional ? 20 : 0) +
    (keys.has(name) ? 40 : 0) +
    // a list that is searched by it would lose the row
    (of.search.includes(name) ? 100 : 0)
  return Object.entries(of.fields)
    .filter(([, { kind, isFixed }]) => !isFixed && bestFirst.includes(kind))
    .sort((a, b) => rank(a) - rank(b))
}

/** Values that the field takes and that are not the one it has; those first that still hold it. `keys`: of a reference. */
export function othersThan(field: AnyField, now: unknown, keys: readonly string[] = []): unknown[] {
  const texts = new Set<string>()
  if (field.kind === 'reference') return keys.filter((key) => key !== now)
  return [1, 2, 3, 4]
    .map((number) => variants(field, now, number))
    .reduce((all, some) => all.map((one, at) => [...one, ...(some[at] ?? [])]), emptyForms())
    .flat()
    .filter((value) => {
      const text = JSON.stringify(value)
      const isNew = text !== JSON.stringify(now) && !texts.has(text)
      texts.add(text)
      return isNew && field.schema.safeParse(value).success
    })
}

const emptyForms = (): unknown[][] => [[], [], [], []]

/** Values by number, in up to four forms. */
function variants({ kind, choices = [] }: AnyField, now: unknown, number: number): unknown[][] {
  // what needs a right of its own is not everybody's to choose
  const options = choices.filter(({ anyOf }) => anyOf === undefined).map(({ value }) => value)
  switch (kind) {
    case 'number':
    case 'amount':
      return [[Number(now ?? 0) + number], [Number(now ?? 0) - number], [number]]
    case 'yesNo':
      return [[now !== true]]
    case 'choice':
      return [options]
    case 'choices':
      return [options.map((one) => [one])]
    case 'list':
      return [[[`other${number}`]], [[`10.0.0.${number}`]], [[String(411110 + number)]]]
    case 'email':
      return [[`reader${number}@example.com`]]
    case 'url':
      return [[`https://example.com/other-${number}`]]
    default:
      return [
        [`${now ?? 'text'}${number}`],
        [`other${number}`],
        [`OTHER${number}`],
        [String(number).repeat(6)],
      ]
  }
}

/** All that a form sends of a record. */
export const valuesIn = (of: Resource, row: ResourceRow) =>
  Object.fromEntries(Object.keys(of.fields).map((name) => [name, row[name]]))

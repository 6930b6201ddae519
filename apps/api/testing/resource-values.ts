import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { paymentReaders } from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { type AnyField, isAsked } from '@counterfoil/kit/contract/resource-field.ts'
import { sampleOf } from '@counterfoil/kit/testing/sample.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import type { z } from 'zod'

/** How many of each resource there are by now: a list that values are taken from is not that soon at its end. */
const counts = new Map<string, number>()

/** With each new API: what a file's records are does not depend on which files its process ran before. */
export const countAnew = (): void => counts.clear()

/** What a field can refer to; `partOf`: of parts, those of which record. */
export type OptionsOf = (field: string, partOf?: string) => Promise<readonly string[]>

/**
 * Values that the resource takes, other ones each time where they must be unique. `optionsOf` finds what a field can refer
 * to; `chosen`: these among them.
 */
export async function valuesFor(
  of: Resource,
  optionsOf: OptionsOf,
  chosen: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const made = (counts.get(of.id) ?? 0) + 1
  counts.set(of.id, made)
  const unique = new Set((of.unique ?? []).flat())
  const listed = listedFields(of)
  const entries = Object.entries(of.fields).map(async ([name, field]) => {
    if (field.target !== undefined) {
      const isOther = unique.has(name) && (field.target.owner === 'shared' || listed.has(name))
      if (isOther) {
        const keys = await optionsOf(name)
        return [name, keys[made % keys.length]]
      }
      return [name, await referenceFor(field, name, optionsOf)]
    }
    if (field.isOptional && !unique.has(name)) return [name, emptyOf(field)]
    if (listed.has(name)) return [name, field.choices?.[(made - 1) % field.choices.length]?.value]
    return [name, unique.has(name) ? distinct(field, made) : sampleOf(field.schema)]
  })
  const values = { ...Object.fromEntries(await Promise.all(entries)), ...of.example, ...chosen }
  for (const [name, { target }] of Object.entries(of.fields)) {
    if (target?.partOf !== undefined) {
      values[name] = (await optionsOf(name, String(values[target.partOf])))[0]
    }
  }
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.onlyFor === undefined) continue
    if (!isAsked(field, values)) values[name] = emptyOf(field)
    // its declaration's example may leave it empty
    else if (isNothing(values[name]) && of.example?.[name] !== null)
      values[name] = await neededFor(field, name, optionsOf)
  }
  return values
}

const isNothing = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)

/** What a field holds that is optional in itself, and asked now. */
async function neededFor(field: AnyField, name: string, optionsOf: OptionsOf): Promise<unknown> {
  if (field.target === undefined) {
    // as `optional` made it
    return sampleOf((field.schema as z.ZodDefault<z.ZodNullable<z.ZodType>>).unwrap().unwrap())
  }
  const [first] = await optionsOf(name)
  return field.kind === 'references' ? [first] : first
}

/** The fields of which there is one record for each choice, or one for each choice of each record that it belongs to. */
export const listedFields = (of: Resource): ReadonlySet<string> => {
  const isChoice = (name: string) => of.fields[name]?.choices !== undefined
  const isOwner = (name: string) => of.fields[name]?.target?.owner === 'tenant'
  return new Set(
    (of.unique ?? [])
      .filter((names) => names.every((name) => isChoice(name) || isOwner(name)))
      .flatMap((names) => names.filter((name) => isChoice(name) || names.length === 1)),
  )
}

/** Deletes all records of which there is one for each choice: there are not enough choices for all the tests. */
export async function makeRoom({ owner }: TestDatabase, of: Resource): Promise<void> {
  if (listedFields(of).size > 0) await owner.query(`delete from app.${of.table}`)
}

/** Rights besides its own that a resource asks of whoever makes its records: what it sends, its maker may see. */
const furtherRights: Readonly<Record<string, readonly string[]>> = {
  'webhook-endpoints': paymentReaders,
  // a user who sets where people sign in could sign in as any of them
  'identity-providers': permissionsOf('tenant'),
  'identity-provider-groups': permissionsOf('tenant'),
}

/** What somebody holds who may give these values, also the rights that the first choices of the fields hand on. */
export const rightsToGive = (of: Resource): readonly string[] => [
  ...(furtherRights[of.id] ?? []),
  ...Object.values(of.fields).flatMap(({ choices }) => choices?.[0]?.anyOf ?? []),
]

const emptyOf = ({ kind }: AnyField) =>
  ['choices', 'list', 'references'].includes(kind) ? [] : null

async function referenceFor(field: AnyField, name: string, optionsOf: OptionsOf) {
  if (field.kind === 'references') return []
  return field.isOptional ? null : (await optionsOf(name))[0]
}

/** Another value of the same form: the number stands where the sample's own ending was. */
function distinct(field: AnyField, number: number): unknown {
  if (field.kind === 'day') return new Date(Date.UTC(2030, 0, number)).toISOString().slice(0, 10)
  const sample = sampleOf(field.schema)
  if (typeof sample === 'number') return sample + number
  if (typeof sample !== 'string' || field.choices !== undefined) return sample
  const tries = [
    `${sample}${number}`,
    sample.replace('@', `${number}@`),
    lettersOf(number),
    String(number).padStart(4, '0'),
  ]
  return tries.find((text) => field.schema.safeParse(text).success) ?? sample
}

const lettersOf = (number: number) =>
  [26 ** 2, 26, 1]
    .map((unit) => String.fromCharCode(65 + (Math.floor(number / unit) % 26)))
    .join('')

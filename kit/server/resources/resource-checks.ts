// What a record is refused for before it is stored, whatever it is a record of.
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { isAsked, type ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findDuplicate, listOptions } from '@counterfoil/kit/database/resource-rows.ts'
import type { UserCaller } from '../request/context.ts'

type Values = Readonly<Record<string, unknown>>
interface Checked {
  readonly db: Db
  readonly of: Resource
  readonly context: { readonly caller: Pick<UserCaller, 'permissions'> }
}

interface CheckedRecord {
  readonly key: string
  readonly before: Values
}

/** Throws the Problem for which the values are refused: as `checkFields`, or there already. */
export async function checkValues(
  change: Checked,
  values: Values,
  about: CheckedRecord | undefined,
): Promise<void> {
  await checkFields(change, values, about)
  await refuseDuplicate(change.db, change.of, values, about?.key)
}

/** Throws the Problem when another record has these values already, at the first field that must differ. */
export async function refuseDuplicate(
  db: Db,
  of: Resource,
  values: Values,
  key: string | undefined,
): Promise<void> {
  const duplicate = await findDuplicate(db, of, values, key)
  if (duplicate === undefined) return
  const [first = ''] = duplicate.fields
  throw new Problem('resource.duplicate', 409, 'This already exists', { path: first })
}

/** Throws the Problem for which the values are refused by themselves: not held, not asked, without a currency, or unknown. */
export async function checkFields(
  change: Checked,
  values: Values,
  about: CheckedRecord | undefined,
): Promise<void> {
  const { of, context } = change
  const notHeld = findNotHeld(of, context.caller, values, about?.before)
  if (notHeld !== undefined) {
    const text = 'You may not hand on what you may not do yourself'
    throw new Problem('resource.not_held', 422, text, { path: notHeld })
  }
  refuseNotAsked(of, values)
  refuseBareAmounts(of, values)
  await checkReferences(change, values, about?.before)
}

/** A field that is shown only for some choices is required there, and refused elsewhere. */
function refuseNotAsked(of: Resource, values: Values): void {
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.onlyFor === undefined) continue
    const isEmpty = listOfKeys(values[name]).length === 0
    const asked = isAsked(field, values)
    if (asked !== isEmpty || (asked && field.onlyFor.isOptional === true)) continue
    throw isEmpty
      ? new Problem('resource.needed', 422, 'This is needed here', { path: name })
      : new Problem('resource.not_asked', 422, 'This is not used here: leave it empty', {
          path: name,
        })
  }
}

/** An amount without its currency could be any. */
function refuseBareAmounts(of: Resource, values: Values): void {
  for (const [name, { kind, currencyField = '' }] of Object.entries(of.fields)) {
    if (kind !== 'amount' || values[name] == null || values[currencyField] != null) continue
    throw new Problem('money.currency_missing', 422, 'Say in which currency', {
      path: currencyField,
    })
  }
}

/** The first field by which the caller would hand on what it does not hold; what was handed on before may stay. */
export function findNotHeld(
  of: Resource,
  { permissions }: Pick<UserCaller, 'permissions'>,
  values: Values,
  before?: Values,
): string | undefined {
  for (const [name, { choices = [] }] of Object.entries(of.fields)) {
    const had = listOfKeys(before?.[name])
    const added = listOfKeys(values[name]).filter((value) => !had.includes(value))
    const isBeyond = choices.some(
      ({ value, anyOf }) =>
        added.includes(value) && anyOf?.some((one) => permissions.has(one)) === false,
    )
    if (isBeyond) return name
  }
  return undefined
}

/**
 * What a record refers to exists for the caller and is in use; what it referred to already may stay. `kinds`: `whole` looks
 * only where every record in use may be chosen; of some of them alone, the resource's own rules say better why not.
 */
export async function checkReferences(
  { db, of }: Pick<Checked, 'db' | 'of'>,
  values: Values,
  before: Values | undefined,
  kinds: 'all' | 'whole' = 'all',
): Promise<void> {
  for (const [name, { target }] of Object.entries(of.fields)) {
    if (target === undefined || (kinds === 'whole' && isOfSome(of, target))) continue
    const listed = listOfKeys(values[name])
    const added = listed.filter((key) => !listOfKeys(before?.[name]).includes(key))
    if (added.length === 0) continue
    const partOf = target.partOf === undefined ? undefined : String(values[target.partOf])
    const options = await listOptions(db, target, { keys: added, isInUse: true, partOf })
    const usable = new Set(options.map(({ id }) => id))
    const missing = added.find((key) => !usable.has(key))
    if (missing === undefined) continue
    throw new Problem('resource.unknown_reference', 422, 'No such choice in use', { path: name })
  }
}

/** Whether some records alone may be chosen: by the field itself, or by the one that its choices are part of. */
function isOfSome({ fields }: Resource, { only, partOf = '' }: ReferenceTarget): boolean {
  return only !== undefined || fields[partOf]?.target?.only !== undefined
}

function listOfKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? [] : [String(value)]
}

/** Throws the Problem for a field that is said once and never changed. */
export function refuseFixed(of: Resource, before: Values, values: Values): void {
  for (const [name, { isFixed }] of Object.entries(of.fields)) {
    if (!isFixed || JSON.stringify(before[name]) === JSON.stringify(values[name])) continue
    throw new Problem('resource.fixed', 422, 'This cannot be changed', { path: name })
  }
}

/** The record is no longer the one that was read. */
export function staleRow(): Problem {
  const text = 'Somebody else changed this record in the meantime. Compare both versions.'
  return new Problem('resource.stale', 409, text)
}

/** Another record took, at the same moment, what the product would have given to this one, such as a short name. */
export function madeAtOnce(): Problem {
  const text = 'Somebody else saved a record like this at the same moment. Save again.'
  return new Problem('resource.made_at_once', 409, text)
}

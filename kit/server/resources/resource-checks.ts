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
  const label = of.fields[first]?.label.en ?? first
  throw fieldProblem('resource.duplicate', first, `${label}: there is one like this already`, 409)
}

/** Throws the Problem for which the values are refused by themselves: not held, not asked, without a currency, or unknown. */
export async function checkFields(
  change: Checked,
  values: Values,
  about: CheckedRecord | undefined,
): Promise<void> {
  const { of, context } = change
  const refused = findNotHeld(of, context.caller, values, about?.before)
  if (refused !== undefined) {
    const text = `You may not do this yourself: ${refused.label}`
    throw fieldProblem('resource.not_held', refused.name, text, 422)
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
    const label = field.label.en
    throw isEmpty
      ? fieldProblem('resource.needed', name, `${label} is needed here`, 422)
      : fieldProblem('resource.not_asked', name, `${label} is not used here: leave it empty`, 422)
  }
}

/** An amount without its currency could be any. */
function refuseBareAmounts(of: Resource, values: Values): void {
  for (const [name, { kind, currencyField = '' }] of Object.entries(of.fields)) {
    if (kind !== 'amount' || values[name] == null || values[currencyField] != null) continue
    throw fieldProblem('money.currency_missing', currencyField, 'Say in which currency', 422)
  }
}

/** The first choice that the caller would hand on without holding it; what was handed on before may stay. */
export function findNotHeld(
  of: Resource,
  { permissions }: Pick<UserCaller, 'permissions'>,
  values: Values,
  before?: Values,
): { readonly name: string; readonly label: string } | undefined {
  for (const [name, { choices = [] }] of Object.entries(of.fields)) {
    const had = listOfKeys(before?.[name])
    const added = listOfKeys(values[name]).filter((value) => !had.includes(value))
    const found = choices.find(
      ({ value, anyOf }) =>
        added.includes(value) && anyOf?.some((one) => permissions.has(one)) === false,
    )
    if (found !== undefined) return { name, label: found.label.en }
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
  for (const [name, { target, label }] of Object.entries(of.fields)) {
    if (target === undefined || (kinds === 'whole' && isOfSome(of, target))) continue
    const listed = listOfKeys(values[name])
    const added = listed.filter((key) => !listOfKeys(before?.[name]).includes(key))
    if (added.length === 0) continue
    const partOf = target.partOf === undefined ? undefined : String(values[target.partOf])
    const options = await listOptions(db, target, { keys: added, isInUse: true, partOf })
    const usable = new Set(options.map(({ id }) => id))
    const missing = added.find((key) => !usable.has(key))
    if (missing === undefined) continue
    throw fieldProblem(
      'resource.unknown_reference',
      name,
      `${label.en}: no such choice in use`,
      422,
    )
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
  for (const [name, { isFixed, label }] of Object.entries(of.fields)) {
    if (!isFixed || JSON.stringify(before[name]) === JSON.stringify(values[name])) continue
    throw fieldProblem('resource.fixed', name, `${label.en} cannot be changed`, 422)
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

/** A refusal that is said at one field. */
export function fieldProblem(code: string, path: string, message: string, status: number): Problem {
  return new Problem(code, status, message, { errors: [{ message, path }] })
}

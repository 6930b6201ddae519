import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource, ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import type { BothLanguages } from '@counterfoil/kit/contract/resource-fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { failureCode } from '@counterfoil/kit/database/failures.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { nextPlace } from '@counterfoil/kit/database/resource-order.ts'
import {
  bumpSettings,
  columnOf,
  countUses,
  deleteResourceRow,
  findResourceRow,
  findTwin,
  insertResourceRow,
  listOptions,
  mostUsesCounted,
  storeSwitch,
  updateResourceRow,
} from '@counterfoil/kit/database/resource-rows.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from './context.ts'
import { cleanTexts } from './resource-texts.ts'
import { fieldsOf, viewsOf } from './resource-views.ts'

export type Values = Readonly<Record<string, unknown>>
type Called = Context<UserCaller>

/** What a change needs of the call, or of the job, that it is made for. */
export type Changing = Pick<Called, 'caller' | 'database' | 'jobs' | 'now' | 'auditIn'> &
  // a job has none
  Partial<Pick<Called, 'settings'>>

/** What a rich resource adds to the storing of its records. */
export interface ResourceRules {
  /** Asks the outside about values, before any transaction is open; throws the Problem for which they are refused. */
  ask?(values: Values, context: Changing): Promise<void>
  /** Throws the Problem for which the values are refused, or returns what is stored instead. */
  check?(
    db: Db,
    values: Values,
    about: {
      /** Undefined for a new record. */
      readonly key?: string
      readonly before: Values | undefined
      readonly context: Changing
    },
  ): Promise<Values | undefined>
  /** Keeps what else comes with a new record, and answers what of it is shown this once. */
  made?(
    db: Db,
    key: string,
    values: Values,
    about: { readonly context: Changing },
  ): Promise<string | undefined>
  /** What goes with a record before it is deleted; throws the Problem for which it stays. */
  removing?(db: Db, key: string): Promise<void>
  /** What else changes when a record is made or changed. */
  saved?(
    db: Db,
    key: string,
    about: {
      /** Undefined of a new record. */
      readonly before: Values | undefined
      readonly after: Values
      readonly context: Changing
    },
  ): Promise<void>
  /** What of a record says whether it is on, where that follows from something else. */
  activity?(isActive: boolean): Values
  /** What else changes when a record is switched on or off. */
  switched?(
    db: Db,
    key: string,
    isActive: boolean,
    about: { readonly before: Values; readonly context: Changing },
  ): Promise<void>
}

/** One change at work: on the transaction of one tenant, for somebody, under the rules of its resource. */
export interface Change {
  readonly db: Db
  readonly of: Resource
  readonly context: Changing
  readonly rules: ResourceRules
}

export interface Made {
  readonly key: string
  readonly shownOnce: string | undefined
}

/** Makes a record and answers its key. */
export async function createRow(change: Change, values: Values): Promise<Made> {
  const { db, of, context } = change
  refuseOthersMerchants(change, undefined, values)
  const clean = cleanTexts(of, values)
  const stored = (await change.rules.check?.(db, clean, { before: undefined, context })) ?? clean
  await checkValues(change, stored, undefined)
  const key = of.key === 'id' ? newId(context.now) : String(stored[of.key])
  const at = { created_at: context.now, updated_at: context.now }
  const kept = Object.entries(stored).filter(([name]) => !Object.hasOwn(of.asked ?? {}, name))
  const row = {
    ...columnsOf(Object.fromEntries(kept)),
    ...(of.owner === 'tenant' ? { tenant_id: tenantOf(db) } : {}),
    [of.key]: key,
    ...(of.orderedIn === undefined
      ? {}
      : { sort_order: await nextPlace(db, of, stored[of.orderedIn]) }),
    ...(of.owner === 'tenant' ? at : { updated_at: context.now }),
  }
  await insertOnce(change, row)
  const shownOnce = await change.rules.made?.(db, key, stored, { context })
  await change.rules.saved?.(db, key, { before: undefined, after: stored, context })
  await finish(change, key, undefined, stored)
  return { key, shownOnce }
}

/** Of two that make the same at once, one is told as if it had come later. */
async function insertOnce({ db, of }: Change, row: Values): Promise<void> {
  try {
    await insertResourceRow(db, of, row)
  } catch (error) {
    const [first] = of.unique?.[0] ?? []
    if (failureCode(error) !== uniqueViolation || first === undefined) throw error
    throw duplicateOf(of, first)
  }
}

const uniqueViolation = '23505'

function duplicateOf(of: Resource, field: string): Problem {
  const label = of.fields[field]?.label[0] ?? field
  return fieldProblem('resource.duplicate', field, `${label}: there is one like this already`, 409)
}

/**
 * Changes a record, unless it is no longer the one that was read. `differing`: whichever version it is, when the values
 * are others than it has. Answers whether anything changed.
 */
export async function changeRow(
  change: Change,
  key: string,
  values: Values,
  version: number | 'differing',
): Promise<boolean> {
  const { db, of, context } = change
  const row = await lockRow(change, key)
  const before = fieldsOf(of, row)
  refuseOthersMerchants(change, key, before)
  refuseOthersMerchants(change, key, values)
  if (version !== 'differing' && row.version !== version) {
    const text = 'Somebody else changed this record in the meantime. Compare both versions.'
    throw new Problem('resource.stale', 409, text)
  }
  refuseFixed(of, before, values)
  const clean = cleanTexts(of, values)
  const stored = (await change.rules.check?.(db, clean, { key, before, context })) ?? clean
  await checkValues(change, stored, { key, before })
  if (version === 'differing' && hasSame(of, before, stored)) return false
  await updateResourceRow(db, of, key, { ...columnsOf(stored), updated_at: context.now })
  await change.rules.saved?.(db, key, { before, after: stored, context })
  await finish(change, key, before, stored)
  return true
}

const hasSame = (of: Resource, before: Values, after: Values) =>
  Object.entries(of.fields).every(([name, { kind }]) => {
    const [was = null, is = null] = [before[name], after[name]]
    if (was === null || is === null) return was === is
    if (kind === 'instant') return Date.parse(String(was)) === Date.parse(String(is))
    return JSON.stringify(was) === JSON.stringify(is)
  })

export async function removeRow(change: Change, key: string): Promise<void> {
  const { db, of, context } = change
  const row = await lockRow(change, key)
  const before = fieldsOf(of, row)
  refuseOthersMerchants(change, key, before)
  const reader = of.owner === 'tenant' ? db : context.database.reader({ kind: 'platform' })
  const counted = await Promise.all(
    (of.usedBy ?? []).map(async (use) => ({ use, count: await countUses(reader, use, key) })),
  )
  const used = counted.filter(({ count }) => count > 0)
  if (used.length > 0) {
    const said = used.map(({ use, count }) => `${use.what[0]}: ${usesOf(count)[0]}`)
    const where = said.join(', ')
    throw new Problem('resource.in_use', 409, `It is in use and cannot be deleted. ${where}`, {
      errors: said.map((message) => ({ message })),
      params: {
        inTurkish: used.map(({ use, count }) => `${use.what[1]}: ${usesOf(count)[1]}`).join(', '),
      },
    })
  }
  await change.rules.removing?.(db, key)
  await deleteResourceRow(db, of, key).catch(inUse)
  await finish(change, key, before, undefined)
}

const usesOf = (count: number): BothLanguages =>
  count > mostUsesCounted
    ? [`more than ${mostUsesCounted}`, `${mostUsesCounted} kayıttan fazla`]
    : [String(count), String(count)]

/** Something named it since it was counted. */
function inUse(error: unknown): never {
  if (failureCode(error) !== foreignKeyViolation) throw error
  throw new Problem('resource.in_use', 409, 'It is in use and cannot be deleted.', {
    params: { inTurkish: '' },
  })
}

const foreignKeyViolation = '23503'

/** Switches a record on or off; nothing when it stands so already. */
export async function switchRow(change: Change, key: string, isActive: boolean): Promise<boolean> {
  const { db, of, context } = change
  const isOwnSwitch = of.owner === 'switch' && context.caller.userType !== 'platform'
  const row = isOwnSwitch ? await findResourceRow(db, of, key) : await lockRow(change, key)
  if (row === undefined) throw notFound(of.one[0])
  refuseOthersMerchants(change, key, fieldsOf(of, row))
  const was = isOwnSwitch ? row.activity === true : row.is_active === true
  if (was === isActive) return false
  if (isOwnSwitch) {
    if (isActive && row.is_active !== true) {
      const text = `${String(row.name ?? key)} is switched off for the whole platform`
      throw new Problem('resource.off_for_all', 409, text)
    }
    await storeSwitch(db, of, key, isActive, context.now)
  } else {
    const activity = change.rules.activity?.(isActive) ?? { isActive }
    await updateResourceRow(db, of, key, { ...columnsOf(activity), updated_at: context.now })
    const before = fieldsOf(of, row)
    await change.rules.switched?.(db, key, isActive, { before, context })
  }
  await finish(change, key, { isActive: was }, { isActive })
  return true
}

/** The row, held until the transaction ends. */
async function lockRow({ db, of, context }: Change, key: string): Promise<Values> {
  // what is everybody's is read and locked as the tenant's role does; platform staff see the list itself
  const seen = context.caller.userType === 'platform' && of.owner === 'switch'
  const as: Resource = seen ? { ...of, owner: 'platform' } : of
  const row = await findResourceRow(db, as, key, true)
  if (row === undefined) throw notFound(of.one[0])
  return row
}

/** What holds for all of a tenant's merchants is not for those who see some of them alone. */
function refuseOthersMerchants(
  { of, context }: Change,
  key: string | undefined,
  values: Values,
): void {
  const { merchantIds } = context.caller
  if (merchantIds === null) return
  const merchantId = merchantOf(of, key, values)
  if (typeof merchantId !== 'string') throw forbidden()
  if (!merchantIds.includes(merchantId)) throw notFound('The merchant')
}

function merchantOf(of: Resource, key: string | undefined, values: Values | undefined): unknown {
  if (of.isMerchant === true) return key
  return of.merchantField === undefined ? undefined : values?.[of.merchantField]
}

function refuseFixed(of: Resource, before: Values, values: Values): void {
  for (const [name, { isFixed, label }] of Object.entries(of.fields)) {
    if (!isFixed || JSON.stringify(before[name]) === JSON.stringify(values[name])) continue
    throw fieldProblem('resource.fixed', name, `${label[0]} cannot be changed`, 422)
  }
}

async function checkValues(
  change: Change,
  values: Values,
  about: { readonly key: string; readonly before: Values } | undefined,
): Promise<void> {
  const { db, of } = change
  await checkReferences(change, values, about?.before)
  const twin = await findTwin(db, of, values, about?.key)
  if (twin === undefined) return
  const [first = ''] = twin.fields
  throw duplicateOf(of, first)
}

/** What a record refers to exists for the caller and is in use; what it referred to already may stay. */
async function checkReferences(
  { db, of }: Change,
  values: Values,
  before: Values | undefined,
): Promise<void> {
  for (const [name, { target, label }] of Object.entries(of.fields)) {
    if (target === undefined) continue
    const listed = listOfKeys(values[name])
    const added = listed.filter((key) => !listOfKeys(before?.[name]).includes(key))
    if (added.length === 0) continue
    const options = await listOptions(db, target, { keys: added, isInUse: true })
    const usable = new Set(options.map(({ id }) => id))
    const missing = added.find((key) => !usable.has(key))
    if (missing === undefined) continue
    throw fieldProblem(
      'resource.unknown_reference',
      name,
      `${label[0]}: no such choice in use`,
      422,
    )
  }
}

function listOfKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? [] : [String(value)]
}

function columnsOf(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [columnOf(name), value ?? null]),
  )
}

/** The change's audit entry, in its transaction, and the word to every process that keeps settings. */
async function finish(
  { db, of, context }: Change,
  key: string,
  before: Values | undefined,
  after: Values | undefined,
): Promise<void> {
  const merchantId = merchantOf(of, key, after ?? before)
  await context.auditIn(db, {
    type: of.id,
    id: key,
    merchantId: typeof merchantId === 'string' ? merchantId : null,
    before,
    after,
  })
  const isForAll = of.owner !== 'tenant' && context.caller.userType === 'platform'
  await bumpSettings(db, isForAll ? null : tenantOf(db))
}

export function fieldProblem(code: string, path: string, message: string, status: number): Problem {
  return new Problem(code, status, message, { errors: [{ message, path }] })
}

/** The record as it is answered after a change. */
export async function readView(db: Db, of: Resource, key: string): Promise<ResourceRow> {
  const row = await findResourceRow(db, of, key)
  const [view] = row === undefined ? [] : await viewsOf(db, of, [row])
  if (view === undefined) throw notFound(of.one[0])
  return view
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Use } from '@counterfoil/kit/contract/resource-declaration.ts'
import { inEachLanguage, type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import { attempt } from '@counterfoil/kit/database/attempt.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  failureCode,
  foreignKeyViolation,
  uniqueViolation,
} from '@counterfoil/kit/database/failures.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { nextPlace } from '@counterfoil/kit/database/resource-order.ts'
import {
  bumpSettings,
  columnOf,
  deleteResourceRow,
  findResourceRow,
  insertResourceRow,
  updateResourceRow,
  upsertSwitch,
} from '@counterfoil/kit/database/resource-rows.ts'
import { countUses, maxUsesCounted, referencesTo } from '@counterfoil/kit/database/row-uses.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { AuditRecord } from '../request/audit.ts'
import type { Context, UserCaller } from '../request/context.ts'
import { tableLabelOf } from './record-names.ts'
import {
  checkReferences,
  checkValues,
  madeAtOnce,
  refuseDuplicate,
  refuseFixed,
  staleRow,
} from './resource-checks.ts'
import { merchantOf, refuseBeyond } from './resource-limits.ts'
import { cleanTexts } from './resource-texts.ts'
import { fieldsOf, viewsOf } from './resource-views.ts'

const msg = messagesOf(import.meta.url)

export type Values = Readonly<Record<string, unknown>>
type Called = Context<UserCaller>

/** What a change needs of the call, or of the job, that it is made for. */
export type Changing = Pick<Called, 'caller' | 'database' | 'jobs' | 'now' | 'audit'> &
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
  /** Whether changes of a record wait for another person: what `check` stores instead is what it is until then. */
  waits?(db: Db, key: string): Promise<boolean>
  /** What no longer holds of a record whose value a file lists again, where the file says nothing else of it. */
  listedAgain?(before: Values, now: Date): Values
  /** Keeps what else comes with a new record, and answers what of it is shown this once. */
  made?(
    db: Db,
    key: string,
    values: Values,
    about: { readonly context: Changing },
  ): Promise<string | undefined>
  /** What goes with a record before it is deleted; throws the Problem for which it stays. */
  removing?(db: Db, key: string, about: { readonly context: Changing }): Promise<void>
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
  /** What else changes when the parts of one record, `first` among them, are put in another order. */
  ordered?(db: Db, first: string, about: { readonly context: Changing }): Promise<void>
  /** Whether it waits for another person that a record is switched on or off, which then stays as it is. */
  switching?(
    db: Db,
    key: string,
    isActive: boolean,
    about: { readonly context: Changing },
  ): Promise<boolean>
  /** What of a record says whether it is on, where that follows from something else. */
  activity?(isActive: boolean): Values
  /** What else changes when a record is switched on or off; throws the Problem for which it stays as it is. */
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
  const stored = await storedValues(change, values)
  await checkValues(change, stored, undefined)
  const key = of.key === 'id' ? newId(context.now) : String(stored[of.key])
  const place =
    of.orderedIn === undefined ? {} : { sort_order: await nextPlace(db, of, stored[of.orderedIn]) }
  await writeOnce(change, { key, stored }, () =>
    insertResourceRow(db, of, { ...newRow(change, key, stored), ...place }),
  )
  const shownOnce = await change.rules.made?.(db, key, stored, { context })
  await change.rules.saved?.(db, key, { before: undefined, after: stored, context })
  await finish(change, key, undefined, stored)
  return { key, shownOnce }
}

/** The values of a new record as its rules have them stored. */
export async function storedValues(change: Change, values: Values): Promise<Values> {
  refuseBeyond(change.of, change.context.caller, undefined, values)
  return valuesByRules(change, values, {})
}

/** What the record's rules make of the values. The records that these refer to are there. */
async function valuesByRules(
  { db, of, context, rules }: Change,
  values: Values,
  about: { readonly key?: string; readonly before?: Values },
): Promise<Values> {
  const clean = cleanTexts(of, values)
  if (rules.check === undefined) return clean
  await checkReferences({ db, of }, clean, about.before, 'whole')
  return (await rules.check(db, clean, { before: undefined, ...about, context })) ?? clean
}

export function newRow(
  { db, of, context }: Change,
  key: string,
  stored: Values,
): Record<string, unknown> {
  const at = { created_at: context.now, updated_at: context.now }
  const kept = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(of.createOnlyFields ?? {}, name),
  )
  return {
    ...columnsOf(Object.fromEntries(kept)),
    ...(of.owner === 'tenant' ? { tenant_id: tenantOf(db) } : {}),
    [of.key]: key,
    ...(of.owner === 'tenant' ? at : { updated_at: context.now }),
  }
}

/**
 * Of two that write the same at once the second is refused as if it had come later: at the field that is taken, or without a
 * field where the index is of a column that no one enters.
 */
async function writeOnce(
  { db, of }: Change,
  { key, stored }: { readonly key: string; readonly stored: Values },
  write: () => Promise<unknown>,
): Promise<void> {
  if (of.unique === undefined) {
    await write()
    return
  }
  try {
    await attempt(db, write)
  } catch (error) {
    if (failureCode(error) !== uniqueViolation) throw error
    // the other one is committed by now, so that the rows themselves answer which field it is
    await refuseDuplicate(db, of, stored, key)
    throw madeAtOnce()
  }
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
  refuseBeyond(of, context.caller, key, before)
  refuseBeyond(of, context.caller, key, values)
  if (version !== 'differing' && row.version !== version) throw staleRow()
  refuseFixed(of, before, values)
  const stored = await valuesByRules(change, values, { key, before })
  await checkValues(change, stored, { key, before })
  if (version === 'differing' && hasSame(of, before, stored)) return false
  const columns = { ...columnsOf(stored), updated_at: context.now }
  await writeOnce(change, { key, stored }, () => updateResourceRow(db, of, key, columns))
  await change.rules.saved?.(db, key, { before, after: stored, context })
  await finish(change, key, before, stored)
  return true
}

/** Whether no field differs. */
export const hasSame = (of: Resource, before: Values, after: Values) =>
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
  refuseBeyond(of, context.caller, key, before)
  const reader = of.owner === 'tenant' ? db : context.database.reader({ kind: 'platform' })
  const uses = [...(await referencesTo(db, of.table, of.key)), ...(of.usedBy ?? [])]
  const counted = await Promise.all(
    uses.map(async (use) => ({ use, count: await countUses(reader, use, key) })),
  )
  const used = counted.filter(({ count }) => count > 0)
  if (used.length > 0) {
    const named = usesIn(used)
    throw new Problem('resource.in_use', 409, `It is in use and cannot be deleted. ${named.en}`, {
      params: { uses: named },
    })
  }
  await change.rules.removing?.(db, key, { context })
  await deleteResourceRow(db, of, key).catch(inUse)
  await finish(change, key, before, undefined)
}

/** `MIDs: 3, Fees: more than 100`, in every language. */
function usesIn(used: readonly { readonly use: Use; readonly count: number }[]): Text {
  const counted = (count: number, language: string) =>
    count > maxUsesCounted
      ? textIn(msg('more than {count}'), language, { count: maxUsesCounted })
      : String(count)
  return inEachLanguage((language) =>
    used
      .map(({ use, count }) => {
        const label = tableLabelOf(use.table) ?? msg('Other records')
        return `${textIn(label, language)}: ${counted(count, language)}`
      })
      .join(', '),
  )
}

/** Something named it since it was counted. */
function inUse(error: unknown): never {
  if (failureCode(error) !== foreignKeyViolation) throw error
  throw new Problem('resource.in_use', 409, 'It is in use and cannot be deleted.', {
    params: { uses: '' },
  })
}

export type Switched = 'changed' | 'waits' | 'same'

/** Switches a record on or off; `same`: it was so already; `waits`: another person has to confirm it. */
export async function switchRow(change: Change, key: string, isActive: boolean): Promise<Switched> {
  const { db, of, context } = change
  const isOwnSwitch = of.owner === 'switch' && context.caller.userType !== 'platform'
  const row = isOwnSwitch ? await findResourceRow(db, of, key) : await lockRow(change, key)
  if (row === undefined) throw notFound(of.one.en)
  refuseBeyond(of, context.caller, key, fieldsOf(of, row))
  const was = isOwnSwitch ? row.activity === true : row.is_active === true
  if (was === isActive) return 'same'
  if (of.owner === 'switch' && !isOwnSwitch) requireForAll(change)
  if (await change.rules.switching?.(db, key, isActive, { context })) return 'waits'
  if (isOwnSwitch) {
    if (isActive && row.is_active !== true) {
      const text = `${String(row.name ?? key)} is switched off for the whole platform`
      throw new Problem('resource.off_for_all', 409, text)
    }
    await upsertSwitch(db, of, key, isActive, context.now)
  } else {
    const activity = change.rules.activity?.(isActive) ?? { isActive }
    await updateResourceRow(db, of, key, { ...columnsOf(activity), updated_at: context.now })
  }
  await finish(change, key, { isActive: was }, { isActive })
  // of two who switch at once the second has waited in `finish`, and sees what the first left
  await change.rules.switched?.(db, key, isActive, { before: fieldsOf(of, row), context })
  return 'changed'
}

/** What is switched for every tenant at once takes more than looking after one of them. */
function requireForAll({ of: { forAll = '' }, context }: Change): void {
  if (context.caller.permissions.has(forAll)) return
  const text = `This would be switched for every tenant, which takes the permission ${forAll}`
  throw new Problem('resource.for_all', 403, text, { params: { permission: forAll } })
}

/** The row, held until the transaction ends. */
async function lockRow({ db, of, context }: Change, key: string): Promise<Values> {
  // what is everybody's is read and locked as the tenant's role does; platform staff see the list itself
  const seen = context.caller.userType === 'platform' && of.owner === 'switch'
  const as: Resource = seen ? { ...of, owner: 'platform' } : of
  const row = await findResourceRow(db, as, key, true)
  if (row === undefined) throw notFound(of.one.en)
  return row
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
  await context.audit(db, recordOf(of, key, before, after))
  if (of.isSetting === false) return
  const isForAll = of.owner !== 'tenant' && context.caller.userType === 'platform'
  await bumpSettings(db, isForAll ? null : tenantOf(db))
}

/** A record as its audit entry has it. */
export function recordOf(
  of: Resource,
  key: string,
  before: Values | undefined,
  after: Values | undefined,
): AuditRecord {
  const merchantId = merchantOf(of, key, after ?? before)
  const id = typeof merchantId === 'string' ? merchantId : null
  return { type: of.id, id: key, merchantId: id, before, after }
}

/** The record as it is answered after a change. */
export async function readView(db: Db, of: Resource, key: string): Promise<ResourceRow> {
  const row = await findResourceRow(db, of, key)
  const [view] = row === undefined ? [] : await viewsOf(db, of, [row])
  if (view === undefined) throw notFound(of.one.en)
  return view
}

// New records of a long list, many at a time: each is checked as one by itself is, and has an audit entry of its own.
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import {
  bumpSettings,
  insertNewResourceRows,
  listRowsLike,
} from '@counterfoil/kit/database/resource-rows.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { AuditRecord } from '../request/audit.ts'
import {
  type Change,
  hasSame,
  newRow,
  recordOf,
  storedValues,
  type Values,
} from './resource-changes.ts'
import { checkFields } from './resource-checks.ts'
import { fieldsOf } from './resource-views.ts'

/** One record of several: it is new, or was there with the same values. */
export interface Together {
  readonly key: string
  readonly outcome: 'created' | 'unchanged'
}

interface Checked {
  readonly key: string
  readonly stored: Values
}

/**
 * Makes those of the records that are not refused and of which there is none yet; of two alike the first. Answers what
 * came of each in the order of `all`: undefined for one that is refused, or like another one with other values.
 */
export async function createTogether(
  change: Change,
  all: readonly Values[],
  audit: (db: Db, records: readonly AuditRecord[]) => Promise<void>,
): Promise<readonly (Together | undefined)[]> {
  const { db, of, rules, context } = change
  const isMore = [rules.ask, rules.made, rules.saved, of.orderedIn].some((one) => one !== undefined)
  if (isMore) {
    throw new Error(`${of.id}: its records are more than their rows`)
  }
  const checked: (Checked | undefined)[] = []
  for (const values of all) {
    const stored = await findStoredValues(change, values)
    checked.push(stored === undefined ? undefined : { key: newId(context.now), stored })
  }
  const fit = checked.filter((one) => one !== undefined)
  const rows = fit.map(({ key, stored }) => newRow(change, key, stored))
  const made = await insertNewResourceRows(db, of, rows)
  if (made.size > 0) {
    const records = fit.filter(({ key }) => made.has(key))
    await audit(
      db,
      records.map(({ key, stored }) => recordOf(of, key, undefined, stored)),
    )
    if (of.isSetting !== false) await bumpSettings(db, tenantOf(db))
  }
  const same = await findSame(
    db,
    of,
    fit.filter(({ key }) => !made.has(key)),
  )
  return checked.map((one) => {
    if (one === undefined) return undefined
    if (made.has(one.key)) return { key: one.key, outcome: 'created' }
    const key = same.get(one.key)
    return key === undefined ? undefined : { key, outcome: 'unchanged' }
  })
}

/** The keys of records that are on and have just these values, by the keys that new ones would have had. */
async function findSame(
  db: Db,
  of: Resource,
  checked: readonly Checked[],
): Promise<ReadonlyMap<string, string>> {
  const [fields, ...others] = of.unique ?? []
  if (checked.length === 0 || fields === undefined || others.length > 0) return new Map()
  const placeOf = (values: Values) => JSON.stringify(fields.map((name) => values[name]))
  const rows = await listRowsLike(
    db,
    of,
    fields,
    checked.map(({ stored }) => stored),
  )
  const found = new Map(rows.map((row) => [placeOf(fieldsOf(of, row)), row]))
  return new Map(
    checked.flatMap(({ key, stored }) => {
      const row = found.get(placeOf(stored))
      const isSame = row?.activity === true && hasSame(of, fieldsOf(of, row), stored)
      return isSame ? [[key, String(row.key)] as const] : []
    }),
  )
}

/** Undefined for values that are refused. */
async function findStoredValues(change: Change, values: Values): Promise<Values | undefined> {
  try {
    const stored = await storedValues(change, values)
    await checkFields(change, stored, undefined)
    return stored
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

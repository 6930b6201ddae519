// New records of a long list, many at a time: each is checked as one by itself is, and has an audit entry of its own.
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { bumpSettings, insertNewResourceRows } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { AuditRecord } from '../request/audit.ts'
import { type Change, newRow, recordOf, storedValues, type Values } from './resource-changes.ts'
import { checkFields } from './resource-checks.ts'

/**
 * Makes those of the records that are not refused and of which there is none yet; of two alike the first. Answers their
 * keys in the order of `all`, undefined for what was not made.
 */
export async function createTogether(
  change: Change,
  all: readonly Values[],
  audit: (db: Db, records: readonly AuditRecord[]) => Promise<void>,
): Promise<readonly (string | undefined)[]> {
  const { db, of, rules, context } = change
  if (rules.ask !== undefined || rules.made !== undefined || rules.saved !== undefined) {
    throw new Error(`${of.id}: its records are more than their rows`)
  }
  const checked: ({ readonly key: string; readonly stored: Values } | undefined)[] = []
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
  return checked.map((one) => (one !== undefined && made.has(one.key) ? one.key : undefined))
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

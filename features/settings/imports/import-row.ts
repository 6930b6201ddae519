import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findDuplicate, findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { unescapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { repeatedRow } from '@counterfoil/kit/server/imports/store-import.ts'
import {
  type Change,
  changeRow,
  createRow,
  hasSame,
  switchRow,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { z } from 'zod'
import { findLineOf, type RowResult } from './import-rows.queries.ts'

type Cells = Readonly<Record<string, string>>

export interface TypedRow {
  readonly id: string | undefined
  readonly isActive: boolean | undefined
  /** Of the columns that the file has; the others stay as they are. */
  readonly values: Values
}

export function typedRow(of: Resource, cells: Cells): TypedRow {
  const { id = '', isActive = '', ...typed } = cells
  const active = yesNo(isActive)
  if (active !== undefined && typeof active !== 'boolean') {
    throw new Problem('request.invalid', 400, 'This must be true or false', { path: 'isActive' })
  }
  return {
    id: id.trim() === '' ? undefined : id.trim(),
    isActive: active,
    values: Object.fromEntries(
      Object.entries(typed).map(([name, cell]) => [name, typedValue(of.fields[name], cell)]),
    ),
  }
}

/** As a form would send it; what is none of its kind is left as it is, and refused at its field. */
function typedValue(field: AnyField | undefined, cell: string): unknown {
  const text = unescapeSpreadsheetText(cell).trim()
  switch (field?.kind) {
    case 'choices':
    case 'list':
    case 'references':
      return text === '' ? [] : text.split(';').map((one) => one.trim())
    case 'yesNo':
      return yesNo(text) ?? null
    case 'number':
    case 'amount':
      if (text === '') return null
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text
    default:
      if (text === '' && field?.startsAs !== undefined) return field.startsAs
      return text === '' && field?.isOptional === true ? null : text
  }
}

const words = new Map([
  ...['true', 'yes', '1', 'evet'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'hayır', 'hayir'].map((word) => [word, false] as const),
])

/** Undefined for nothing, the text itself for what is neither. */
function yesNo(cell: string): boolean | string | undefined {
  const text = cell.trim()
  return text === '' ? undefined : (words.get(text.toLowerCase()) ?? text)
}

/**
 * The record that a row names, or that is like it where it must be unique. What the file has no column for stays as it is:
 * `isLocked` keeps others from changing it between this reading and the storing.
 */
async function findRecord(db: Db, of: Resource, row: TypedRow, isLocked: boolean) {
  if (row.id === undefined) return findLike(db, of, of.values.parse(row.values), isLocked)
  const isId = of.key !== 'id' || z.uuid().safeParse(row.id).success
  const found = isId ? await findResourceRow(db, of, row.id, isLocked) : undefined
  if (found === undefined) throw notFound(of.one.en)
  return { key: row.id, before: fieldsOf(of, found) }
}

async function findLike(db: Db, of: Resource, values: Values, isLocked: boolean) {
  const duplicate = await findDuplicate(db, of, values, undefined)
  if (duplicate === undefined) return undefined
  const found = await findResourceRow(db, of, duplicate.key, isLocked)
  return { key: duplicate.key, before: found === undefined ? undefined : fieldsOf(of, found) }
}

/** The same by the values as they would be stored: a rule may write them in one way. */
async function findStored({ db, of, rules, context }: Change, row: TypedRow) {
  if (rules.check === undefined || (of.unique ?? []).length === 0) return undefined
  const values = wholeValues(of, row, undefined)
  const stored = await rules.check(db, values, { before: undefined, context })
  return stored === undefined ? undefined : findLike(db, of, stored, true)
}

const wholeValues = (of: Resource, row: TypedRow, before: Values | undefined): Values =>
  of.values.parse({ ...before, ...row.values })

/** What the outside says to the values, before any transaction is open. */
export async function askForRow(change: Omit<Change, 'db'>, db: Db, row: TypedRow): Promise<void> {
  const { of, rules, context } = change
  if (rules.ask === undefined) return
  const record = await findRecord(db, of, row, false)
  await rules.ask(wholeValues(of, row, record?.before), context)
}

/** Creates or changes the record of a row; changes nothing where it is the same already. */
export async function takeRow(
  change: Change,
  importId: string,
  row: TypedRow,
): Promise<Exclude<RowResult, { state: 'refused' }>> {
  const { db, of, rules, context } = change
  const record = (await findRecord(db, of, row, true)) ?? (await findStored(change, row))
  if (record === undefined) {
    const made = await createRow(change, wholeValues(of, row, undefined))
    if (row.isActive === false) await switchRow(change, made.key, false)
    return { state: 'created', recordKey: made.key }
  }
  const { key, before } = record
  const line = await findLineOf(db, importId, key)
  if (line !== undefined) {
    const { code, message, params } = repeatedRow(line)
    throw new Problem(code, 409, message, params === undefined ? {} : { params })
  }
  const isNamed = row.id !== undefined
  const again = isNamed || before === undefined ? {} : rules.listedAgain?.(before, context.now)
  const values = wholeValues(of, row, { ...before, ...again })
  const isChanged =
    (await changeRow(change, key, values, 'differing')) ||
    // what waits for another person is a change to who imports it, as a switch that waits is
    (before !== undefined &&
      !hasSame(of, before, values) &&
      (await rules.waits?.(db, key)) === true)
  const isSwitched =
    row.isActive !== undefined && (await switchRow(change, key, row.isActive)) !== 'same'
  return { state: isChanged || isSwitched ? 'changed' : 'unchanged', recordKey: key }
}

import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import type { LanguageCode } from '@counterfoil/kit/contract/languages.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ListQuery } from '@counterfoil/kit/contract/resource-calls.ts'
import type { RelationFilter } from '@counterfoil/kit/contract/resource-declaration.ts'
import type { ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import { alphabetical, contains } from './folded-text.ts'
import { countRows, type Part } from './paging.ts'
import { within } from './within.ts'

/** Tables by name, when their own types do not matter: what a resource declares is checked by its generated tests. */
// biome-ignore lint/suspicious/noExplicitAny: the columns of any table
type AnyTables = Record<string, Record<string, any>>
type Stored = Readonly<Record<string, unknown>>

export const columnOf = (field: string) =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

export const anyTables = (db: Db) => db as unknown as Kysely<AnyTables>

/** The tenant whose own switches count; undefined where the platform's do. */
function switchingTenant(db: Db, of: Resource): string | undefined {
  return of.owner === 'switch' && db.scope.kind === 'tenant' ? db.scope.tenantId : undefined
}

/** The query filter of a resource: the caller's tenant and merchants. What is everybody's has none. */
function visible(db: Db, of: Resource): Expression<SqlBool> {
  if (of.owner !== 'tenant') return sql<SqlBool>`true`
  const merchantField = of.merchantField
  if (merchantField === undefined) return within(db, 't', null)
  const column = columnOf(merchantField)
  if (of.fields[merchantField]?.isOptional !== true) return within(db, 't', column)
  if (db.scope.kind === 'platform' || db.scope.merchantIds === null) return within(db, 't', null)
  const own = sql.ref(`t.${column}`)
  const merchantIds = db.scope.merchantIds as string[]
  return sql<SqlBool>`${within(db, 't', null)} and (${own} is null or ${own} = any (${merchantIds}::uuid[]))`
}

/** A resource's rows as `t`, with the tenant's switches as `s` where there are any. */
function rowsOf(db: Db, of: Resource) {
  const tenantId = switchingTenant(db, of)
  return anyTables(db)
    .selectFrom(`${of.table} as t`)
    .$if(tenantId !== undefined, (query) =>
      query.leftJoin('tenant_switch as s', (join) =>
        join
          .on('s.tenant_id', '=', tenantId)
          .on('s.list', '=', of.table)
          .onRef('s.code', '=', `t.${of.key}`),
      ),
    )
    .where(visible(db, of))
    .where(isOfKind(of))
}

/** Of a table that several kinds share: the rows of this one. */
const isOfKind = ({ only = {} }: Resource): Expression<SqlBool> => {
  const parts = Object.entries(only).map(
    ([column, value]) => sql`${sql.ref(`t.${column}`)} = ${value}`,
  )
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

const hasKey = (of: Resource, key: string) => sql<SqlBool>`${sql.ref(`t.${of.key}`)} = ${key}`

/** What is on: for a tenant what neither the platform nor the tenant itself switched off. */
function activity(db: Db, of: Resource): RawBuilder<SqlBool> {
  if (switchingTenant(db, of) === undefined) return sql<SqlBool>`t.is_active`
  return sql<SqlBool>`(t.is_active and coalesce(s.is_active, true))`
}

/** When a row was last changed, as it is shown: for a tenant its own switch counts. */
function changedAt(db: Db, of: Resource): RawBuilder<Date> {
  if (switchingTenant(db, of) === undefined) return sql<Date>`t.updated_at`
  return sql<Date>`coalesce(s.updated_at, t.updated_at)`
}

type Rows = ReturnType<typeof rowsOf>

/** All that a row is shown by: its columns, its key, and whether it is on. */
function shown(db: Db, of: Resource, rows: Rows) {
  const isSwitched = switchingTenant(db, of) !== undefined
  return rows
    .selectAll('t')
    .select([
      sql<string>`${sql.ref(`t.${of.key}`)}::text`.as('key'),
      sql<boolean>`${activity(db, of)}`.as('activity'),
      (isSwitched ? sql`s.updated_at` : sql`null`).as('switched_at'),
    ])
}

/** The last character that there is: what begins with a text lies between it and this behind it. */
const lastCharacter = '\u{10ffff}'

/** What is stored of choices that a text is part of, in whichever language they are read. */
function choicesReadAs(of: Resource, name: string, text: string): string[] {
  const searched = foldText(text)
  return (of.fields[name]?.choices ?? [])
    .filter(({ label }) => Object.values(label).some((one) => foldText(one).includes(searched)))
    .map(({ value }) => value)
}

/** Any part of its texts, or, of a list that is long, their beginnings: an index finds those under row-level security. */
function isFound(of: Resource, searchKey: string): Expression<SqlBool> {
  const columns = of.beginnings?.map((column) => sql.ref(`t.${column}`))
  if (columns === undefined) {
    const parts = of.search.flatMap((name) => {
      const column = sql.ref(`t.${columnOf(name)}`)
      const read = choicesReadAs(of, name, searchKey)
      const isPart = contains(column, searchKey)
      return read.length === 0 ? [isPart] : [isPart, sql`${column} = any (${read}::text[])`]
    })
    return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
  }
  // what somebody writes before a domain or the last digits of a card
  const key = searchKey
    .trim()
    .toLowerCase()
    .replace(/^[@…*•. ]+/u, '')
  const parts = columns.map(
    (column) => sql`(${column} >= ${key} and ${column} < ${key + lastCharacter})`,
  )
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

function filtered(db: Db, of: Resource, query: ListQuery) {
  let rows = rowsOf(db, of)
  const { searchKey, isActive, tenantId } = query
  if (searchKey) rows = rows.where(isFound(of, searchKey))
  if (isActive !== undefined) {
    rows = rows.where(sql<SqlBool>`${activity(db, of)} = ${isActive === 'true'}`)
  }
  if (of.owner === 'tenant' && tenantId) rows = rows.where('t.tenant_id', '=', tenantId)
  for (const name of of.filters ?? []) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') rows = rows.where(matches(of, name, value))
  }
  for (const [name, filter] of Object.entries(of.relationFilters ?? {})) {
    const value = query[name]
    if (typeof value === 'string' && value !== '')
      rows = rows.where(relatesTo(db, of, filter, value))
  }
  return rows
}

function relatesTo(
  db: Db,
  of: Resource,
  { field, column, ofNothing }: RelationFilter,
  value: string,
) {
  const target = of.fields[field]?.target
  if (target === undefined) throw new Error(`${of.id}: ${field} refers to nothing`)
  const own = target.owner === 'tenant' ? within(db, 'r', null) : sql<SqlBool>`true`
  const key = sql.ref(`r.${target.key}`)
  const from = sql.ref(`t.${columnOf(field)}`)
  // platform staff read all tenants at once
  const sameTenant = target.owner === 'tenant' ? sql`and r.tenant_id = t.tenant_id` : sql``
  const isRelated = sql<SqlBool>`exists (select 1 from ${sql.table(target.table)} as r where ${own} ${sameTenant} and ${key} = ${from} and ${sql.ref(`r.${column}`)} = ${value})`
  return value === ofNothing ? sql<SqlBool>`(${from} is null or ${isRelated})` : isRelated
}

function matches(of: Resource, name: string, value: string): Expression<SqlBool> {
  const column = sql.ref(`t.${columnOf(name)}`)
  switch (of.fields[name]?.kind) {
    case 'choices':
    case 'list':
    case 'references':
      return sql<SqlBool>`${value} = any (${column})`
    // compared as texts: what is no id or number matches nothing
    default:
      return sql<SqlBool>`${column}::text = ${value}`
  }
}

/** What the query asks for, in its order, with what says of a row whether it is on. */
export function sortedRows(db: Db, of: Resource, query: ListQuery) {
  const sort = query.sort ?? of.sort
  const name = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  // where nothing is null, no word on nulls: an index in the usual order then gives the page without sorting all rows
  const isNeverNull = name === 'updatedAt' || of.fields[name]?.isOptional === false
  // a long list is read in the order of its index
  const isText = of.fields[name]?.kind === 'text' && of.beginnings === undefined
  const column = sql.ref(`t.${columnOf(name)}`)
  const value = isText ? alphabetical(column) : column
  const rows = filtered(db, of, query)
    .orderBy(name === 'updatedAt' ? changedAt(db, of) : value, (order) => {
      const directed = direction === 'desc' ? order.desc() : order.asc()
      if (isNeverNull) return directed
      return direction === 'desc' ? directed.nullsLast() : directed.nullsFirst()
    })
    .$if(isText, (query) => query.orderBy(column, direction))
    .orderBy(sql.ref(`t.${of.key}`), direction)
  return { rows, activity: activity(db, of) }
}

/** One page of what the query asks for. */
export function listResourceRows(
  db: Db,
  of: Resource,
  query: ListQuery,
  page: Part,
): Promise<Stored[]> {
  return shown(db, of, sortedRows(db, of, query).rows)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countResourceRows(db: Db, of: Resource, query: ListQuery): Promise<number> {
  return countRows(filtered(db, of, query))
}

/** Undefined when there is none that the caller may see. `isLocked`: held until the transaction ends. */
export function findResourceRow(
  db: Db,
  of: Resource,
  key: string,
  isLocked = false,
): Promise<Stored | undefined> {
  return shown(db, of, rowsOf(db, of).where(hasKey(of, key)))
    .$if(isLocked, (query) => query.forUpdate('t' as never))
    .executeTakeFirst()
}

export async function insertResourceRow(db: Db, of: Resource, row: Stored): Promise<void> {
  await anyTables(db)
    .insertInto(of.table)
    .values({ ...row, ...of.only })
    .execute()
}

/** Inserts those of which there is none like them yet, and answers their keys. */
export async function insertNewResourceRows(
  db: Db,
  of: Resource,
  rows: readonly Stored[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const made = await anyTables(db)
    .insertInto(of.table)
    .values(rows.map((row) => ({ ...row, ...of.only })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(of.key)
    .execute()
  return new Set(made.map((row) => String(row[of.key])))
}

/** The tenant's rows that have in each of the fields, which are never empty, a value that one of `all` has there. */
export function listRowsLike(
  db: Db,
  of: Resource,
  fields: readonly string[],
  all: readonly Stored[],
): Promise<Stored[]> {
  // an index finds lists of values field by field faster than as many pairs
  return shown(db, of, rowsOf(db, of))
    .where((and) =>
      and.and(
        fields.map((name) =>
          and(`t.${columnOf(name)}`, 'in', [...new Set(all.map((values) => values[name]))]),
        ),
      ),
    )
    .execute()
}

export async function updateResourceRow(
  db: Db,
  of: Resource,
  key: string,
  change: Stored,
): Promise<void> {
  await anyTables(db)
    .updateTable(`${of.table} as t`)
    .set({ ...change, version: sql`t.version + 1` })
    .where(visible(db, of))
    .where(isOfKind(of))
    .where(hasKey(of, key))
    .execute()
}

export async function deleteResourceRow(db: Db, of: Resource, key: string): Promise<void> {
  await anyTables(db)
    .deleteFrom(`${of.table} as t`)
    .where(visible(db, of))
    .where(isOfKind(of))
    .where(hasKey(of, key))
    .execute()
}

/** A tenant's own switch over a value of the platform's list. */
export async function upsertSwitch(
  db: Db,
  of: Resource,
  code: string,
  isActive: boolean,
  at: Date,
): Promise<void> {
  const tenantId = switchingTenant(db, of)
  if (tenantId === undefined) throw new Error(`${of.id} has no switch here`)
  await db
    .insertInto('tenant_switch')
    .values({ tenant_id: tenantId, list: of.table, code, is_active: isActive, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'list', 'code']).doUpdateSet((row) => ({
        is_active: row.ref('excluded.is_active'),
        updated_at: row.ref('excluded.updated_at'),
        version: sql`tenant_switch.version + 1`,
      })),
    )
    .execute()
}

/** The first list of unique fields whose values another record has already. */
export async function findDuplicate(
  db: Db,
  of: Resource,
  values: Stored,
  exceptKey: string | undefined,
): Promise<{ readonly fields: readonly string[]; readonly key: string } | undefined> {
  for (const fields of of.unique ?? []) {
    const tenant = db.scope.kind === 'tenant' ? db.scope.tenantId : null
    const duplicate = await anyTables(db)
      .selectFrom(`${of.table} as t`)
      .select(sql<string>`${sql.ref(`t.${of.key}`)}::text`.as('key'))
      // all of the tenant's: also those of merchants that the caller does not see are taken
      .$if(of.owner === 'tenant', (query) => query.where('t.tenant_id', '=', tenant))
      .where(isOfKind(of))
      .where((and) =>
        and.and(
          fields.map((name) => {
            const column = sql.ref(`t.${columnOf(name)}`)
            const value = values[name] ?? null
            if (isName(name) && typeof value === 'string') {
              return sql<SqlBool>`${folded(column)} = ${folded(sql`${value}::text`)}`
            }
            // in these words an index finds it
            return value === null
              ? sql<SqlBool>`${column} is null`
              : sql<SqlBool>`${column} = ${value}`
          }),
        ),
      )
      .$if(exceptKey !== undefined, (query) =>
        query.where(sql<SqlBool>`not ${hasKey(of, exceptKey ?? '')}`),
      )
      .limit(1)
      .executeTakeFirst()
    if (duplicate !== undefined) return { fields, key: duplicate.key }
  }
  return undefined
}

/** What people tell records apart by; a code may well differ in its case alone. */
const isName = (field: string) => /name$/i.test(field)

/** As the indexes of names have it: names that read the same aloud are one. */
const folded = (text: Expression<unknown>) => sql`app.folded_name(${text})`

interface OptionSearch {
  readonly searchKey?: string | undefined
  readonly tenantId?: string | undefined
  /** These alone. */
  readonly keys?: readonly string[] | undefined
  /** Of parts: of which record. */
  readonly partOf?: string | undefined
  /** Without what is switched off. */
  readonly isInUse: boolean
  /** Whose names they are in the order of; English without one. */
  readonly language?: LanguageCode | undefined
}

const maxOptions = 100

/** What a reference can be set to, by name. */
export function listOptions(db: Db, to: ReferenceTarget, search: OptionSearch) {
  const list = (reader: Db) => listWithin(reader, to, search, merchantIds)
  const merchantIds = db.scope.kind === 'tenant' ? db.scope.merchantIds : null
  return to.isStaff === true ? db.inWholeTenant(list) : list(db)
}

/** No merchant's, or of one that the caller sees. */
const sharedOr = (column: string, merchantIds: readonly string[]) =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = any (${merchantIds as string[]}::uuid[]))`

function nameOf(to: ReferenceTarget) {
  const name = sql<string>`${sql.ref(`t.${to.name}`)}`
  return to.isPerson === true
    ? sql<string>`coalesce(nullif(trim(concat(t.first_name, ' ', t.last_name)), ''), ${name})`
    : name
}

function listWithin(
  db: Db,
  to: ReferenceTarget,
  search: OptionSearch,
  merchantIds: readonly string[] | null,
) {
  const { searchKey, keys, tenantId, isInUse } = search
  const name = nameOf(to)
  const nameTr = sql<string>`${sql.ref(`t.${to.nameTr ?? to.name}`)}`
  const key = sql<string>`${sql.ref(`t.${to.key}`)}::text`
  const own = db.scope.kind === 'tenant' ? db.scope.tenantId : tenantId
  const isSwitched = isInUse && to.switches !== undefined && own !== undefined
  return anyTables(db)
    .selectFrom(`${to.table} as t`)
    .select([key.as('id'), name.as('name')])
    .$if(to.nameTr !== undefined, (query) => query.select(nameTr.as('nameTr')))
    .$if(to.owner === 'tenant', (query) =>
      query.where(within(db, 't', to.isStaff === true ? null : (to.merchantColumn ?? null))),
    )
    .$if(to.isStaff === true && to.merchantColumn !== undefined && merchantIds !== null, (query) =>
      query.where(sharedOr(`t.${to.merchantColumn}`, merchantIds ?? [])),
    )
    .$if(to.owner === 'tenant' && tenantId !== undefined, (query) =>
      query.where('t.tenant_id', '=', tenantId),
    )
    .where((and) =>
      and.and(
        Object.entries(to.only ?? {}).map(([column, values]) => and(`t.${column}`, 'in', values)),
      ),
    )
    .$if(search.partOf !== undefined && to.partOf !== undefined, (query) =>
      query.where(`t.${columnOf(to.partOf ?? '')}`, '=', search.partOf),
    )
    .$if(isInUse && to.hasActivity === true, (query) => query.where('t.is_active', '=', true))
    .$if(isSwitched, (query) =>
      query
        .leftJoin('tenant_switch as s', (join) =>
          join
            .on('s.tenant_id', '=', own)
            .on('s.list', '=', to.switches ?? '')
            .onRef('s.code', '=', `t.${to.key}`),
        )
        .where(sql<SqlBool>`coalesce(s.is_active, true)`),
    )
    .$if(Boolean(searchKey), (query) =>
      query.where(contains(sql`concat_ws(' ', ${name}, ${nameTr}, ${key})`, searchKey)),
    )
    .$if(keys !== undefined, (query) => query.where(key, 'in', keys as string[]))
    .orderBy(alphabetical(search.language === 'tr' ? nameTr : name))
    .limit(keys?.length ?? maxOptions)
    .execute() as Promise<{ id: string; name: string; nameTr?: string }[]>
}

/** Tells every process that what it keeps of the tenant's settings is old; null: of all tenants'. */
export async function bumpSettings(db: Db, tenantId: string | null): Promise<void> {
  await db
    .updateTable('tenant')
    .set((row) => ({ settings_version: row('settings_version', '+', 1) }))
    .$if(tenantId !== null, (query) => query.where('id', '=', tenantId ?? ''))
    .execute()
}

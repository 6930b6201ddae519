import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

export interface TrailFilter {
  /** Only this actor's entries, whatever else is filtered. */
  readonly onlyActorId?: string | undefined
  readonly searchKey?: string | undefined
  readonly action?: string | undefined
  readonly recordType?: string | undefined
  readonly actorId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly tenantId?: string | undefined
}

export interface TrailRow {
  readonly id: string
  readonly tenant_id: string
  readonly tenant_name: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly action: string
  readonly record_type: string
  readonly record_id: string | null
  readonly record_label: string | null
  readonly request_id: string
  readonly ip: string | null
  readonly before: unknown
  readonly after: unknown
  readonly created_at: Date
}

/** The fields by which records are known, the first that is there counts. */
const namingFields = [
  ...['name', 'title', 'subject', 'legalBusinessName', 'company', 'midCode'],
  ...['fileName', 'externalId', 'email', 'url'],
]

/** The name that the record had when it was changed, from the entry's fields. */
const recordLabel = sql<string | null>`coalesce(${sql.join(
  namingFields.flatMap((field) => [
    sql`e.after ->> ${sql.lit(field)}`,
    sql`e.before ->> ${sql.lit(field)}`,
  ]),
)})`

/** For `audit_entry as e`. Ids are in the order of time, so days are ranges of the index that the list is read by. */
function filterCondition(db: Db, filter: TrailFilter): RawBuilder<unknown> {
  const { searchKey, action, recordType, actorId, onlyActorId, from, to, tenantId } = filter
  const conditions = [
    sql`${within(db, 'e')}`,
    ...(tenantId ? [sql`e.tenant_id = ${tenantId}::uuid`] : []),
    ...(from ? [sql`e.id >= ${firstIdAt(from)}::uuid`] : []),
    ...(to ? [sql`e.id < ${firstIdAt(to)}::uuid`] : []),
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(recordType ? [sql`e.record_type = ${recordType}`] : []),
    ...(onlyActorId ? [sql`e.actor_id = ${onlyActorId}::uuid`] : []),
    ...(actorId ? [sql`e.actor_id = ${actorId}::uuid`] : []),
    ...(searchKey
      ? [
          sql`(e.record_id = ${searchKey} or e.request_id = ${searchKey}
            or ${contains(sql`e.actor_name`, searchKey)}
            or ${contains(recordLabel, searchKey)}
            or (e.record_type = 'user' and e.record_id in (
              select u.id::text from app_user as u where ${within(db, 'u', null)}
                and ${contains(sql`concat_ws(' ', u.first_name, u.last_name, u.email)`, searchKey)})))`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Newest first. */
export async function listTrailRows(db: Db, filter: TrailFilter, page: Part): Promise<TrailRow[]> {
  const { rows } = await sql<TrailRow>`
    select e.id, e.tenant_id, t.name as tenant_name, e.actor_id, e.actor_name, e.action, e.record_type, e.record_id,
      e.request_id, e.ip, e.before, e.after, e.created_at,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), ${recordLabel},
        case when e.record_type = 'tenant' and e.record_id = e.tenant_id::text then t.name end) as record_label
    from (select * from audit_entry as e where ${filterCondition(db, filter)}
      order by e.id desc limit ${page.limit} offset ${page.offset}) as e
    join tenant as t on t.id = e.tenant_id
    left join app_user as u on u.tenant_id = e.tenant_id
      and u.id = case when e.record_type = 'user' and e.record_id ~ '^[0-9a-f-]{36}$' then e.record_id::uuid end
    order by e.id desc`.execute(db)
  return rows
}

/** Counts at most up to `limit`, so that counting does not delay the page. */
export async function countTrail(db: Db, filter: TrailFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select 1 from audit_entry as e where ${filterCondition(db, filter)} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** The actions and types of record among the newest `limit` entries. */
export async function listActionsAndTypes(db: Db, filter: TrailFilter, limit: number) {
  const { rows } = await sql<{ action: string; record_type: string }>`
    select distinct action, record_type from (
      select action, record_type from audit_entry as e where ${filterCondition(db, filter)}
      order by e.id desc limit ${limit}) as newest
    order by action, record_type`.execute(db)
  return rows
}

/** The same entries as CSV that is safe in a spreadsheet. */
export function trailExport(db: Db, filter: TrailFilter) {
  const text = (column: string) => escapeSpreadsheetText(sql.ref(`e.${column}`))
  const statement = sql`
    select to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "Time (UTC)",
      (select ${escapeSpreadsheetText(sql`t.name`)} from tenant as t where t.id = e.tenant_id) as "Organisation",
      ${text('actor_name')} as "Who", e.actor_id as "User", e.ip as "From", ${text('action')} as "Action",
      ${text('record_type')} as "Record type", ${text('record_id')} as "Record", ${text('request_id')} as "Request",
      e.before::text as "Before", e.after::text as "After"
    from audit_entry as e where ${filterCondition(db, filter)} order by e.id desc`
  return { compile: () => statement.compile(db) }
}

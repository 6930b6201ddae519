import { loginActions } from '@counterfoil/features/access/audit/account-events.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { LoginFilter } from './login-history.contract.ts'

export interface LoginSearch extends Omit<LoginFilter, 'dateFrom' | 'dateTo'> {
  readonly from?: Date
  readonly to?: Date
  /** The columns that the reader does not see. */
  readonly hidden: ReadonlySet<string>
}

export interface LoginRow {
  readonly id: string
  readonly tenant_id: string
  readonly tenant_name: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly email: string | null
  readonly action: string
  readonly ip: string | null
  readonly refusal: string | null
  readonly identity_provider: string | null
  readonly user_agent: string | null
  readonly created_at: Date
}

/** For `audit_entry as e`. The actions are literals, as the index of this list has them. */
function conditionOf(db: Db, filter: LoginSearch): RawBuilder<unknown> {
  const { searchKey, outcome, tenantId, from, to } = filter
  return sql.join(
    [
      sql`${within(db, 'e', null)}`,
      sql`e.action in (${sql.join(loginActions.map((one) => sql.lit(one)))})`,
      ...(outcome === undefined
        ? []
        : [sql`e.action = any (${outcome.map((one) => `account.${one}`)}::text[])`]),
      ...(tenantId === undefined ? [] : [sql`e.tenant_id = ${tenantId}::uuid`]),
      ...(from === undefined ? [] : [sql`e.id >= ${firstIdAt(from)}::uuid`]),
      ...(to === undefined ? [] : [sql`e.id < ${firstIdAt(to)}::uuid`]),
      ...(searchKey === undefined || searchKey === ''
        ? []
        : [searchCondition(db, searchKey, filter.hidden)]),
    ],
    sql` and `,
  )
}

/** What a reader does not see is not searched either: an e-mail address could be found out letter by letter. */
function searchCondition(db: Db, key: string, hidden: ReadonlySet<string>): RawBuilder<unknown> {
  const conditions = [
    contains(sql`e.actor_name`, key),
    ...(hidden.has('ip') ? [] : [sql`e.ip = ${key}`]),
    ...(hidden.has('email')
      ? []
      : [
          sql`(e.tenant_id, e.actor_id) in (select u.tenant_id, u.id from app_user as u
            where ${within(db, 'u', null)} and ${contains(sql`u.email`, key)})`,
        ]),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Newest first. */
export async function listLoginRows(db: Db, filter: LoginSearch, page: Part): Promise<LoginRow[]> {
  const { rows } = await sql<LoginRow>`
    select e.id, e.tenant_id, t.name as tenant_name, e.actor_id, e.actor_name, u.email, e.action, e.ip, e.created_at,
      e.after ->> 'refusal' as refusal, e.after ->> 'identityProvider' as identity_provider,
      e.after ->> 'userAgent' as user_agent
    from (select * from audit_entry as e where ${conditionOf(db, filter)}
      order by e.id desc limit ${page.limit} offset ${page.offset}) as e
    join tenant as t on t.id = e.tenant_id
    left join app_user as u on u.tenant_id = e.tenant_id and u.id = e.actor_id
    order by e.id desc`.execute(db)
  return rows
}

/** Counts at most up to `limit`, so that counting does not delay the page. */
export async function countLogins(db: Db, filter: LoginSearch, limit: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select 1 from audit_entry as e where ${conditionOf(db, filter)} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** The same entries as CSV that is safe in a spreadsheet. */
export function loginExport(db: Db, filter: LoginSearch) {
  const text = (column: string) => escapeSpreadsheetText(sql.ref(`e.${column}`))
  const statement = sql`
    select to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "Time (UTC)",
      (select ${escapeSpreadsheetText(sql`t.name`)} from tenant as t where t.id = e.tenant_id) as "Tenant",
      ${text('actor_name')} as "User",
      (select ${escapeSpreadsheetText(sql`u.email`)} from app_user as u
        where u.tenant_id = e.tenant_id and u.id = e.actor_id) as "E-mail",
      replace(e.action, 'account.', '') as "Outcome", e.after ->> 'refusal' as "Reason", e.ip as "IP address",
      ${escapeSpreadsheetText(sql`e.after ->> 'userAgent'`)} as "Browser",
      ${escapeSpreadsheetText(sql`e.after ->> 'identityProvider'`)} as "Identity provider"
    from audit_entry as e where ${conditionOf(db, filter)} order by e.id desc`
  return { compile: () => statement.compile(db) }
}

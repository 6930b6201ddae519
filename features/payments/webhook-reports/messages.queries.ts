import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { StatusClass } from '@counterfoil/kit/contract/status-classes.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { MessageFilter } from './webhook-reports.schema.ts'

export interface MessageSelection extends Omit<MessageFilter, 'dateFrom' | 'dateTo' | 'mode'> {
  readonly mode: number
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

export interface MessageRow {
  readonly id: string
  readonly tenant_id: string
  readonly event_id: string | null
  readonly event_type: string
  readonly payment_id: string | null
  readonly merchant_id: string
  readonly merchant_name: string
  readonly endpoint_id: string
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly response_status: number | null
  readonly error: string | null
  readonly duration_ms: number | null
  readonly last_attempt_at: Date | null
  readonly next_attempt_at: Date | null
  readonly created_at: Date
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const lastAttempt = sql`left join lateral (
  select a.response_status, a.error, a.duration_ms, a.created_at from webhook_attempt as a
  where a.tenant_id = d.tenant_id and a.delivery_id = d.id order by a.id desc limit 1) as last on true`

/** For `webhook_delivery as d`. Ids are in the order of time, so a time is a range of the primary key. */
function conditionOf(db: Db, selection: MessageSelection): RawBuilder<unknown> {
  const { searchKey, event, state, endpointId, merchantId, tenantId, mode } = selection
  return sql.join(
    [
      sql`${withinAboutPayments(db, 'd')}`,
      sql`d.id >= ${firstIdAt(selection.from)}::uuid and d.id < ${firstIdAt(selection.to)}::uuid`,
      sql`(d.tenant_id, d.endpoint_id) in (select e.tenant_id, e.id from webhook_endpoint as e
        where ${within(db, 'e')} and e.mode = ${mode}::smallint)`,
      ...(tenantId === undefined ? [] : [sql`d.tenant_id = ${tenantId}::uuid`]),
      ...(merchantId === undefined ? [] : [sql`d.merchant_id = any (${merchantId}::uuid[])`]),
      ...(endpointId === undefined ? [] : [sql`d.endpoint_id = any (${endpointId}::uuid[])`]),
      ...(event === undefined ? [] : [sql`d.event_type = any (${event}::text[])`]),
      ...(state === undefined ? [] : [sql`d.state = any (${state}::text[])`]),
      ...(searchKey === undefined || searchKey === '' ? [] : [searchCondition(searchKey)]),
    ],
    sql` and `,
  )
}

/** Of the last attempt; a message that was not tried yet has no answer either, and is not what is asked for. */
function statusCondition(classes: readonly StatusClass[] | undefined): RawBuilder<unknown> {
  if (classes === undefined) return sql`true`
  return sql`last.created_at is not null
    and coalesce((last.response_status / 100) || 'xx', 'none') = any (${classes}::text[])`
}

function searchCondition(key: string): RawBuilder<unknown> {
  if (!isId(key)) return sql`false`
  return sql`(d.id = ${key}::uuid or d.event_id = ${key}::uuid or d.payment_id = ${key}::uuid)`
}

/** Newest first. */
export async function listMessages(
  db: Db,
  selection: MessageSelection,
  page: Part,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select d.*, m.legal_business_name as merchant_name, e.url
    from (select d.tenant_id, d.id, d.event_id, d.event_type, d.payment_id, d.merchant_id, d.endpoint_id, d.state,
        d.attempts, d.next_attempt_at, d.created_at, last.response_status, last.error, last.duration_ms,
        last.created_at as last_attempt_at
      from webhook_delivery as d ${lastAttempt}
      where ${conditionOf(db, selection)} and ${statusCondition(selection.status)}
      order by d.id desc limit ${page.limit} offset ${page.offset}) as d
    join merchant as m on m.tenant_id = d.tenant_id and m.id = d.merchant_id
    join webhook_endpoint as e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    order by d.id desc`.execute(db)
  return rows
}

/** Counts at most up to `limit`. */
export async function countMessages(
  db: Db,
  selection: MessageSelection,
  limit: number,
): Promise<number> {
  const ofStatus = selection.status === undefined ? sql`` : lastAttempt
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select 1 from webhook_delivery as d ${ofStatus}
      where ${conditionOf(db, selection)} and ${statusCondition(selection.status)} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Whose a message is; undefined: the caller sees no such one. */
export function findMessage(db: Db, id: string) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint as e', (join) =>
      join
        .onRef('e.tenant_id', '=', 'webhook_delivery.tenant_id')
        .onRef('e.id', '=', 'webhook_delivery.endpoint_id'),
    )
    .select([
      'webhook_delivery.tenant_id as tenantId',
      'webhook_delivery.merchant_id as merchantId',
      'webhook_delivery.endpoint_id as endpointId',
    ])
    .where(withinAboutPayments(db, 'webhook_delivery'))
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst()
}

/** The columns of the CSV. */
export const exportedColumns = [
  ...['Time (UTC)', 'Merchant', 'Event', 'Endpoint', 'State', 'Attempts', 'Last status'],
  ...['Last error', 'Last duration (ms)', 'Last attempt (UTC)', 'Delivered (UTC)', 'Mode'],
  ...['Message', 'Event id', 'Payment'],
] as const

/** The same messages as CSV that is safe in a spreadsheet. */
export function messageExport(db: Db, selection: MessageSelection) {
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const statement = sql`
    select ${time('d.created_at')} as "Time (UTC)",
      (select ${escapeSpreadsheetText(sql`m.legal_business_name`)} from merchant as m
        where m.tenant_id = d.tenant_id and m.id = d.merchant_id) as "Merchant",
      d.event_type as "Event",
      (select ${escapeSpreadsheetText(sql`e.url`)} from webhook_endpoint as e
        where e.tenant_id = d.tenant_id and e.id = d.endpoint_id) as "Endpoint",
      d.state as "State", d.attempts as "Attempts", last.response_status as "Last status",
      ${escapeSpreadsheetText(sql`last.error`)} as "Last error", last.duration_ms as "Last duration (ms)",
      ${time('last.created_at')} as "Last attempt (UTC)", ${time('d.delivered_at')} as "Delivered (UTC)",
      ${modeNameOf(selection.mode)}::text as "Mode", d.id as "Message", d.event_id as "Event id",
      d.payment_id as "Payment"
    from webhook_delivery as d ${lastAttempt}
    where ${conditionOf(db, selection)} and ${statusCondition(selection.status)} order by d.id desc`
  return { compile: () => statement.compile(db) }
}

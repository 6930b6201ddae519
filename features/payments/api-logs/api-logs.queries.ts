import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { LogFilter } from './api-logs.contract.ts'

export type Direction = 'inbound' | 'outbound'

export interface LogSelection extends Omit<LogFilter, 'dateFrom' | 'dateTo' | 'mode'> {
  readonly mode: number
  readonly from: Date
  /** Not included. */
  readonly to: Date
  /** Those that the caller sees. */
  readonly directions: readonly Direction[]
}

export interface LogListRow {
  readonly id: string
  readonly merchant_id: string
  readonly merchant_name: string
  readonly payment_id: string | null
  readonly direction: string
  readonly peer: string
  readonly method: string
  readonly url: string
  readonly status: number | null
  readonly duration_ms: number
  readonly request_id: string | null
  readonly idempotency_key: string | null
  readonly created_at: Date
  readonly result: string | null
}

const columns = [
  'id',
  'direction',
  'peer',
  'method',
  'url',
  'status',
  'duration_ms',
  'request_id',
  'idempotency_key',
  'payment_id',
  'created_at',
] as const

interface OfPayment {
  readonly id: string
  readonly tenant_id: string
}

/** The most calls of one payment that are listed. */
const maxOfPayment = 500

/** Calls of one payment that the caller sees: those in these directions, or to one peer. */
export function listPaymentLogs(
  db: Db,
  payment: OfPayment,
  only: { readonly directions: readonly Direction[] } | { readonly peer: string },
) {
  return db
    .selectFrom('api_log')
    .select(columns)
    .where(within(db, 'api_log'))
    .where('tenant_id', '=', payment.tenant_id)
    .where('payment_id', '=', payment.id)
    .where((eb) =>
      'peer' in only ? eb('peer', '=', only.peer) : eb('direction', 'in', only.directions),
    )
    .orderBy('id', 'desc')
    .limit(maxOfPayment)
    .execute()
}

/** One call in full; undefined if the caller does not see it or its payment. */
export async function findLog(db: Db, id: string, directions: readonly Direction[]) {
  const found = await db
    .selectFrom('api_log')
    .select([...columns, 'tenant_id', 'merchant_id', 'request', 'response'])
    .where(within(db, 'api_log'))
    .where('id', '=', id)
    .where('direction', 'in', directions)
    .executeTakeFirst()
  if (found === undefined || db.scope.kind === 'platform' || db.scope.payments === undefined) {
    return found
  }
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where(withinPayments(db, 'payment'))
    .where('tenant_id', '=', found.tenant_id)
    .where('id', '=', found.payment_id)
    .executeTakeFirst()
  return payment && found
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** For `api_log as l`. Ids are in the order of time, so a time is a range of the index that the list is read by. */
function conditionOf(db: Db, selection: LogSelection): RawBuilder<unknown> {
  const { searchKey, status, peer, direction, merchantId, tenantId, mode } = selection
  const directions = selection.directions.filter(
    (one) => direction === undefined || one === direction,
  )
  return sql.join(
    [
      sql`${within(db, 'l')}`,
      sql`l.id >= ${firstIdAt(selection.from)}::uuid and l.id < ${firstIdAt(selection.to)}::uuid`,
      sql`l.direction = any (${directions}::text[])`,
      // older calls did not store their mode
      sql`coalesce(l.mode, ${mode}::smallint) = ${mode}::smallint`,
      ...(tenantId === undefined ? [] : [sql`l.tenant_id = ${tenantId}::uuid`]),
      ...(merchantId === undefined ? [] : [sql`l.merchant_id = any (${merchantId}::uuid[])`]),
      ...(peer === undefined ? [] : [peerCondition(peer)]),
      ...(status === undefined ? [] : [statusCondition(status)]),
      ...(searchKey === undefined || searchKey === '' ? [] : [searchCondition(searchKey)]),
      ...ofSeenPayments(db),
    ],
    sql` and `,
  )
}

/** An acquirer is found by its code, which is stored, and by its name, which people see. */
const peerCondition = (
  peer: string,
) => sql`(l.peer = ${peer} or l.direction = 'outbound' and l.peer in (
  select p.code from service_provider as p where p.name = ${peer}))`

/** A caller who is limited to methods or providers sees calls of those payments alone. */
function ofSeenPayments(db: Db): RawBuilder<unknown>[] {
  if (db.scope.kind === 'platform' || db.scope.payments === undefined) return []
  return [
    sql`exists (select from payment as p where ${withinPayments(db, 'p')}
      and p.tenant_id = l.tenant_id and p.id = l.payment_id)`,
  ]
}

/** An acquirer's answer has no status of HTTP, but a result; what it leaves open is `unknown`. */
const unanswered = sql`(l.status is null and coalesce(l.response ->> 'result', 'unknown') = 'unknown')`

function statusCondition(classes: readonly string[]): RawBuilder<unknown> {
  const of = classes.map((one) =>
    one === 'none' ? unanswered : sql`l.status / 100 = ${Number(one[0])}::int`,
  )
  return sql`(${sql.join(of, sql` or `)})`
}

function searchCondition(key: string): RawBuilder<unknown> {
  const ways = [
    sql`strpos(lower(l.url), lower(${key})) > 0`,
    sql`l.idempotency_key = ${key}`,
    sql`l.request_id = ${key}`,
    ...(isId(key) ? [sql`l.payment_id = ${key}::uuid`] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Newest first. */
export async function listLogRows(
  db: Db,
  selection: LogSelection,
  page: Part,
): Promise<LogListRow[]> {
  const { rows } = await sql<LogListRow>`
    select l.*, m.legal_business_name as merchant_name
    from (select l.id, l.tenant_id, l.merchant_id, l.payment_id, l.direction, l.peer, l.method, l.url, l.status,
        l.duration_ms, l.request_id, l.idempotency_key, l.created_at,
        case when l.status is null then l.response ->> 'result' end as result
      from api_log as l where ${conditionOf(db, selection)}
      order by l.id desc limit ${page.limit} offset ${page.offset}) as l
    join merchant as m on m.tenant_id = l.tenant_id and m.id = l.merchant_id
    order by l.id desc`.execute(db)
  return rows
}

/** The same calls as CSV that is safe in a spreadsheet, without what was sent and answered. */
export function logExport(db: Db, selection: LogSelection, timeZone: string) {
  const text = (column: string) => escapeSpreadsheetText(sql.ref(`l.${column}`))
  const statement = sql`
    select date_trunc('second', l.created_at at time zone ${timeZone}::text) as "Time", l.id as "Id", l.direction as "Direction",
      (select ${escapeSpreadsheetText(sql`m.legal_business_name`)} from merchant as m
        where m.tenant_id = l.tenant_id and m.id = l.merchant_id) as "Merchant",
      ${text('peer')} as "Key or acquirer", l.method as "Method", ${text('url')} as "Address", l.status as "Status",
      ${escapeSpreadsheetText(sql`case when l.status is null then l.response ->> 'result' end`)} as "Result",
      l.duration_ms as "Duration (ms)", ${text('request_id')} as "Request", ${text('idempotency_key')} as "Idempotency key",
      l.payment_id as "Payment"
    from api_log as l where ${conditionOf(db, selection)} order by l.id desc`
  return { compile: () => statement.compile(db) }
}

/** Counts at most up to `limit`, so that counting does not delay the page. */
export async function countLogs(db: Db, selection: LogSelection, limit: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select 1 from api_log as l where ${conditionOf(db, selection)} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

export interface InboundCall {
  readonly tenantId: string
  readonly merchantId: string
  /** The name of the API key. */
  readonly peer: string
  readonly mode: number
  readonly method: string
  readonly url: string
  readonly status: number
  readonly response: unknown
  readonly durationMs: number
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly at: Date
}

/** A call that was refused before there was a payment: without its body, which may hold the number of a card. */
export async function insertRefusedCall(db: Db, call: InboundCall): Promise<void> {
  await db
    .insertInto('api_log')
    .values({
      tenant_id: call.tenantId,
      id: newId(call.at),
      merchant_id: call.merchantId,
      direction: 'inbound',
      peer: call.peer,
      mode: call.mode,
      method: call.method,
      url: call.url,
      response: JSON.stringify(call.response),
      status: call.status,
      duration_ms: call.durationMs,
      request_id: call.requestId,
      idempotency_key: call.idempotencyKey ?? null,
      created_at: call.at,
    })
    .execute()
}

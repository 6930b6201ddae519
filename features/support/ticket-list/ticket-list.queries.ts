import type { DB } from '@counterfoil/database/rows.generated.ts'
import type { Channel, TicketRole } from '@counterfoil/features/support/tickets/terms.contract.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type RowColumn, rowColumns } from './row-columns.rules.ts'
import type { TicketFilter } from './ticket-filter.contract.ts'
import { endOfPrefix, tokenizeSearch } from './tokenize.rules.ts'

type Sql = RawBuilder<unknown>

/** Which tickets of `support_ticket as t`, and for whom. */
export interface Selection {
  readonly channel: Channel
  readonly seat: TicketRole
  readonly userId: string
  /** Whose read marks. */
  readonly ownTenantId: string
  /** Those alone that the user raised itself. */
  readonly onlyOwn: boolean
  readonly filter: Partial<TicketFilter>
  readonly now: Date
}

const none = 'none'

const columns = sql.join(
  [...rowColumns.map((one) => `t.${one}`), 'r.read_until'].map((one) => sql.ref(one)),
)

/** The condition of a list, for a query over `support_ticket as t`. */
export function conditionOf(db: Db, selection: Selection): Sql {
  const { channel, filter, onlyOwn, userId } = selection
  const all: Sql[] = [within(db, 't') as Sql, sql`t.channel = ${channel}`]
  if (onlyOwn) all.push(sql`t.requester_id = ${userId}::uuid`)
  all.push(...oneOf('t.state', filter.state, 'text'))
  all.push(...oneOf('t.category', filter.category, 'text'))
  all.push(...oneOf('t.priority', filter.priority, 'text'))
  all.push(...oneOf('t.waiting_on', filter.waitingOn, 'text'))
  all.push(...oneOf('t.merchant_id', filter.customerId, 'uuid'))
  all.push(...oneOf('t.tenant_id', filter.tenantId, 'uuid'))
  all.push(...peopleConditions(selection))
  all.push(...timeConditions(selection))
  for (const [at, word] of tokenizeSearch(filter.search ?? '').entries()) {
    const isLast = at === tokenizeSearch(filter.search ?? '').length - 1
    all.push(wordCondition(db, selection, word, isLast))
  }
  return sql.join(all, sql` and `)
}

/** What the side that answers alone has is no filter for the side that asks. */
function peopleConditions({ seat, filter, userId }: Selection): Sql[] {
  const desk = seat !== 'requester'
  const label = desk ? 't.desk_label_id' : 't.requester_label_id'
  const assignees = filter.assigneeId?.map((one) => (one === 'me' ? userId : one))
  return [
    ...oneOfOrNone(label, filter.labelId),
    ...(desk ? oneOfOrNone('t.assignee_id', assignees) : []),
    ...(seat !== 'tenantDesk' || filter.isEscalated === undefined
      ? []
      : [sql`(t.escalated_ticket_id is not null) = ${filter.isEscalated}`]),
  ]
}

function timeConditions({ seat, filter, ownTenantId, userId, now }: Selection): Sql[] {
  const desk = seat !== 'requester'
  const conditions: Sql[] = []
  const from = (column: string, at: string | undefined) => {
    if (at) conditions.push(sql`${sql.ref(column)} >= ${at}::timestamptz`)
  }
  const to = (column: string, at: string | undefined) => {
    if (at) conditions.push(sql`${sql.ref(column)} < ${at}::timestamptz`)
  }
  from('t.created_at', filter.createdFrom)
  to('t.created_at', filter.createdTo)
  from('t.closed_at', filter.closedFrom)
  to('t.closed_at', filter.closedTo)
  if (filter.isOverdue !== undefined && desk) {
    const isLate = sql`coalesce(t.due_at <= ${now.toISOString()}::timestamptz, false)`
    conditions.push(
      filter.isOverdue ? sql`t.due_at <= ${now.toISOString()}::timestamptz` : sql`not ${isLate}`,
    )
  }
  if (filter.isUnread !== undefined) {
    const unread = unreadOf(desk, ownTenantId, userId)
    conditions.push(filter.isUnread ? unread : sql`not ${unread}`)
  }
  return conditions
}

/** The other side said something since the user read it. */
export function unreadOf(desk: boolean, ownTenantId: string, userId: string): Sql {
  const news = desk ? sql`t.desk_news_at` : sql`t.requester_news_at`
  return sql`(${news} is not null and not exists (
    select from support_read_mark as m where m.tenant_id = ${ownTenantId}::uuid and m.user_id = ${userId}::uuid
      and m.ticket_id = t.id and m.read_until >= ${news}))`
}

function wordCondition(db: Db, { channel }: Selection, word: string, isLast: boolean): Sql {
  const found = isLast
    ? sql`w.word >= ${word} and w.word < ${endOfPrefix(word)}`
    : sql`w.word = ${word}`
  // says the condition of the index across tenants
  const across =
    db.scope.kind === 'platform' && channel === 'TenantToPlatform'
      ? sql`w.merchant_id is null and `
      : sql``
  return sql`exists (select from support_ticket_word as w
    where ${within(db, 'w')} and ${across} w.tenant_id = t.tenant_id and w.ticket_id = t.id and ${found})`
}

function oneOf(
  column: string,
  values: readonly string[] | undefined,
  type: 'text' | 'uuid',
): Sql[] {
  if (values === undefined) return []
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) {
    return [sql`${sql.ref(column)} = ${only}::${sql.raw(type)}`]
  }
  return [sql`${sql.ref(column)} = any (${values as string[]}::${sql.raw(type)}[])`]
}

function oneOfOrNone(column: string, values: readonly string[] | undefined): Sql[] {
  if (values === undefined) return []
  const ids = values.filter((one) => one !== none)
  const hasNone = ids.length < values.length
  const ways = [
    ...(hasNone ? [sql`${sql.ref(column)} is null`] : []),
    ...(ids.length > 0 ? oneOf(column, ids, 'uuid') : []),
  ]
  return [sql`(${sql.join(ways, sql` or `)})`]
}

export interface Page {
  readonly sort: 'created' | 'updated' | 'due'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const sorts = {
  // ids sort by time
  created: (way: Sql) => sql`t.id ${way}`,
  updated: (way: Sql) => sql`t.updated_at ${way}, t.id ${way}`,
  due: (way: Sql) => sql`t.due_at ${way} nulls last, t.id ${way}`,
}

const orderOf = ({ sort, order }: Pick<Page, 'sort' | 'order'>) =>
  sorts[sort](order === 'desc' ? sql`desc` : sql`asc`)

export type ListRow = Pick<Selectable<DB['support_ticket']>, RowColumn> & {
  readonly tenant_name: string
  readonly merchant_name: string | null
  readonly read_until: Date | null
}

const counted = (condition: Sql, most: number) => sql`
  select count(*)::int as count from (
    select from support_ticket as t where ${condition} limit ${most}) as counted`

/** A page with the names that it shows, and how many there are, of which at most `mostCounted` are counted: in one question. */
export async function listTicketRows(
  db: Db,
  selection: Selection,
  page: Page,
  mostCounted: number,
): Promise<{ rows: ListRow[]; count: number }> {
  const condition = conditionOf(db, selection)
  const { rows } = await sql<ListRow & { count: number }>`
    select ${columns}, n.name as tenant_name, m.legal_business_name as merchant_name,
      (${counted(condition, mostCounted)}) as count
    from (
      select t.* from support_ticket as t where ${condition}
      order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}
    ) as t
    join tenant as n on n.id = t.tenant_id
    left join merchant as m on ${within(db, 'm', 'id')} and m.tenant_id = t.tenant_id and m.id = t.merchant_id
    left join support_read_mark as r on r.tenant_id = ${selection.ownTenantId}::uuid
      and r.user_id = ${selection.userId}::uuid and r.ticket_id = t.id
    order by ${orderOf(page)}`.execute(db)
  const [first] = rows
  if (first !== undefined || page.offset === 0) return { rows, count: first?.count ?? 0 }
  // beyond the last page there is no row to say it
  const past = await sql<{ count: number }>`${counted(condition, mostCounted)}`.execute(db)
  return { rows, count: past.rows[0]?.count ?? 0 }
}

export function listLabels(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('support_label as l')
    .selectAll()
    .where(within(db, 'l'))
    .where('l.id', 'in', [...ids])
    .execute()
}

/** The query of an export. Names of organisations come from small maps: a join would have the planner sort anew. */
export function exportStatement(
  db: Db,
  selection: Selection,
  order: Pick<Page, 'sort' | 'order'>,
): Sql {
  const desk = selection.seat !== 'requester'
  const labelId = desk ? sql`t.desk_label_id` : sql`t.requester_label_id`
  const deskCells = desk
    ? sql`, ${escapeSpreadsheetText(sql`t.requester_name`)} as "Requester", ${escapeSpreadsheetText(sql`t.contact_email`)} as "Contact",
      ${escapeSpreadsheetText(sql`t.assignee_name`)} as "Assignee",
      to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "Due"`
    : sql``
  const label = sql`(select ${escapeSpreadsheetText(sql`l.value`)} from support_label as l
    where ${within(db, 'l')} and l.id = ${labelId} and l.tenant_id = ${selection.ownTenantId}::uuid)`
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  return sql`select t.code as "Code", t.id as "Ticket id",
      (select jsonb_object_agg(n.id::text, ${escapeSpreadsheetText(sql`n.name`)}) from tenant as n) ->> t.tenant_id::text as "Tenant",
      (select jsonb_object_agg(m.id::text, ${escapeSpreadsheetText(sql`m.legal_business_name`)}) from merchant as m
        where ${within(db, 'm', 'id')}) ->> t.merchant_id::text as "Customer",
      t.channel as "Channel", t.state as "State", t.category as "Category", t.priority as "Priority",
      ${escapeSpreadsheetText(sql`t.subject`)} as "Subject", ${label} as "Label", t.waiting_on as "Waiting on",
      ${time('t.created_at')} as "Created", ${time('t.updated_at')} as "Updated", ${time('t.closed_at')} as "Closed"
      ${deskCells}
    from support_ticket as t where ${conditionOf(db, selection)} order by ${orderOf(order)}`
}

export function compilable(db: Db, statement: Sql) {
  return { compile: () => statement.compile(db) }
}

import type { DB } from '@counterfoil/database/rows.generated.ts'
import { nearBreachMs } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import type { Channel, TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type RowColumn, rowColumns } from './row-columns.schema.ts'
import { type ExportColumn, exportHeading } from './ticket-csv.rules.ts'
import type { TicketFilter } from './ticket-filter.schema.ts'
import { endOfPrefix, tokenizeSearch } from './tokenize.rules.ts'

type Sql = RawBuilder<unknown>

/** Selects tickets of `support_ticket as t` for a reader. */
export interface Selection {
  readonly channel: Channel
  readonly role: TicketRole
  readonly userId: string
  /** The tenant whose read marks and labels are used. */
  readonly ownTenantId: string
  /** Only tickets that the user created itself. */
  readonly onlyOwn: boolean
  readonly filter: Partial<TicketFilter>
  readonly now: Date
}

const none = 'none'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const columns = sql.join(
  [...rowColumns.map((one) => `t.${one}`), 'r.read_until'].map((one) => sql.ref(one)),
)

/** The condition of a list, for a query over `support_ticket as t`. */
function conditionOf(db: Db, selection: Selection): Sql {
  const { channel, filter, onlyOwn, userId } = selection
  const all: Sql[] = [within(db, 't') as Sql, sql`t.channel = ${channel}`]
  if (onlyOwn) all.push(sql`t.requester_id = ${userId}::uuid`)
  all.push(...oneOf('t.state', filter.state, 'text'))
  all.push(...oneOf('t.category', filter.category, 'text'))
  all.push(...oneOf('t.priority', filter.priority, 'text'))
  all.push(...oneOf('t.waiting_on', filter.waitingOn, 'text'))
  all.push(...oneOf('t.merchant_id', filter.customerId, 'uuid'))
  all.push(...oneOf('t.tenant_id', filter.tenantId, 'uuid'))
  if (filter.transactionId !== undefined) all.push(namesPayment(db, filter.transactionId))
  all.push(...peopleConditions(selection))
  all.push(...timeConditions(db, selection))
  const text = filter.search?.trim() ?? ''
  if (uuid.test(text)) return sql.join([...all, sql`t.id = ${text}::uuid`], sql` and `)
  const words = tokenizeSearch(text)
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1
    all.push(wordCondition(db, selection, word, isLast))
  }
  return sql.join(all, sql` and `)
}

const namesPayment = (db: Db, paymentIds: readonly string[]): Sql =>
  sql`(t.tenant_id, t.id) in (select r.tenant_id, r.ticket_id from support_reference as r
    where ${within(db, 'r')} and r.kind = 'transaction' and r.record_id = any (${paymentIds}::uuid[]))`

/** The requester cannot filter by what only agents see. */
function peopleConditions({ role, filter, userId }: Selection): Sql[] {
  const forAgent = role !== 'requester'
  const label = forAgent ? 't.agent_label_id' : 't.requester_label_id'
  const assignees = filter.assigneeId?.map((one) => (one === 'me' ? userId : one))
  return [
    ...oneOfOrNone(label, filter.labelId),
    ...(forAgent ? oneOfOrNone('t.assignee_id', assignees) : []),
    ...(role !== 'tenantAgent' || filter.isEscalated === undefined
      ? []
      : [sql`(t.escalated_ticket_id is not null) = ${filter.isEscalated}`]),
  ]
}

function timeConditions(db: Db, { role, filter, ownTenantId, userId, now }: Selection): Sql[] {
  const forAgent = role !== 'requester'
  const conditions: Sql[] = []
  const from = (column: string, instant: string | undefined) => {
    if (instant) conditions.push(sql`${sql.ref(column)} >= ${instant}::timestamptz`)
  }
  const to = (column: string, instant: string | undefined) => {
    if (instant) conditions.push(sql`${sql.ref(column)} < ${instant}::timestamptz`)
  }
  // an id begins with the time of its ticket's creation, so the days are a range of the index that the list is read by
  if (filter.createdFrom)
    conditions.push(sql`t.id >= ${firstIdAt(new Date(filter.createdFrom))}::uuid`)
  if (filter.createdTo) conditions.push(sql`t.id < ${firstIdAt(new Date(filter.createdTo))}::uuid`)
  from('t.closed_at', filter.closedFrom)
  to('t.closed_at', filter.closedTo)
  const due = (isWanted: boolean | undefined, before: Date) => {
    if (isWanted === undefined || !forAgent) return
    const isDue = sql`t.due_at <= ${before.toISOString()}::timestamptz`
    conditions.push(isWanted ? isDue : sql`not coalesce(${isDue}, false)`)
  }
  due(filter.isOverdue, now)
  due(filter.isNearBreach, new Date(now.getTime() + nearBreachMs))
  if (filter.isUnread !== undefined) {
    const unread = unreadCondition(db, forAgent, ownTenantId, userId)
    conditions.push(filter.isUnread ? unread : sql`not ${unread}`)
  }
  return conditions
}

/** The other side added something since the user read the ticket. */
function unreadCondition(db: Db, forAgent: boolean, ownTenantId: string, userId: string): Sql {
  const newsAt = forAgent ? sql`t.agent_news_at` : sql`t.requester_news_at`
  const own = sql`select m.ticket_id, m.read_until from support_read_mark as m
    where m.tenant_id = ${ownTenantId}::uuid and m.user_id = ${userId}::uuid`
  // the platform's marks are on another machine than other tenants' tickets: a cluster reads them first, by themselves
  const marks = db.scope.kind === 'platform' ? sql`${own} offset 0` : own
  return sql`(${newsAt} is not null and not exists (
    select 1 from (${marks}) as m where m.ticket_id = t.id and m.read_until >= ${newsAt}))`
}

function wordCondition(db: Db, { channel }: Selection, word: string, isLast: boolean): Sql {
  const found = isLast
    ? sql`w.word >= ${word} and w.word < ${endOfPrefix(word)}`
    : sql`w.word = ${word}`
  // repeats the condition of the partial index across tenants, so that the planner uses it
  const indexCondition =
    db.scope.kind === 'platform' && channel === 'TenantToPlatform'
      ? sql`w.merchant_id is null and `
      : sql``
  return sql`exists (select from support_ticket_word as w
    where ${within(db, 'w')} and ${indexCondition} w.tenant_id = t.tenant_id and w.ticket_id = t.id and ${found})`
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
  const alternatives = [
    ...(hasNone ? [sql`${sql.ref(column)} is null`] : []),
    ...(ids.length > 0 ? oneOf(column, ids, 'uuid') : []),
  ]
  return [sql`(${sql.join(alternatives, sql` or `)})`]
}

export interface Page {
  readonly sort: 'created' | 'updated' | 'due'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const sorts = {
  // ids sort by time
  created: (direction: Sql) => sql`t.id ${direction}`,
  updated: (direction: Sql) => sql`t.updated_at ${direction}, t.id ${direction}`,
  due: (direction: Sql) => sql`t.due_at ${direction} nulls last, t.id ${direction}`,
}

const orderOf = ({ sort, order }: Pick<Page, 'sort' | 'order'>) =>
  sorts[sort](order === 'desc' ? sql`desc` : sql`asc`)

export type ListRow = Pick<Selectable<DB['support_ticket']>, RowColumn> & {
  readonly tenant_name: string
  readonly merchant_name: string | null
  readonly read_until: Date | null
}

const countUpTo = (condition: Sql, limit: number) => sql`
  select count(*)::int as count from (
    select 1 from support_ticket as t where ${condition} limit ${limit}) as counted`

/** Reads a page with the names that it shows and the number of tickets, counted up to `maxCount`, in one query. */
export async function listTicketRows(
  db: Db,
  selection: Selection,
  page: Page,
  maxCount: number,
): Promise<{ rows: ListRow[]; count: number }> {
  const condition = conditionOf(db, selection)
  const { rows } = await sql<ListRow & { count: number }>`
    select ${columns}, n.name as tenant_name, m.legal_business_name as merchant_name,
      (${countUpTo(condition, maxCount)}) as count
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
  // beyond the last page there is no row that carries the count
  const beyond = await sql<{ count: number }>`${countUpTo(condition, maxCount)}`.execute(db)
  return { rows, count: beyond.rows[0]?.count ?? 0 }
}

export function listLabels(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('support_label as l')
    .selectAll()
    .where(within(db, 'l'))
    .where('l.id', 'in', [...ids])
    .execute()
}

/** The query of an export. It looks names and labels up in small maps, because a join makes the planner sort again. */
export function exportStatement(
  db: Db,
  selection: Selection,
  { language, ...order }: Pick<Page, 'sort' | 'order'> & { readonly language: string },
): Sql {
  const forAgent = selection.role !== 'requester'
  const labelId = forAgent ? sql`t.agent_label_id` : sql`t.requester_label_id`
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const text = (column: string) => escapeSpreadsheetText(sql.ref(column))
  const cells: readonly (readonly [ExportColumn, Sql])[] = [
    ['code', sql`t.code`],
    ['id', sql`t.id`],
    [
      'tenant',
      sql`(select jsonb_object_agg(n.id::text, ${text('n.name')}) from tenant as n) ->> t.tenant_id::text`,
    ],
    [
      'customer',
      sql`(select jsonb_object_agg(m.id::text, ${text('m.legal_business_name')}) from merchant as m
        where ${within(db, 'm', 'id')}) ->> t.merchant_id::text`,
    ],
    ['channel', sql`t.channel`],
    ['state', sql`t.state`],
    ['category', sql`t.category`],
    ['priority', sql`t.priority`],
    ['subject', text('t.subject')],
    [
      'label',
      sql`(select jsonb_object_agg(l.id::text, ${text('l.value')}) from support_label as l
        where ${within(db, 'l')} and l.tenant_id = ${selection.ownTenantId}::uuid) ->> ${labelId}::text`,
    ],
    ['waitingOn', sql`t.waiting_on`],
    ['created', time('t.created_at')],
    ['updated', time('t.updated_at')],
    ['closed', time('t.closed_at')],
  ]
  const agentCells: typeof cells = [
    ['requester', text('t.requester_name')],
    ['contact', text('t.contact_email')],
    ['assignee', text('t.assignee_name')],
    ['due', time('t.due_at')],
  ]
  const columns = [...cells, ...(forAgent ? agentCells : [])].map(
    ([name, cell]) => sql`${cell} as ${sql.id(exportHeading(name, language))}`,
  )
  return sql`select ${sql.join(columns)}
    from support_ticket as t where ${conditionOf(db, selection)} order by ${orderOf(order)}`
}

export function compilable(db: Db, statement: Sql) {
  return { compile: () => statement.compile(db) }
}

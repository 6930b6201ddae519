import type { Channel, TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

export interface OverviewSelection {
  readonly channel: Channel
  readonly role: TicketRole
  readonly userId: string
  readonly ownTenantId: string
  /** Only tickets that the user created itself. */
  readonly onlyOwn: boolean
  readonly tenantIds: readonly string[] | undefined
  readonly now: Date
}

/** The bounds between the ages of open tickets. */
export interface AgeBounds {
  readonly day: Date
  readonly week: Date
  readonly month: Date
}

export function selectionCondition(
  db: Db,
  { channel, onlyOwn, userId, tenantIds }: OverviewSelection,
) {
  const all: RawBuilder<unknown>[] = [
    within(db, 't') as RawBuilder<unknown>,
    sql`t.channel = ${channel}`,
  ]
  if (onlyOwn) all.push(sql`t.requester_id = ${userId}::uuid`)
  if (tenantIds !== undefined) all.push(sql`t.tenant_id = any (${tenantIds as string[]}::uuid[])`)
  return sql.join(all, sql` and `)
}

export interface OpenCount {
  readonly by:
    | 'all'
    | 'turn'
    | 'category'
    | 'priority'
    | 'label'
    | 'assignee'
    | 'age'
    | 'overdue'
    | 'unread'
  readonly key: string | null
  readonly count: number
}

/** All counts of open tickets in one query: a row for each value of each grouping. */
export async function countOpenTickets(
  db: Db,
  selection: OverviewSelection,
  ages: AgeBounds,
): Promise<OpenCount[]> {
  const { role, ownTenantId, userId, now } = selection
  const forAgent = role !== 'requester'
  const label = forAgent ? sql`t.agent_label_id` : sql`t.requester_label_id`
  const newsAt = forAgent ? sql`t.agent_news_at` : sql`t.requester_news_at`
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`
  const { rows } = await sql<OpenCount>`
    with marks as materialized (
      select m.ticket_id, m.read_until from support_read_mark as m
      where m.tenant_id = ${ownTenantId}::uuid and m.user_id = ${userId}::uuid
    ), open as materialized (
      select t.category, t.priority, t.waiting_on, ${label} as label_id, t.assignee_id,
        case when t.created_at >= ${at(ages.day)} then 'today' when t.created_at >= ${at(ages.week)} then 'week'
          when t.created_at >= ${at(ages.month)} then 'month' else 'older' end as age,
        coalesce(t.due_at <= ${at(now)}, false) as is_overdue,
        ${newsAt} is not null and (m.read_until is null or m.read_until < ${newsAt}) as is_unread
      from support_ticket as t
      left join marks as m on m.ticket_id = t.id
      where ${selectionCondition(db, selection)} and t.state = 'Opened'
    )
    select case
        when grouping(waiting_on) = 0 then 'turn' when grouping(category) = 0 then 'category'
        when grouping(priority) = 0 then 'priority' when grouping(label_id) = 0 then 'label'
        when grouping(assignee_id) = 0 then 'assignee' when grouping(age) = 0 then 'age'
        when grouping(is_overdue) = 0 then 'overdue' when grouping(is_unread) = 0 then 'unread' else 'all' end as by,
      coalesce(waiting_on, category, priority, label_id::text, assignee_id::text, age, is_overdue::text, is_unread::text) as key,
      count(*)::int as count
    from open
    group by grouping sets ((), (waiting_on), (category), (priority), (label_id), (assignee_id), (age), (is_overdue), (is_unread))`.execute(
    db,
  )
  return rows
}

export interface Durations {
  readonly closed: number
  readonly answered: number
  readonly responseAverage: number | null
  readonly responseMedian: number | null
  readonly resolutionAverage: number | null
  readonly resolutionMedian: number | null
}

/** Response and resolution times of tickets closed since; times that were set by hand count. */
export async function readDurations(
  db: Db,
  selection: OverviewSelection,
  since: Date,
): Promise<Durations> {
  const { rows } = await sql<Durations>`
    with done as materialized (
      select extract(epoch from coalesce(t.response_at, t.first_answered_at) - coalesce(t.initial_request_at, t.created_at)) / 60
          as response,
        extract(epoch from coalesce(t.resolution_at, t.closed_at) - coalesce(t.initial_request_at, t.created_at)) / 60 as resolution
      from support_ticket as t
      where ${selectionCondition(db, selection)} and t.state = 'Closed' and t.closed_at >= ${since.toISOString()}::timestamptz
    )
    select count(*)::int as closed, count(response)::int as answered,
      avg(response)::float8 as "responseAverage",
      percentile_cont(0.5) within group (order by response)::float8 as "responseMedian",
      avg(resolution)::float8 as "resolutionAverage",
      percentile_cont(0.5) within group (order by resolution)::float8 as "resolutionMedian"
    from done`.execute(db)
  return rows[0] as Durations
}

/** Names of assignees, also of users who have left. */
export async function listAssigneeNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .where(within(db, 'u', null))
    .where('u.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]))
}

export function listOrganisationLabels(db: Db, merchantId: string | null) {
  return db
    .selectFrom('support_label as l')
    .select(['l.id', 'l.value', 'l.color'])
    .where(within(db, 'l'))
    .where('l.merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .orderBy('l.place')
    .orderBy('l.id')
    .execute()
}

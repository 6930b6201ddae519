import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AnalyticsGroup, AnalyticsRow } from './analytics.contract.ts'
import { type OverviewSelection, selectionCondition } from './overview.queries.ts'

export interface AnalyticsSelection extends OverviewSelection {
  readonly from: Date
  /** Not included. */
  readonly to: Date
  readonly timeZone: string
}

export type GroupedRow = Omit<AnalyticsRow, 'name'> & { readonly isAll: boolean }

function keyOf(by: AnalyticsGroup, { role, timeZone }: AnalyticsSelection): RawBuilder<unknown> {
  const local = sql`(t.created_at at time zone ${timeZone}::text)`
  switch (by) {
    case 'day':
      return sql`to_char(${local}, 'YYYY-MM-DD')`
    case 'month':
      return sql`to_char(${local}, 'YYYY-MM')`
    case 'label':
      return role === 'requester' ? sql`t.requester_label_id::text` : sql`t.agent_label_id::text`
    case 'agent':
      return sql`t.assignee_id::text`
    case 'merchant':
      return sql`t.merchant_id::text`
    default:
      return sql.ref(`t.${by}`)
  }
}

/**
 * A row for each group, and one of all tickets: medians of groups do not add up. Ids are in the order of time, so what was
 * created in a time is a range of the index that the list is read by.
 */
export async function sumTickets(
  db: Db,
  selection: AnalyticsSelection,
  by: AnalyticsGroup,
  limit: number,
): Promise<GroupedRow[]> {
  const { from, to, now } = selection
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`
  const within = (share: number, minutes: string) =>
    sql`percentile_cont(${sql.lit(share)}) within group (order by ${sql.ref(minutes)})::float8`
  const { rows } = await sql<GroupedRow>`
    with found as materialized (
      select ${keyOf(by, selection)} as key, t.state,
        extract(epoch from coalesce(t.response_at, t.first_answered_at)
          - coalesce(t.initial_request_at, t.created_at)) / 60 as answer,
        case when t.state = 'Closed' then extract(epoch from coalesce(t.resolution_at, t.closed_at)
          - coalesce(t.initial_request_at, t.created_at)) / 60 end as resolution,
        t.response_missed_at is not null or t.response_breached_at is not null
          or coalesce(coalesce(t.first_answered_at, ${at(now)}) > t.first_response_due_at, false) as answer_late,
        t.resolution_breached_at is not null
          or coalesce(coalesce(t.closed_at, ${at(now)}) > t.resolution_due_at, false) as resolution_late
      from support_ticket as t
      where ${selectionCondition(db, selection)}
        and t.id >= ${firstIdAt(from)}::uuid and t.id < ${firstIdAt(to)}::uuid
    )
    select key, grouping(key) = 1 as "isAll", count(*)::int as created,
      (count(*) filter (where state = 'Closed'))::int as closed, count(answer)::int as answered,
      ${within(0.5, 'answer')} as "answerMedian", ${within(0.9, 'answer')} as "answerP90",
      ${within(0.5, 'resolution')} as "resolutionMedian", ${within(0.9, 'resolution')} as "resolutionP90",
      (count(*) filter (where answer_late))::int as "answerBreaches",
      (count(*) filter (where resolution_late))::int as "resolutionBreaches"
    from found group by grouping sets ((), (key)) order by grouping(key) desc, key nulls last limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Names of merchants as far as the caller sees them. */
export async function listMerchantNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('merchant as m')
    .select(['m.id', 'm.legal_business_name as name'])
    .where(within(db, 'm', 'id'))
    .where('m.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Destination, DestinationStatistics } from './webhook-reports.schema.ts'

/** Of which endpoints. */
export interface EndpointSelection {
  readonly mode: number
  readonly endpointId?: readonly string[] | undefined
  readonly merchantId?: readonly string[] | undefined
  readonly tenantId?: string | undefined
}

export interface EndpointOption {
  readonly id: string
  readonly url: string
  readonly tenantId: string
  readonly merchantId: string
  readonly merchantName: string
  readonly mode: number
  readonly eventTypes: readonly string[]
  readonly isActive: boolean
  readonly pausedAt: Date | null
}

/** For `webhook_endpoint as e`. */
function ofEndpoints(db: Db, { mode, endpointId, merchantId, tenantId }: EndpointSelection) {
  return sql.join(
    [
      sql`${within(db, 'e')} and e.mode = ${mode}::smallint`,
      ...(endpointId === undefined ? [] : [sql`e.id = any (${endpointId}::uuid[])`]),
      ...(merchantId === undefined ? [] : [sql`e.merchant_id = any (${merchantId}::uuid[])`]),
      ...(tenantId === undefined ? [] : [sql`e.tenant_id = ${tenantId}::uuid`]),
    ],
    sql` and `,
  )
}

/** Endpoints by the name of their merchant, those that are sent messages first. */
export async function listEndpointOptions(
  db: Db,
  selection: EndpointSelection,
  limit: number,
): Promise<EndpointOption[]> {
  const { rows } = await sql<EndpointOption>`
    select e.id, e.url, e.tenant_id as "tenantId", e.merchant_id as "merchantId",
      m.legal_business_name as "merchantName", e.mode, e.event_types as "eventTypes",
      e.is_active as "isActive", e.paused_at as "pausedAt"
    from webhook_endpoint as e join merchant as m on m.tenant_id = e.tenant_id and m.id = e.merchant_id
    where ${ofEndpoints(db, selection)}
    order by e.is_active desc, m.legal_business_name, e.url, e.id limit ${limit}`.execute(db)
  return rows
}

type DestinationRow = Omit<Destination, 'lastDeliveredAt' | 'failingSince' | 'pausedAt'> & {
  readonly [time in 'lastDeliveredAt' | 'failingSince' | 'pausedAt']: Date | null
}

/**
 * Each merchant with its endpoints that are switched on, or without any. An endpoint does not deliver while it is paused or
 * every attempt fails; one that has delivered nothing yet is configured.
 */
function destinations(
  db: Db,
  selection: EndpointSelection & { readonly status?: readonly string[] | undefined },
): RawBuilder<DestinationRow> {
  const { status, merchantId, tenantId } = selection
  const ofMerchants = sql.join(
    [
      sql`${within(db, 'm', 'id')}`,
      ...(merchantId === undefined ? [] : [sql`m.id = any (${merchantId}::uuid[])`]),
      ...(tenantId === undefined ? [] : [sql`m.tenant_id = ${tenantId}::uuid`]),
    ],
    sql` and `,
  )
  // a cluster asks for one tenant alone where each table says which
  const ofTenant = tenantId === undefined ? sql`` : sql`and d.tenant_id = ${tenantId}::uuid`
  return sql<DestinationRow>`
    select * from (
      select m.id as "merchantId", m.legal_business_name as "merchantName", t.name as "tenantName",
        e.id as "endpointId", e.url, last.at as "lastDeliveredAt", e.failing_since as "failingSince",
        e.paused_at as "pausedAt",
        case when e.id is null then 'NotConfigured'
          when e.paused_at is not null or e.failing_since is not null then 'NotDelivering'
          when last.at is null then 'Configured' else 'Delivering' end as status
      from merchant as m
      join tenant as t on t.id = m.tenant_id
      left join webhook_endpoint as e on e.tenant_id = m.tenant_id and e.merchant_id = m.id and e.is_active
        and ${ofEndpoints(db, selection)}
      left join lateral (select d.delivered_at as at from webhook_delivery as d
        where ${withinAboutPayments(db, 'd')} and d.tenant_id = m.tenant_id ${ofTenant}
          and d.endpoint_id = e.id and d.state = 'delivered'
        order by d.id desc limit 1) as last on true
      where ${ofMerchants}) as found
    where ${status === undefined ? sql`true` : sql`status = any (${status}::text[])`}`
}

export async function listDestinationRows(
  db: Db,
  selection: Parameters<typeof destinations>[1],
  page: Part,
): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    ${destinations(db, selection)} order by "merchantName", url, "endpointId"
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function countDestinations(
  db: Db,
  selection: Parameters<typeof destinations>[1],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${destinations(db, selection)} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** What the messages of a time to each endpoint came to, most messages first. */
export async function listStatistics(
  db: Db,
  selection: EndpointSelection & { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<DestinationStatistics[]> {
  const { from, to } = selection
  const counted = (state: string) => sql`(count(*) filter (where d.state = ${sql.lit(state)}))::int`
  const { rows } = await sql<DestinationStatistics>`
    with messages as (
      select d.tenant_id, d.id, d.endpoint_id, d.state, d.attempts, d.created_at, d.delivered_at
      from webhook_delivery as d join webhook_endpoint as e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
      where ${withinAboutPayments(db, 'd')} and ${ofEndpoints(db, selection)}
        and d.id >= ${firstIdAt(from)}::uuid and d.id < ${firstIdAt(to)}::uuid),
    sums as (
      select d.tenant_id, d.endpoint_id, count(*)::int as messages, ${counted('delivered')} as delivered,
        (count(*) filter (where d.state = 'delivered' and d.attempts = 1))::int as delivered_first,
        ${counted('waiting')} as waiting, ${counted('failing')} as failing, ${counted('given_up')} as given_up,
        percentile_disc(0.5) within group (order by extract(epoch from d.delivered_at - d.created_at))
          filter (where d.state = 'delivered') as median_delivery
      from messages as d group by d.tenant_id, d.endpoint_id),
    times as (
      select d.tenant_id, d.endpoint_id, count(*)::int as attempts,
        percentile_disc(0.5) within group (order by a.duration_ms) as median,
        percentile_disc(0.95) within group (order by a.duration_ms) as p95
      from messages as d join webhook_attempt as a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
      group by d.tenant_id, d.endpoint_id)
    select m.legal_business_name as "merchantName", e.id as "endpointId", e.url, s.messages, s.delivered,
      s.delivered_first as "deliveredFirst", s.waiting, s.failing, s.given_up as "givenUp",
      coalesce(t.attempts, 0) as attempts, t.median as "medianMs", t.p95 as "p95Ms",
      s.median_delivery::float8 as "medianDeliveryS"
    from sums as s
    join webhook_endpoint as e on e.tenant_id = s.tenant_id and e.id = s.endpoint_id
    join merchant as m on m.tenant_id = e.tenant_id and m.id = e.merchant_id
    left join times as t on t.tenant_id = s.tenant_id and t.endpoint_id = s.endpoint_id
    order by s.messages desc, e.url, e.id limit ${limit}`.execute(db)
  return rows
}

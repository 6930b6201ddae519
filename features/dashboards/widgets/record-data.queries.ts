import { wholeAcquirer } from '@counterfoil/features/routing/mids/breakers.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinAboutPayments, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The most rows that a widget is made of. */
export const maxRows = 200

const counted = sql<number>`count(*)::integer`

const openDisputes = (db: Db, mode: Mode) =>
  db
    .selectFrom('dispute as d')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .where(within(db, 'd'))
    .where(withinPayments(db, 'p'))
    .where('p.mode', '=', mode)
    .where('d.state', '=', sql.lit('opened'))

/** Disputes to answer, the first one first, late ones too: the acquirer decides when they end. */
export function listDueDisputes(db: Db, mode: Mode) {
  return openDisputes(db, mode)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.merchant_id'),
    )
    .select([
      'd.payment_id as paymentId',
      'p.external_id as externalId',
      'm.legal_business_name as merchantName',
      'd.merchant_id as merchantId',
      'd.reason',
      'd.amount_minor as amountMinor',
      'd.currency',
      'd.respond_by as respondBy',
    ])
    .orderBy(sql`d.respond_by nulls last`)
    .orderBy('d.id')
    .limit(maxRows)
    .execute()
}

export async function countDueDisputes(db: Db, mode: Mode): Promise<number> {
  const { count } = await openDisputes(db, mode)
    .select(counted.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface EndpointHealth {
  readonly id: string
  readonly url: string
  readonly merchantId: string
  readonly merchantName: string
  readonly isActive: boolean
  readonly pausedAt: Date | null
  readonly failingSince: Date | null
  readonly delivered: number
  readonly waiting: number
  readonly failed: number
}

/** Webhook endpoints with their messages since then, those in trouble first. */
export async function listEndpointHealth(
  db: Db,
  mode: Mode,
  since: Date,
): Promise<EndpointHealth[]> {
  const { rows } = await sql<EndpointHealth>`
    select e.id, e.url, e.merchant_id as "merchantId", m.legal_business_name as "merchantName",
      e.is_active as "isActive", e.paused_at as "pausedAt", e.failing_since as "failingSince",
      coalesce(d.delivered, 0)::integer as delivered, coalesce(d.waiting, 0)::integer as waiting,
      coalesce(d.failed, 0)::integer as failed
    from webhook_endpoint as e
    join merchant as m on m.tenant_id = e.tenant_id and m.id = e.merchant_id
    left join (
      select d.tenant_id, d.endpoint_id, count(*) filter (where d.state = 'delivered') as delivered,
        count(*) filter (where d.state in ('waiting', 'failing')) as waiting,
        count(*) filter (where d.state = 'given_up') as failed
      from webhook_delivery as d
      where ${withinAboutPayments(db, 'd')} and d.id >= ${firstIdAt(since)}::uuid
      group by d.tenant_id, d.endpoint_id
    ) as d on d.tenant_id = e.tenant_id and d.endpoint_id = e.id
    where ${within(db, 'e')} and e.mode = ${mode}::smallint
    order by (e.paused_at is not null) desc, (e.failing_since is not null) desc, m.legal_business_name, e.url, e.id
    limit ${maxRows}`.execute(db)
  return rows
}

export async function countEndpoints(db: Db, mode: Mode): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoint as e')
    .select(counted.as('count'))
    .where(within(db, 'e'))
    .where('e.mode', '=', mode)
    .executeTakeFirstOrThrow()
  return count
}

export interface AcquirerState {
  readonly provider: string
  readonly name: string
  /** Attempts in a row without an answer, at the MID that has the most of them. */
  readonly failures: number
  /** The last attempt without an answer, also where others were answered since. */
  readonly failedAt: Date | null
  readonly openedAt: Date | null
  readonly cause: string | null
}

/** The acquirers of the MIDs in use that the caller is not kept from, with the worst of their breakers. */
export async function listAcquirerStates(db: Db, mode: Mode): Promise<AcquirerState[]> {
  const only = db.scope.kind === 'tenant' ? (db.scope.payments?.providers ?? null) : null
  const { rows } = await sql<AcquirerState>`
    select m.provider, s.name, coalesce(max(b.failures), 0)::integer as failures, min(b.opened_at) as "openedAt",
      max(b.failed_at) as "failedAt",
      (array_agg(b.cause order by b.opened_at nulls last, b.failed_at desc nulls last))[1] as cause
    from mid as m
    join service_provider as s on s.code = m.provider
    left join acquirer_breaker as b on b.tenant_id = m.tenant_id and b.provider = m.provider
      and (b.mid_id = m.id or b.mid_id = ${wholeAcquirer}::uuid)
    where ${within(db, 'm')} and m.is_active and m.mode = ${mode}::smallint
      and (${only}::text[] is null or m.provider = any (${only}::text[]))
    group by m.provider, s.name
    order by (min(b.opened_at) is not null) desc, max(b.failures) desc nulls last, s.name
    limit ${maxRows}`.execute(db)
  return rows
}

interface DueTickets {
  readonly channel: string
  readonly before: Date
}

const dueTickets = (db: Db, { channel, before }: DueTickets) =>
  db
    .selectFrom('support_ticket as t')
    .where(within(db, 't'))
    .where('t.channel', '=', channel)
    .where('t.state', '=', sql.lit('Opened'))
    .where('t.waiting_on', '=', sql.lit('agent'))
    .where('t.due_at', '<=', before)

/** Open tickets of agents whose answer or end is due by a time, the most urgent first. */
export function listDueTickets(db: Db, of: DueTickets) {
  return dueTickets(db, of)
    .select([
      't.id',
      't.code',
      't.subject',
      't.priority',
      't.due_at as dueAt',
      't.merchant_id as merchantId',
      't.tenant_id as tenantId',
    ])
    .orderBy('t.due_at')
    .orderBy('t.id')
    .limit(maxRows)
    .execute()
}

export async function countDueTickets(db: Db, of: DueTickets): Promise<number> {
  const { count } = await dueTickets(db, of).select(counted.as('count')).executeTakeFirstOrThrow()
  return count
}

export interface StageSum {
  readonly id: string
  readonly name: string
  readonly nameTr: string
  readonly currency: string | null
  readonly count: number
  readonly amountMinor: bigint | null
}

/** Open opportunities by the stage that they are in, in the order of the stages. */
export async function sumOpportunities(db: Db): Promise<StageSum[]> {
  const { rows } = await sql<StageSum>`
    select s.id, s.name, s.name_tr as "nameTr", i.currency, count(*)::integer as count,
      sum(i.amount_minor)::bigint as "amountMinor"
    from pipeline_item as i
    join pipeline_stage as s on s.tenant_id = i.tenant_id and s.id = i.stage_id
    where ${within(db, 'i')} and i.kind = 'opportunity' and i.is_active and s.kind = 'open'
    group by s.id, s.name, s.name_tr, s.pipeline_id, s.sort_order, i.currency
    order by s.pipeline_id, s.sort_order, i.currency
    limit ${maxRows}`.execute(db)
  return rows
}

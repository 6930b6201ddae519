import { likePatterns } from '@counterfoil/features/messaging/merchant-events/merchant-events.rules.ts'
import type { FailureClass } from '@counterfoil/kit/contract/status-classes.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, timeOfId } from '@counterfoil/kit/database/ids.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { lockedInOrder } from './webhooks.queries.ts'
import { claimTtlMs, retriesMs } from './webhooks.rules.ts'

/** Which events a replay sends, and where. */
export interface ReplayRange {
  readonly endpoint: {
    readonly id: string
    readonly merchantId: string
    readonly mode: number
    readonly eventTypes: readonly string[]
  }
  readonly tenantId: string
  readonly from: Date
  readonly to: Date
  /** None: every one that the endpoint is subscribed to. */
  readonly types: readonly string[]
  /** Without those that the endpoint took, and those that wait for their first attempt. */
  readonly onlyMissed: boolean
  /** Those alone whose last attempt failed in one of these ways; none: whatever became of them. */
  readonly failures: readonly FailureClass[]
}

const ofTypes = (types: readonly string[]) =>
  sql<SqlBool>`e.type like any (${likePatterns(types)}::text[])`

function eventsOf(db: Db, range: ReplayRange) {
  const { tenantId, endpoint, from, to, types, onlyMissed, failures } = range
  // a message is never older than its event
  const taken = sql<SqlBool>`exists (
    select 1 from webhook_delivery as d
    where d.tenant_id = e.tenant_id and d.endpoint_id = ${endpoint.id}::uuid and d.event_id = e.id
      and d.id >= ${firstIdAt(from)}::uuid and d.state in ('delivered', 'waiting'))`
  const failedSo = sql<SqlBool>`exists (
    select 1 from webhook_delivery as d
    join lateral (select a.response_status from webhook_attempt as a
      where a.tenant_id = d.tenant_id and a.delivery_id = d.id order by a.id desc limit 1) as last on true
    where d.tenant_id = e.tenant_id and d.endpoint_id = ${endpoint.id}::uuid and d.event_id = e.id
      and d.id >= ${firstIdAt(from)}::uuid and d.state in ('failing', 'given_up')
      and coalesce((last.response_status / 100) || 'xx', 'none') = any (${failures}::text[]))`
  return db
    .selectFrom('merchant_event as e')
    .where(withinAboutPayments(db, 'e'))
    .where('e.tenant_id', '=', tenantId)
    .where('e.merchant_id', '=', endpoint.merchantId)
    .where('e.mode', '=', endpoint.mode)
    .where('e.id', '>=', firstIdAt(from))
    .where('e.id', '<', firstIdAt(to))
    .where(ofTypes(endpoint.eventTypes))
    .$if(types.length > 0, (query) => query.where(ofTypes(types)))
    .$if(onlyMissed, (query) => query.where((eb) => eb.not(taken)))
    .$if(failures.length > 0, (query) => query.where(failedSo))
}

export function countReplayed(db: Db, range: ReplayRange): Promise<number> {
  return countRows(eventsOf(db, range))
}

const eventColumns = [
  'e.id',
  'e.type',
  'e.payment_id as paymentId',
  'e.created_at as createdAt',
] as const

export function listNewestReplayed(db: Db, range: ReplayRange, limit: number) {
  return eventsOf(db, range).select(eventColumns).orderBy('e.id', 'desc').limit(limit).execute()
}

/** The next events of a replay, oldest first. */
export function listNextReplayed(db: Db, range: ReplayRange, after: string | null, limit: number) {
  return eventsOf(db, range)
    .select(eventColumns)
    .$if(after !== null, (query) => query.where('e.id', '>', after ?? ''))
    .orderBy('e.id')
    .limit(limit)
    .execute()
}

/** An endpoint as a replay sees it; undefined: there is none. */
export function findReplayEndpoint(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('webhook_endpoint')
    .select([
      'id',
      'merchant_id as merchantId',
      'mode',
      'event_types as eventTypes',
      'is_active as isActive',
      'paused_at as pausedAt',
    ])
    .where(within(db, 'webhook_endpoint'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The messages of these events to an endpoint. */
export function listDeliveriesOfEvents(db: Db, endpointId: string, eventIds: readonly string[]) {
  const [oldest = ''] = eventIds.toSorted()
  return db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id as eventId', 'state'])
    .where(within(db, 'webhook_delivery'))
    .where('endpoint_id', '=', endpointId)
    .where('id', '>=', firstIdAt(timeOfId(oldest)))
    .where('event_id', 'in', [...eventIds])
    .execute()
}

/** When the oldest event happened whose message failed since an instant and is not delivered: perhaps before that instant. */
export async function findOldestFailed(
  db: Db,
  endpointId: string,
  since: Date,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhook_delivery as d')
    .select('d.event_id as eventId')
    .where(within(db, 'd'))
    .where('d.endpoint_id', '=', endpointId)
    .where('d.id', '>=', firstIdAt(new Date(since.getTime() - retriesMs)))
    .where('d.state', 'in', ['failing', 'given_up'])
    .where('d.event_id', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_attempt as a')
          .select('a.id')
          .whereRef('a.tenant_id', '=', 'd.tenant_id')
          .whereRef('a.delivery_id', '=', 'd.id')
          .where('a.created_at', '>=', since),
      ),
    )
    .orderBy('d.event_id')
    .limit(1)
    .executeTakeFirst()
  return row?.eventId ? timeOfId(row.eventId) : undefined
}

/** Whether events of a replay that was asked for since an instant are still being queued for an endpoint. */
export async function isReplaying(db: Db, endpointId: string, since: Date): Promise<boolean> {
  const open = await db
    .selectFrom('webhook_replay')
    .select('id')
    .where(within(db, 'webhook_replay'))
    .where('endpoint_id', '=', endpointId)
    .where('id', '>=', firstIdAt(since))
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Messages that are due again now, with all their attempts anew. */
export async function reopenDeliveries(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failing', next_attempt_at: now, reopened_at: now })
    .where(within(db, 'webhook_delivery'))
    .where('id', 'in', lockedInOrder(db, ids).where('d.state', '<>', 'delivered'))
    .execute()
}

/** What waits for a later attempt is due now; what is being sent keeps its claim. Answers those that are due earlier by it. */
export async function updateWaitingDue(db: Db, endpointId: string, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: now })
    .where(within(db, 'webhook_delivery'))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery as d')
        .select('d.id')
        .where(within(db, 'd'))
        .where('d.endpoint_id', '=', endpointId)
        .where('d.state', 'in', [sql.lit('waiting'), sql.lit('failing')])
        .where('d.next_attempt_at', '>', new Date(now.getTime() + claimTtlMs))
        .orderBy('d.id')
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort()
}

export interface NewReplay extends ReplayRange {
  readonly id: string
  readonly total: number
  readonly requestedBy: string
  readonly at: Date
}

export async function insertReplay(db: Db, replay: NewReplay): Promise<void> {
  await db
    .insertInto('webhook_replay')
    .values({
      tenant_id: tenantOf(db),
      id: replay.id,
      merchant_id: replay.endpoint.merchantId,
      endpoint_id: replay.endpoint.id,
      from_at: replay.from,
      to_at: replay.to,
      event_types: [...replay.types],
      only_missed: replay.onlyMissed,
      failures: [...replay.failures],
      total: replay.total,
      requested_by: replay.requestedBy,
      created_at: replay.at,
    })
    .execute()
}

const replays = (db: Db) =>
  db.selectFrom('webhook_replay').selectAll('webhook_replay').where(within(db, 'webhook_replay'))

/** The last replays that the caller may see, newest first. */
export function listLastReplays(
  db: Db,
  of: { readonly tenantId?: string | undefined; readonly mode: number },
  limit: number,
) {
  return replays(db)
    .innerJoin('webhook_endpoint as e', (join) =>
      join
        .onRef('e.tenant_id', '=', 'webhook_replay.tenant_id')
        .onRef('e.id', '=', 'webhook_replay.endpoint_id'),
    )
    .select('e.url')
    .where('e.mode', '=', of.mode)
    .$if(of.tenantId !== undefined, (query) =>
      query.where('webhook_replay.tenant_id', '=', of.tenantId ?? ''),
    )
    .orderBy('webhook_replay.id', 'desc')
    .limit(limit)
    .execute()
}

export function listEndpointReplays(db: Db, tenantId: string, endpointId: string, limit: number) {
  return replays(db)
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Locked until the transaction ends, so that one worker at a time goes on with it. */
export function lockReplay(db: Db, id: string) {
  return replays(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export type ReplayRow = Awaited<ReturnType<typeof listEndpointReplays>>[number]

export async function updateReplay(
  db: Db,
  id: string,
  progress: {
    readonly queued: number
    readonly after_event_id: string | null
    readonly finished_at: Date | null
  },
): Promise<void> {
  await db
    .updateTable('webhook_replay')
    .set(progress)
    .where(within(db, 'webhook_replay'))
    .where('id', '=', id)
    .execute()
}

import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { clockSkewMs, type WebhookEvent } from './webhooks.rules.ts'

export interface NewDelivery {
  readonly id: string
  readonly endpointId: string
  /** Of a test; what is about an event has the event's. */
  readonly payload?: string
}

/** Those that are sent messages; empty for a tenant for which the platform has switched webhooks off. */
export function listActiveEndpoints(db: Db, merchantId: string, mode: Mode) {
  return db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('tenant as t', 't.id', 'e.tenant_id')
    .select(['e.id', 'e.event_types'])
    .where(within(db, 'e'))
    .where('e.merchant_id', '=', merchantId)
    .where('e.mode', '=', mode)
    .where('e.is_active', '=', true)
    .where('e.paused_at', 'is', null)
    .where(sql<boolean>`not 'developer' = any (t.features_off)`)
    .orderBy('e.id')
    .execute()
}

export async function insertDeliveries(
  db: Db,
  merchantId: string,
  event: Pick<WebhookEvent, 'type' | 'now'> & {
    readonly paymentId: string | null
    readonly eventId: string | null
  },
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values(
      deliveries.map((delivery) => ({
        tenant_id: tenantOf(db),
        id: delivery.id,
        merchant_id: merchantId,
        endpoint_id: delivery.endpointId,
        payment_id: event.paymentId,
        event_id: event.eventId,
        event_type: event.type,
        payload: delivery.payload ?? null,
        state: 'waiting',
        next_attempt_at: event.now,
        created_at: event.now,
      })),
    )
    .execute()
}

/** For all that change several deliveries: locked in one order, no two of them wait for each other. */
export const lockedInOrder = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('webhook_delivery as d')
    .select('d.id')
    .where(within(db, 'd'))
    // one shape however many there are: a transaction's connection keeps the plan of each shape
    .where(sql<SqlBool>`d.id = any (${[...ids]}::uuid[])`)
    .orderBy('d.id')
    .forUpdate()

/**
 * Claims those that are due for one attempt each, exclusively until the claim ends; what another transaction has in hand is
 * left to it.
 */
export function claimDeliveries(db: Db, ids: readonly string[], now: Date, claimedUntil: Date) {
  return db
    .updateTable('webhook_delivery')
    .from('webhook_endpoint')
    .set({ next_attempt_at: claimedUntil })
    .whereRef('webhook_endpoint.tenant_id', '=', 'webhook_delivery.tenant_id')
    .whereRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id')
    .where(within(db, 'webhook_delivery'))
    .where(
      'webhook_delivery.id',
      'in',
      lockedInOrder(db, ids)
        .where('d.state', 'in', ['waiting', 'failing'])
        // the queue's clock may be a little ahead of ours
        .where('d.next_attempt_at', '<=', new Date(now.getTime() + clockSkewMs))
        .skipLocked(),
    )
    .returning(sendableColumns)
    .execute()
}

/** The body of a message: that of its event, or its own. The endpoint is joined. */
export const payloadColumn = sql<string>`coalesce(webhook_delivery.payload, (
  select e.payload from merchant_event as e
  where e.tenant_id = webhook_delivery.tenant_id and e.merchant_id = webhook_delivery.merchant_id
    and e.mode = webhook_endpoint.mode and e.id = webhook_delivery.event_id), '')`.as('payload')

const sendableColumns = [
  'webhook_delivery.tenant_id',
  'webhook_delivery.id',
  'webhook_delivery.merchant_id',
  'webhook_delivery.endpoint_id',
  'webhook_delivery.payment_id',
  payloadColumn,
  'webhook_delivery.attempts',
  'webhook_delivery.event_type',
  'webhook_delivery.created_at',
  'webhook_endpoint.failures',
  'webhook_endpoint.waits_until',
  'webhook_endpoint.url',
  'webhook_endpoint.secret',
  'webhook_endpoint.previous_secret',
  'webhook_endpoint.previous_until',
  'webhook_endpoint.is_active',
  'webhook_endpoint.paused_at',
  'webhook_endpoint.failing_since',
] as const

/** The data of an attempt; undefined: no such delivery. */
export function findDeliveryToSend(db: Db, deliveryId: string) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint', (join) =>
      join
        .onRef('webhook_endpoint.tenant_id', '=', 'webhook_delivery.tenant_id')
        .onRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id'),
    )
    .select(sendableColumns)
    .where(within(db, 'webhook_delivery'))
    .where('webhook_delivery.id', '=', deliveryId)
    .executeTakeFirst()
}

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof findDeliveryToSend>>>

/**
 * Locks the delivery, so that attempts that end at the same time get different numbers. `scheduled`: those since it was opened
 * last, without those by hand.
 */
export async function readAttemptCounts(db: Db, deliveryId: string) {
  const { state, attempts, reopenedAt } = await db
    .selectFrom('webhook_delivery')
    .select(['state', 'attempts', 'reopened_at as reopenedAt'])
    .where(within(db, 'webhook_delivery'))
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (attempts === 0) return { state, all: 0, scheduled: 0 }
  const { others } = await db
    .selectFrom('webhook_attempt')
    .select((eb) => eb.fn.countAll<bigint>().as('others'))
    .where(within(db, 'webhook_attempt'))
    .where('delivery_id', '=', deliveryId)
    .where((eb) => {
      const isManual = eb('is_manual', '=', true)
      return reopenedAt === null ? isManual : eb.or([isManual, eb('created_at', '<', reopenedAt)])
    })
    .executeTakeFirstOrThrow()
  return { state, all: attempts, scheduled: attempts - Number(others) }
}

export interface NewAttempt {
  readonly id: string
  readonly merchantId: string
  readonly deliveryId: string
  readonly sequence: number
  readonly isManual: boolean
  readonly status: number | null
  readonly body: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly at: Date
}

export async function insertDeliveryAttempts(
  db: Db,
  attempts: readonly NewAttempt[],
): Promise<void> {
  await db
    .insertInto('webhook_attempt')
    .values(
      attempts.map((attempt) => ({
        tenant_id: tenantOf(db),
        id: attempt.id,
        merchant_id: attempt.merchantId,
        delivery_id: attempt.deliveryId,
        sequence: attempt.sequence,
        is_manual: attempt.isManual,
        response_status: attempt.status,
        response_body: attempt.body,
        error: attempt.error,
        duration_ms: attempt.durationMs,
        created_at: attempt.at,
      })),
    )
    .execute()
}

/** Those of the deliveries that were taken at their first attempt, and are stored as delivered now. */
export async function updateTakenAtOnce(
  db: Db,
  ids: readonly string[],
  deliveredAt: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('webhook_delivery')
    .set({ state: 'delivered', attempts: 1, delivered_at: deliveredAt, next_attempt_at: null })
    .where(within(db, 'webhook_delivery'))
    .where(
      'id',
      'in',
      lockedInOrder(db, ids).where('d.state', '=', 'waiting').where('d.attempts', '=', 0),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the outcome of a delivery and the number of attempts so far. */
export async function updateOutcome(
  db: Db,
  deliveryId: string,
  outcome: {
    readonly state: 'delivered' | 'failing' | 'given_up'
    readonly attempts?: number
    readonly nextAttemptAt?: Date
    readonly deliveredAt?: Date
  },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({
      state: outcome.state,
      next_attempt_at: outcome.nextAttemptAt ?? null,
      ...(outcome.attempts === undefined ? {} : { attempts: outcome.attempts }),
      ...(outcome.deliveredAt === undefined ? {} : { delivered_at: outcome.deliveredAt }),
    })
    .where(within(db, 'webhook_delivery'))
    .where('id', '=', deliveryId)
    .execute()
}

/** No attempt was made: the delivery is due at another instant. */
export async function updateDueAt(db: Db, deliveryId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: dueAt })
    .where(within(db, 'webhook_delivery'))
    .where('id', '=', deliveryId)
    .execute()
}

/** Stores the number of attempts only. */
export async function updateAttempts(db: Db, deliveryId: string, attempts: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ attempts })
    .where(within(db, 'webhook_delivery'))
    .where('id', '=', deliveryId)
    .execute()
}

/** Undefined: the endpoint was disabled before. */
export function disableEndpoint(db: Db, endpointId: string, reason: string) {
  return db
    .updateTable('webhook_endpoint')
    .set({ is_active: false, disabled_reason: reason })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .where('is_active', '=', true)
    .returning('merchant_id')
    .executeTakeFirst()
}

export const listTenantsWithOverdue = (db: Db, before: Date): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('webhook_delivery')
      .where(within(db, 'webhook_delivery'))
      .where('state', 'in', [sql.lit('waiting'), sql.lit('failing')])
      .where('next_attempt_at', '<', before),
  )

/** The oldest of each endpoint in turn: one that has thousands holds up no other. */
export function listOverdue(db: Db, before: Date, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('webhook_delivery')
        .select(['id', 'endpoint_id', 'next_attempt_at'])
        .select(
          sql`row_number() over (partition by endpoint_id order by next_attempt_at)`.as('turn'),
        )
        .where(within(db, 'webhook_delivery'))
        .where('state', 'in', ['waiting', 'failing'])
        .where('next_attempt_at', '<', before)
        .as('overdue'),
    )
    .select(['id', 'endpoint_id', 'next_attempt_at'])
    .orderBy('turn')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

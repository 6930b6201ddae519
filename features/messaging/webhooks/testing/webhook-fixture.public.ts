// A tenant whose merchant has a server for webhooks, anew for each test.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobs as declareJobs } from '@counterfoil/features/messaging/webhooks/webhooks.jobs.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'

const testing = await testDatabase()
export const { database, loader, owner, ownerUrl, urls } = testing
const { jobs: queues } = testing
/** Messages that were announced to workers, with the endpoints that they are for. */
export let announced: { deliveryId: string; group: string }[] = []
export const jobs: Jobs = {
  ...queues,
  announce(db, job, work) {
    queues.announce(db, job, work)
    const { deliveryId } = work.payload as { deliveryId: string }
    db.onCommit(() => announced.push({ deliveryId, group: work.group }))
  },
}
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const outbound = openOutbound({ mayReachPrivate: true, timeoutMs: 2_000 })
export const keys = openKeyWrapping(randomBytes(32))
export const [deliverJob, resendJob] = declareJobs({ outbound, keys })

export let clock = new Date()
export const context: JobContext = {
  database,
  jobs,
  log: pino({ level: 'silent' }),
  now: () => clock,
  signal: new AbortController().signal,
}

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A merchant's server that answers as told and remembers what it was sent. */
export class Receiver {
  readonly received: Received[] = []
  status = 200
  headers: Record<string, string> = {}
  /** Takes messages and leaves them without an answer. */
  isSilent = false
  port = 0
  #server: Server | undefined

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        this.received.push({ headers: request.headers as Record<string, string>, body })
        if (this.isSilent) return
        response.writeHead(this.status, this.headers).end('noted')
      })
    })
    await new Promise<void>((ready) => this.#server?.listen(this.port, '127.0.0.1', ready))
    this.port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((closed) => this.#server?.close(closed))
  }
}

export let receiver: Receiver
export let tenantId: string
export let merchantId: string

/** Goes on with another tenant and a server of its merchant. */
export async function renewMerchant(): Promise<void> {
  receiver = new Receiver()
  await receiver.start()
  tenantId = (await makeTenant({ loader })).id
  merchantId = (await makeMerchant({ loader }, { tenant_id: tenantId })).id
}

export function setClock(at: Date): void {
  clock = at
}

beforeEach(async () => {
  clock = new Date()
  announced = []
  await renewMerchant()
})
afterEach(() => receiver.stop())

export async function makeEndpoint(
  some: { mode?: number; event_types?: string[]; is_active?: boolean } = {},
) {
  const id = newId(clock)
  await loader
    .insertInto('webhook_endpoint')
    .values({
      tenant_id: tenantId,
      id,
      merchant_id: merchantId,
      url: `http://127.0.0.1:${receiver.port}/hook`,
      mode: 2,
      secret,
      event_types: ['*'],
      created_at: clock,
      ...some,
    })
    .execute()
  return id
}

export const eventId = () => newId(clock)

export function emitEvent(type = 'payment.captured', fails = false) {
  const paymentId = newId(clock)
  return database.transaction(tenantScope(tenantId), async (db) => {
    const event = { type, paymentId, eventId: eventId(), data: { id: paymentId, note: 'ğüş' } }
    await enqueueWebhooks(db, jobs, { ...event, now: clock, merchantId, mode: 2 })
    if (fails) throw new Error('the outcome is not kept')
  })
}

export const deliveries = () =>
  loader
    .selectFrom('webhook_delivery as d')
    .innerJoin('merchant_event as e', (join) =>
      join.onRef('e.tenant_id', '=', 'd.tenant_id').onRef('e.id', '=', 'd.event_id'),
    )
    .selectAll('d')
    .select('e.payload')
    .where('d.tenant_id', '=', tenantId)
    .execute()
export const attempts = () =>
  loader
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence')
    .execute()

export async function only() {
  const [first, ...others] = await deliveries()
  expect(others).toEqual([])
  if (first === undefined) throw new Error('There is no delivery')
  return first
}

export async function queued(): Promise<{ startAfter: Date; name: string }[]> {
  const { rows } = await owner.query(
    `select name, start_after as "startAfter" from pgboss.job where data->>'tenantId' = $1 and state < 'active' order by start_after`,
    [tenantId],
  )
  return rows
}

/** What the merchant's users are about to be told. */
export async function noticesOf(): Promise<unknown[]> {
  const { rows } = await owner.query<{ data: unknown }>(
    `select data from pgboss.job where data->>'tenantId' = $1 and name = 'notifications.fan-out'
     order by data->>'type', data->'to'->>'audience'`,
    [tenantId],
  )
  return rows.map(({ data }) => data)
}

/** As the worker does with what is announced; for each message whether it was sent here. */
export const runAnnounced = (declared = deliverJob) =>
  Promise.all(
    declared?.runAnnounced?.(
      announced.map(({ deliveryId }) => ({ tenantId, deliveryId })),
      context,
    ) ?? [],
  )

/** As the worker does: the job leaves the queue, then runs. */
export async function run(declared = deliverJob): Promise<void> {
  await owner.query("delete from pgboss.job where data->>'tenantId' = $1", [tenantId])
  for (const { id } of await deliveries()) {
    await declared?.run({ tenantId, deliveryId: id }, context)
  }
}

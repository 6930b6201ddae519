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

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A merchant's server that answers as it is set to, and keeps what it was sent. */
class Receiver {
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

/** A tenant whose merchant has a server for webhooks, anew for each test of the file. */
export async function openWebhookFixture() {
  const state = {
    clock: new Date(),
    /** Messages that were announced to workers, with the endpoints that they are for. */
    announced: [] as { deliveryId: string; group: string }[],
    receiver: new Receiver(),
    tenantId: '',
    merchantId: '',
  }
  const testing = await testDatabase()
  const { database, jobs: queues, loader, owner } = testing
  const jobs: Jobs = {
    ...queues,
    announce(db, job, work) {
      queues.announce(db, job, work)
      const { deliveryId } = work.payload as { deliveryId: string }
      db.onCommit(() => state.announced.push({ deliveryId, group: work.group }))
    },
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const outbound = openOutbound({ mayReachPrivate: true, timeoutMs: 2_000 })
  const keys = openKeyWrapping(randomBytes(32))
  const [deliverJob, resendJob] = declareJobs({ outbound, keys })

  const context: JobContext = {
    database,
    jobs,
    log: pino({ level: 'silent' }),
    now: () => state.clock,
    signal: new AbortController().signal,
  }

  /** Goes on with another tenant and a server of its merchant. */
  async function renewMerchant(): Promise<void> {
    state.receiver = new Receiver()
    await state.receiver.start()
    state.tenantId = (await makeTenant({ loader })).id
    state.merchantId = (await makeMerchant({ loader }, { tenant_id: state.tenantId })).id
  }

  beforeEach(async () => {
    state.clock = new Date()
    state.announced = []
    await renewMerchant()
  })
  afterEach(() => state.receiver.stop())

  async function makeEndpoint(
    some: { mode?: number; event_types?: string[]; is_active?: boolean } = {},
  ) {
    const id = newId(state.clock)
    await loader
      .insertInto('webhook_endpoint')
      .values({
        tenant_id: state.tenantId,
        id,
        merchant_id: state.merchantId,
        url: `http://127.0.0.1:${state.receiver.port}/hook`,
        mode: 2,
        secret,
        event_types: ['*'],
        created_at: state.clock,
        ...some,
      })
      .execute()
    return id
  }

  const eventId = () => newId(state.clock)

  function emitEvent(type = 'payment.captured', fails = false) {
    const paymentId = newId(state.clock)
    return database.transaction(tenantScope(state.tenantId), async (db) => {
      const event = { type, paymentId, eventId: eventId(), data: { id: paymentId, note: 'ğüş' } }
      await enqueueWebhooks(db, jobs, {
        ...event,
        now: state.clock,
        merchantId: state.merchantId,
        mode: 2,
      })
      if (fails) throw new Error('the outcome is not kept')
    })
  }

  const deliveries = () =>
    loader
      .selectFrom('webhook_delivery as d')
      .innerJoin('merchant_event as e', (join) =>
        join.onRef('e.tenant_id', '=', 'd.tenant_id').onRef('e.id', '=', 'd.event_id'),
      )
      .selectAll('d')
      .select('e.payload')
      .where('d.tenant_id', '=', state.tenantId)
      .execute()
  const attempts = () =>
    loader
      .selectFrom('webhook_attempt')
      .selectAll()
      .where('tenant_id', '=', state.tenantId)
      .orderBy('sequence')
      .execute()

  async function only() {
    const [first, ...others] = await deliveries()
    expect(others).toEqual([])
    if (first === undefined) throw new Error('There is no delivery')
    return first
  }

  async function queued(): Promise<{ startAfter: Date; name: string }[]> {
    const { rows } = await owner.query(
      `select name, start_after as "startAfter" from pgboss.job where data->>'tenantId' = $1 and state < 'active' order by start_after`,
      [state.tenantId],
    )
    return rows
  }

  /** What the merchant's users are about to be notified of. */
  async function noticesOf(): Promise<unknown[]> {
    const { rows } = await owner.query<{ data: unknown }>(
      `select data from pgboss.job where data->>'tenantId' = $1 and name = 'notifications.fan-out'
     order by data->>'type', data->'to'->>'audience'`,
      [state.tenantId],
    )
    return rows.map(({ data }) => data)
  }

  /** As the worker does with what is announced; for each message whether it was sent here. */
  const runAnnounced = (declared = deliverJob) =>
    Promise.all(
      declared?.runAnnounced?.(
        state.announced.map(({ deliveryId }) => ({ tenantId: state.tenantId, deliveryId })),
        context,
      ) ?? [],
    )

  /** As the worker does: the job leaves the queue, then runs. */
  async function run(declared = deliverJob): Promise<void> {
    await owner.query("delete from pgboss.job where data->>'tenantId' = $1", [state.tenantId])
    for (const { id } of await deliveries()) {
      await declared?.run({ tenantId: state.tenantId, deliveryId: id }, context)
    }
  }

  return {
    ...testing,
    state,
    secret,
    outbound,
    keys,
    deliverJob,
    resendJob,
    jobs,
    context,
    renewMerchant,
    makeEndpoint,
    emitEvent,
    deliveries,
    attempts,
    only,
    queued,
    noticesOf,
    runAnnounced,
    run,
  }
}

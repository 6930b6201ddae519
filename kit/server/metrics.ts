import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { bearerToken } from './authentication/access-token.ts'
import { forwardingHeaders } from './authentication/undeclared-proxy.ts'
import { type FigureSource, measureFigures } from './figures.ts'
import type { Settings } from './settings.ts'
import { version } from './version.ts'

/** Counts and times every request, logs it in one line, and serves the figures as Prometheus text. */
export function recordMetrics(
  app: FastifyInstance,
  settings: Settings,
  database: Pick<Database, 'replicaState' | 'machineStates'>,
  figures: readonly FigureSource[] = [],
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  if (database.replicaState() !== undefined) measureReplica(registry, database)
  measureMachines(registry, database)
  new Gauge({
    ...{ name: 'counterfoil_info', help: 'The version that runs', labelNames: ['version'] },
    registers: [registry],
  }).set({ version }, 1)
  const readFigures = measureFigures(registry, figures, (error) =>
    app.log.warn({ err: error }, 'figures of the metrics could not be read'),
  )
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'request',
    )
  })
  app.get('/api/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!mayReadMetrics(request, settings)) {
      throw new Problem('forbidden', 403, 'Metrics are read on loopback, or with the metrics token')
    }
    await readFigures()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function measureReplica(registry: Registry, database: Pick<Database, 'replicaState'>): void {
  const help = 'How old what the replica shows may be; no value while it does not answer'
  new Gauge({
    ...{ name: 'database_replica_behind_seconds', help, registers: [registry] },
    collect() {
      const { behindMs } = database.replicaState() ?? {}
      if (behindMs === undefined) this.reset()
      else this.set(behindMs / 1000)
    },
  })
  new Gauge({
    name: 'database_replica_used',
    help: '1 while reads go to the replica, 0 while the primary answers them',
    registers: [registry],
    collect() {
      this.set(database.replicaState()?.isUsed === true ? 1 : 0)
    },
  })
}

function measureMachines(registry: Registry, database: Pick<Database, 'machineStates'>): void {
  new Gauge({
    name: 'database_machine_reached',
    help: '1 while this process reaches the machine of the cluster, 0 while the coordinator asks it',
    labelNames: ['machine'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, isReached } of database.machineStates()) {
        this.set({ machine: name }, isReached ? 1 : 0)
      }
    },
  })
}

function mayReadMetrics(request: FastifyRequest, settings: Settings): boolean {
  if (settings.metricsToken !== undefined) {
    const expected = Buffer.from(settings.metricsToken)
    const given = Buffer.from(bearerToken(request.headers.authorization) ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const peer = request.raw.socket.remoteAddress ?? ''
  return !isForwarded(request) && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(peer)
}

/**
 * A proxy on this machine hands on requests of others. Not each says so in a header: some leave the address that was asked for
 * alone, and some speak HTTP 1.0, which no reader of metrics on this machine does.
 */
function isForwarded({ raw, hostname }: FastifyRequest): boolean {
  const { headers, httpVersion } = raw
  const isSaid =
    forwardingHeaders.some((name) => headers[name] !== undefined) ||
    Object.keys(headers).some((name) => /forwarded|^x-envoy-|-(client|connecting)-ip$/.test(name))
  return isSaid || httpVersion === '1.0' || !loopbackNames.includes(hostname)
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1']

// The identity provider's own HTTP server: beside the API in one process, or on a machine of its own.
import './known-runtime.ts'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '@counterfoil/kit/database/pool.ts'
import type { SecretBox } from '@counterfoil/kit/database/secret-box.ts'
import {
  trustedProxies,
  undeclaredProxy,
} from '@counterfoil/kit/server/authentication/undeclared-proxy.ts'
import { openClientSecrets } from '@counterfoil/kit/server/client-secrets.ts'
import type { Draining } from '@counterfoil/kit/server/draining.ts'
import { endConnections } from '@counterfoil/kit/server/end-connections.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import proxyAddress from '@fastify/proxy-addr'
import type pg from 'pg'
import type { Logger } from 'pino'
import { removeExpired } from './adapter.ts'
import { removeOldBeginnings } from './federation/under-way.ts'
import type { Reach } from './federation/upstream.ts'
import { createProvider } from './provider.ts'
import { answerFaults, recordFailures, recordRequests, recordSignOuts } from './request-log.ts'
import { accountPages } from './routes.ts'
import { openSecretBox, sealStored } from './secret-box.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { securityHeaders } from './security-headers.ts'
import { rememberOrigin } from './sessions.ts'
import { rememberShared } from './sign-in-source.ts'

export interface IdentityOptions {
  readonly settings: Settings
  /** For the role counterfoil_identity. */
  readonly databaseUrl: string
  readonly log: Logger
  /** Calls to providers whose addresses tenants typed. */
  readonly reach: Reach
  /** Whether this process is about to stop. */
  readonly draining?: Pick<Draining, 'hasBegun'>
}

export interface RunningIdentity {
  /** Where it listens, as a URL. */
  readonly address: string
  /** Differs from the settings' only when the port was left to the system (0), as tests do. */
  readonly issuer: string
  close(): Promise<void>
}

/** How soon another process's new keys are known here. */
const renewalCheckMs = 60_000
const cleanUpMs = 10 * 60_000

/** Starts the embedded OpenID provider; it answers when the promise resolves. */
export async function startIdentity(options: IdentityOptions): Promise<RunningIdentity> {
  const { settings, databaseUrl, log } = options
  const pool = openPool({
    connectionString: databaseUrl,
    max: 8,
    application_name: 'counterfoil-identity',
    connectionTimeoutMillis: 10_000,
  })
  let handle = answerStarting
  const server = createServer((request, response) => handle(request, response))
  const beginToClose = endConnections(server)
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  try {
    const port = await listen(server, settings.identityPort, settings.host)
    const issuer = settings.identityPort === 0 ? `http://localhost:${port}` : settings.oidc.issuer
    refusePath(issuer)
    const box = openSecretBox(settings)
    await sealStored(pool, box)
    let secrets = await readSecrets({ pool, box }, new Date())
    const renewed = () =>
      withHealth(
        options.draining,
        behindProxy(issuer, settings, answerWith(issuer, secrets, pool, box, options)),
      )
    handle = renewed()
    const timers = [
      every(renewalCheckMs, log, async () => {
        const fresh = await readSecrets({ pool, box }, new Date())
        if (fresh.version === secrets.version) return
        secrets = fresh
        handle = renewed()
        log.info('the identity provider signs with renewed keys')
      }),
      every(cleanUpMs, log, async () => {
        await removeExpired(pool)
        await removeOldBeginnings(pool)
      }),
    ]
    const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
    log.info({ address, issuer }, 'identity provider listens')
    return { address, issuer, close: () => stop({ server, beginToClose, timers, pool }) }
  } catch (error) {
    await stop({ server, beginToClose, timers: [], pool })
    throw error
  }
}

/** The port is open before the keys are read: a proxy gives what comes meanwhile to another process, which is not to wait. */
const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'retry-after': '1', 'cache-control': 'no-store' }).end()
}

function answerWith(
  issuer: string,
  secrets: Secrets,
  pool: pg.Pool,
  box: SecretBox,
  { settings, log, reach }: IdentityOptions,
): RequestListener {
  const provider = createProvider({ issuer, settings, pool, secrets })
  const pages = { pool, portalUrl: settings.publicUrl }
  provider.use(recordRequests(log))
  provider.use(securityHeaders(issuer, settings.publicUrl))
  provider.use(answerFaults(pages, log))
  const { isDemo, smtpUrl, publicUrl } = settings
  const outboxUrl = isDemo && smtpUrl === undefined ? `${publicUrl}/sandbox/mail` : undefined
  const upstream = { issuer, reach, isDemo, clientSecrets: openClientSecrets(settings) }
  provider.use(accountPages(provider, { ...pages, log, issuer, isDemo, outboxUrl, box, upstream }))
  provider.on('interaction.ended', (ctx) => rememberOrigin(pool, log, ctx))
  recordSignOuts(provider, pool, log)
  recordFailures(provider, log)
  return provider.callback()
}

/** For proxies, as the API's is: whether this process takes requests. */
function withHealth(
  draining: IdentityOptions['draining'],
  handle: RequestListener,
): RequestListener {
  return (request, response) => {
    if (request.url !== '/health/live') return handle(request, response)
    const isStopping = draining?.hasBegun === true
    response.writeHead(isStopping ? 503 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify({ status: isStopping ? 'stopping' : 'live' }))
  }
}

/**
 * The public address is the issuer's, whatever a proxy or a client says; the caller's address is read through the proxies
 * that the settings trust, and no others.
 */
function behindProxy(issuer: string, settings: Settings, handle: RequestListener): RequestListener {
  const { protocol, host } = new URL(issuer)
  const trusted = trustedProxies(settings)
  const isUndeclared = undeclaredProxy(settings)
  return (request: IncomingMessage, response) => {
    if (isUndeclared(request)) rememberShared(request)
    request.headers['x-forwarded-for'] = proxyAddress(request, trusted)
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    request.headers['x-forwarded-host'] = host
    return handle(request, response)
  }
}

function refusePath(issuer: string): void {
  if (new URL(issuer).pathname !== '/') {
    throw new Error(`IDENTITY_URL must be an origin of its own, without a path: ${issuer}`)
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Repeats quiet work; a failure is written down and the next turn tries again. */
function every(ms: number, log: Logger, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => {
    work().catch((error) => log.warn({ err: error }, 'identity upkeep failed'))
  }, ms).unref()
}

/** Lets what is being answered finish, then lets go of the database. */
async function stop({
  server,
  beginToClose,
  timers,
  pool,
}: {
  readonly server: Server
  readonly beginToClose: () => void
  readonly timers: readonly NodeJS.Timeout[]
  readonly pool: pg.Pool
}): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  if (server.listening) {
    const closed = new Promise((resolve) => server.close(resolve))
    beginToClose()
    await closed
  }
  await pool.end()
}

// Starts what this process serves, from the database up.
import { type ApiOptions, startApi } from '@counterfoil/api/server.ts'
import { checkSpread, checkWorkers } from '@counterfoil/database/cluster.ts'
import { checkMigrated } from '@counterfoil/database/migrate.ts'
import { type OpenPostgres, openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { withPayByBank } from '@counterfoil/features/payments/bank-payments/pay-by-bank.public.ts'
import { confirmCode } from '@counterfoil/identity/confirm-code.ts'
import { openSecretBox } from '@counterfoil/identity/secret-box.ts'
import { startIdentity } from '@counterfoil/identity/server.ts'
import { type Database, openDatabase } from '@counterfoil/kit/database/database.ts'
import { openPool } from '@counterfoil/kit/database/pool.ts'
import { openJobs } from '@counterfoil/kit/jobs/boss.ts'
import { holdSchedule } from '@counterfoil/kit/jobs/hold-schedule.ts'
import {
  needsProxyNamed,
  undeclaredProxyText,
} from '@counterfoil/kit/server/authentication/undeclared-proxy.ts'
import { makeDraining } from '@counterfoil/kit/server/draining.ts'
import type { HealthCheck } from '@counterfoil/kit/server/health.ts'
import { secretsKeyFor } from '@counterfoil/kit/server/secrets-key.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import { startWorker } from '@counterfoil/worker/worker.ts'
import { makeMoreHistory } from '@counterfoil/workloads/demo/more-history.ts'
import { growPayouts } from '@counterfoil/workloads/demo/payouts.ts'
import { seedDemo } from '@counterfoil/workloads/demo/seed-demo.ts'
import type { Logger } from 'pino'
import type { Closing } from './closing.ts'
import { describeForeignProvider } from './foreign-provider.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly say: (what: string) => void
  readonly closing: Closing
}

/** Returns when everything listens; whether it is ready, the health check says. */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, log, say, closing } = options
  const { roles, oidc } = settings
  if (needsProxyNamed(settings)) {
    say(undeclaredProxyText)
    log.warn(undeclaredProxyText)
  }
  const opened = await openBasis(options)
  const { postgres, database, providers } = opened
  if (roles.has('api') || roles.has('worker')) await checkStorage(providers.storage, options)
  if (settings.isDemo) await fillDemo(options, postgres, database)

  const draining = makeDraining()
  const basis = { ...opened, draining, checks: healthChecksOf(opened) }
  if (roles.has('identity') && oidc.isEmbedded) await serveIdentity(options, basis)
  if (!oidc.isEmbedded && (roles.has('api') || roles.has('web'))) {
    for (const line of await describeForeignProvider(settings)) say(line)
  }
  const growsDemo = settings.isDemo && roles.has('worker') && settings.demoPayments > 0
  // books whose history is half loaded would differ
  const proof = growsDemo ? await holdSchedule(database, 'ledger.prove') : undefined
  if (roles.has('worker')) await serveWorker(options, basis)
  if (roles.has('api') || roles.has('web')) await serveApi(options, basis)
  if (settings.drainMs > 0 && (roles.has('api') || roles.has('web') || roles.has('identity'))) {
    closing.add('answers to what still comes', () => draining.begin(settings.drainMs))
  }
  if (proof !== undefined) growDemo(options, postgres, database, proof)
}

type Opened = Awaited<ReturnType<typeof openBasis>>

interface Basis extends Opened {
  readonly draining: ReturnType<typeof makeDraining>
  readonly checks: HealthCheck[]
}

/** What every role stands on: the database, brought to this version, its connections, the job queue and the outside. */
async function openBasis({ settings, say, closing }: ServeOptions) {
  say(settings.databaseUrl ? 'connecting to the database' : 'starting the database')
  const postgres = await openPostgres(settings, say)
  closing.add('database', () => postgres.close())
  await prepareDatabase(postgres.ownerUrl, say)

  const { appUrl, platformUrl, isCluster, pooled } = postgres
  // people's reads are the API's
  const replica = settings.roles.has('api') ? postgres.replica : undefined
  const database = openDatabase({ appUrl, platformUrl, pooled, replica, isCluster })
  closing.add('connections', () => database.close())
  const jobs = await openJobs(appUrl)
  closing.add('job queue', () => jobs.close())
  const providers = withPayByBank(openOutside(settings, appUrl), database)
  closing.add('providers', () => providers.close())
  return { postgres, database, jobs, providers }
}

const openOutside = (settings: Settings, appUrl: string): Providers =>
  openProviders({
    sandboxDatabaseUrl: appUrl,
    publicUrl: settings.publicUrl,
    mayReachPrivate: settings.isDemo,
    storage: { url: settings.storageUrl, dataDir: settings.dataDir },
    reportFileBytes: settings.reportFileBytes,
    acquirerTimeoutMs: settings.acquirerTimeoutMs,
    identityUrl: settings.oidc.issuer,
    smtp: { url: settings.smtpUrl, from: settings.mailFrom },
    languageModel: settings.languageModel,
    masterKey: masterKeyOf(settings),
    sandboxNoticeKey: secretsKeyFor('notices of the sandbox acquirers', settings),
  })

function healthChecksOf({ postgres, database, jobs }: Opened): HealthCheck[] {
  const checks: HealthCheck[] = [
    { name: 'migrations', check: () => checkMigrated(database) },
    { name: 'jobs', check: () => jobs.check() },
  ]
  if (!postgres.isCluster) return checks
  return [
    ...checks,
    { name: 'spread', check: () => checkSpread(database) },
    // without one of them the tenants of the others are served all the same
    { name: 'workers', check: () => checkWorkers(database), isOptional: true },
  ]
}

/** Where the identity provider's tables are reached. */
const identityUrlOf = ({ pooled, identityUrl }: OpenPostgres): string =>
  pooled?.identityUrl ?? identityUrl

async function serveIdentity(
  { settings, log, say, closing }: ServeOptions,
  { postgres, providers, draining }: Basis,
): Promise<void> {
  say('starting the identity provider')
  const identity = await startIdentity({
    settings,
    databaseUrl: identityUrlOf(postgres),
    log,
    reach: providers.outbound.fetch,
    draining,
  })
  closing.add('identity provider', () => identity.close())
}

async function serveWorker(
  { log, say, closing }: ServeOptions,
  { postgres: { appUrl }, database, providers, checks }: Basis,
): Promise<void> {
  say('starting the worker')
  const worker = await startWorker({ database, appUrl, providers, log })
  closing.add('worker', () => worker.stop())
  checks.push({ name: 'worker', check: () => worker.check() })
}

async function serveApi(
  { settings, log, say, closing }: ServeOptions,
  { postgres, database, jobs, providers, checks, draining }: Basis,
): Promise<void> {
  say('starting the API')
  const codes = openPool({ connectionString: identityUrlOf(postgres), max: 2 })
  const box = settings.oidc.isEmbedded ? openSecretBox(settings) : undefined
  const verifyCode: NonNullable<ApiOptions['verifyCode']> = (tried) =>
    box === undefined
      ? Promise.resolve('not_enrolled')
      : confirmCode({ pool: codes, log, box }, tried)
  const options = { settings, database, jobs, providers, log, checks, verifyCode, draining }
  const api = await startApi(options)
  closing.add('API', async () => {
    await api.close()
    await codes.end()
  })
}

/** What is wrong with it is known at the start; payments go on without it. */
async function checkStorage(
  storage: Pick<Providers['storage'], 'check'>,
  { log, say }: Pick<ServeOptions, 'log' | 'say'>,
): Promise<void> {
  try {
    await storage.check()
  } catch (error) {
    const why = (error as Error).cause instanceof Error ? (error as Error).cause : error
    say(`files cannot be stored: ${(why as Error).message || (why as Error).name}`)
    log.warn({ err: error }, 'files cannot be stored')
  }
}

const masterKeyOf = (settings: Settings) => secretsKeyFor('tenants’ encryption keys', settings)

/** Makes the demo's history larger beside everything else; what is not made by the end of this process the next one makes. */
function growDemo(
  { settings, log, closing }: ServeOptions,
  { ownerUrl, appUrl }: OpenPostgres,
  database: Database,
  proof: { release(): Promise<void> },
): void {
  const stopping = new AbortController()
  const payments = settings.demoPayments
  const { signal } = stopping
  const grow = async () => {
    const now = new Date()
    const { publicUrl } = settings
    const masterKey = masterKeyOf(settings)
    await growPayouts({ database, appUrl, publicUrl, log, signal, masterKey }, now).catch(
      (error) => {
        if (signal.aborted) throw error
        log.error(error, 'payouts of the demo could not be made')
      },
    )
    return makeMoreHistory({ database, ownerUrl, payments, now, signal })
  }
  const growing = grow()
    .then(
      (isMade) => isMade && log.info({ payments }, "the demo's history has grown"),
      (error) => signal.aborted || log.error(error, "the demo's history could not grow"),
    )
    .finally(() => proof.release())
  closing.add('history of the demo', async () => {
    stopping.abort()
    await growing
  })
}

async function fillDemo(
  { settings, log, say }: ServeOptions,
  postgres: OpenPostgres,
  database: Database,
): Promise<void> {
  const identity = settings.oidc.isEmbedded
    ? openPool({ connectionString: postgres.identityUrl, max: 2 })
    : undefined
  try {
    const { appUrl } = postgres
    await seedDemo({ database, identity, settings, appUrl, log, now: new Date(), say })
  } finally {
    await identity?.end()
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  confirmByCode,
  confirmBySignIn,
  type VerifyCode,
} from '@counterfoil/features/access/strong-authentication/sca.public.ts'
import { signInOf, viewFinder } from '@counterfoil/features/access/view-as/view-as.public.ts'
import { storeRefusedCall } from '@counterfoil/features/payments/api-logs/api-logs.public.ts'
import { webhookMessage } from '@counterfoil/features/payments/merchant-api/merchant-payment.schema.ts'
import { healthFigures } from '@counterfoil/features/settings/health/health-figures.public.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { JobQueues } from '@counterfoil/kit/jobs/job.ts'
import {
  type AccessTokenVerifier,
  accessTokenVerifier,
  bearerToken,
} from '@counterfoil/kit/server/authentication/access-token.ts'
import type { Draining } from '@counterfoil/kit/server/draining.ts'
import { type HealthCheck, healthRoutes } from '@counterfoil/kit/server/health.ts'
import { buildServer } from '@counterfoil/kit/server/server.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { scanRoutes } from './features.ts'

export interface ApiOptions {
  readonly settings: Settings
  readonly database: Database
  readonly jobs: JobQueues
  readonly providers: Providers
  readonly log: Logger
  /** Further checks of `ready` besides database and identity: migrations, jobs. */
  readonly checks?: readonly HealthCheck[]
  /** Whether this process is about to stop. */
  readonly draining?: Pick<Draining, 'hasBegun'>
  /** Verifies one-time codes of the embedded provider's users; without it every action that requires one is refused. */
  readonly verifyCode?: VerifyCode
  /** For tests that issue their own tokens, with the ids of users as subjects. */
  readonly tokens?: AccessTokenVerifier
  readonly subjectsAreIds?: boolean
}

/** The API with every feature's routes, and the portal's files when this process serves them; not yet listening. */
export async function buildApi(options: ApiOptions): Promise<FastifyInstance> {
  const { settings, database, log, jobs } = options
  const tokens = options.tokens ?? accessTokenVerifier(settings.oidc)
  const { subjectsAreIds = settings.oidc.isEmbedded } = options
  const findCaller = callerFinder(database, Date.now, { subjectsAreIds })
  const findView = viewFinder(database)
  const checks: HealthCheck[] = [
    { name: 'database', check: () => database.ping(2000) },
    {
      name: 'identity',
      check: () => tokens.ready(),
      isOptional: !settings.oidc.isEmbedded,
    },
    ...replicaChecks(database),
    ...(options.checks ?? []),
  ]
  return buildServer({
    settings,
    database,
    jobs,
    log,
    figures: healthFigures(database),
    routes: [...healthRoutes(checks, options.draining), ...(await scanRoutes(options.providers))],
    identifyUser: async (request) => {
      const token = await tokens.verify(bearerToken(request.headers.authorization))
      return findView(await findCaller(token), signInOf(token.claims), request, database.now())
    },
    identifyApiKey: (request) => identifyApiKey(request, database, settings),
    merchantApi: {
      guide: readFileSync(join(import.meta.dirname, '../../docs/merchant-api.md'), 'utf8'),
      event: webhookMessage,
    },
    storeRefusedCall: (call) => storeRefusedCall(database, call),
    confirm: confirmer(options, tokens),
    ...(settings.roles.has('web')
      ? { portalFolder: join(import.meta.dirname, '../web/dist') }
      : {}),
  })
}

/** Where there is a replica: `down` while nothing is read from it. */
function replicaChecks(database: Database): HealthCheck[] {
  if (database.replicaState() === undefined) return []
  const check = async () => {
    const { isUsed = false, behindMs } = database.replicaState() ?? {}
    if (isUsed) return
    throw new Error(behindMs === undefined ? 'It does not answer' : `It is ${behindMs} ms behind`)
  }
  return [{ name: 'replica', check, isOptional: true }]
}

/** Actions are confirmed by codes of the embedded provider's apps, or by a strong sign-in at another provider. */
function confirmer(options: ApiOptions, tokens: AccessTokenVerifier) {
  const { settings, database } = options
  const verifyCode = options.verifyCode ?? (async () => 'not_enrolled' as const)
  return settings.oidc.isEmbedded
    ? confirmByCode(database, verifyCode)
    : confirmBySignIn(
        (authorization) => tokens.verify(bearerToken(authorization)),
        settings.oidc.sca,
      )
}

async function identifyApiKey(request: FastifyRequest, database: Database, settings: Settings) {
  const key = bearerToken(request.headers.authorization)
  if (key === undefined)
    throw new Problem('api_key.missing', 401, 'Send your API key as a bearer token')
  const named = request.headers['merchant-id']
  const merchantId = named === undefined ? undefined : merchantIdIn(String(named))
  const caller = await findApiKey(database, key, database.now(), settings.isDemo, merchantId)
  if (!caller)
    throw new Problem(
      'api_key.invalid',
      401,
      'This API key does not exist, has expired or was switched off',
    )
  return caller
}

function merchantIdIn(text: string): string {
  const { data, success } = id.safeParse(text)
  if (!success) throw notFound('The merchant')
  return data
}

/** Listens until the returned function is called, which lets running requests finish. */
export async function startApi(
  options: ApiOptions,
): Promise<{ address: string; close: () => Promise<void> }> {
  const app = await buildApi(options)
  const address = await app.listen({ port: options.settings.port, host: options.settings.host })
  return { address, close: () => app.close() }
}

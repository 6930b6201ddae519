import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { withPayByBank } from '@counterfoil/features/payments/bank-payments/pay-by-bank.public.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { healthRoutes } from '@counterfoil/kit/server/health.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { confirmingAcr } from '@counterfoil/kit/testing/browser-sign-in.ts'
import { makeUser, type UserInput } from '@counterfoil/kit/testing/makers.ts'
import { type TestDatabase, testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { startTokenIssuer, type TokenIssuer } from '@counterfoil/kit/testing/token-issuer.ts'
import type { GuardedRequest } from '@counterfoil/providers/outbound/guarded-fetch.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import {
  merchantIdOf,
  storeOrganisations,
  tenantIdOf,
} from '@counterfoil/workloads/demo/store-organisations.ts'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll } from 'vitest'
import { scanRoutes } from '../features.ts'
import { buildApi } from '../server.ts'
import { countAnew } from './resource-values.ts'

/** Somebody who calls, and what they may see. */
export interface Actor {
  readonly kind: ActorKind
  readonly userType: Audience
  readonly subject: string
  readonly token: string
  readonly permissions: readonly string[]
  /** Rows of this tenant, and of these merchants where rows have one; null: all of the tenant's. */
  readonly tenantId: string
  readonly merchantIds: readonly string[] | null
  /** Payments by these methods; undefined: by all. */
  readonly methods?: readonly string[] | undefined
  /** Payments through these providers; undefined: through all. */
  readonly providers?: readonly string[] | undefined
}

const northwind = tenantIdOf('northwind')
const harbour = merchantIdOf('harbour')

type Person = Omit<UserInput, 'permissions'>
const kinds = {
  platform: { user_type: 'platform', tenant_id: tenantIdOf('counterfoil') },
  operator: { user_type: 'tenant', tenant_id: northwind },
  narrow: {
    user_type: 'tenant',
    tenant_id: northwind,
    limited_to_methods: ['card', 'alternative'],
    limited_to_providers: ['sandbox_alpha'],
  },
  limited: { user_type: 'tenant', tenant_id: northwind, limited_to: [harbour] },
  merchant: { user_type: 'merchant', tenant_id: northwind, merchant_id: harbour },
} as const satisfies Record<string, Person>
export type ActorKind = keyof typeof kinds
type Limits = Pick<Person, 'limited_to' | 'limited_to_methods' | 'limited_to_providers'>

/** The API on a database of its own with the demo organisations, and a provider that signs tokens for anybody. */
export interface TestApi {
  readonly app: FastifyInstance
  readonly providers: Providers
  /** What the sandbox acquirers sign their notices with. */
  readonly sandboxNoticeKey: Buffer
  readonly endpoints: readonly AnyEndpoint[]
  readonly test: TestDatabase
  readonly issuer: TokenIssuer
  /** The ids of all actors so far. */
  readonly actors: ReadonlySet<string>
  /** An actor with every permission of its audience, but those taken; `limits`: it sees less than others of its kind. */
  actor(kind: ActorKind, without?: readonly string[], limits?: Limits): Promise<Actor>
  /** Another process of the product on the same database: it shares nothing else with the first. */
  replica(): Promise<FastifyInstance>
  /** All that an actor of this kind can hold. */
  permissionsOf(kind: ActorKind): string[]
}

export const audience = 'http://localhost:4000/api'

export interface StageOptions {
  /** The application signs in as the owner, whom no policy binds: row-level security is off. */
  readonly withoutRowSecurity?: boolean
  /** As in production: nothing is sent to addresses on this machine. */
  readonly reachesPublicAlone?: boolean
  /** Where the portal is served, too: `http://127.0.0.1:4321`. It listens once somebody says so. */
  readonly portalUrl?: string
}

export async function openTestApi(wanted: StageOptions = {}): Promise<TestApi> {
  countAnew()
  const test = await testDatabase()
  await storeOrganisations(test.database)
  const issuer = await startTokenIssuer({ audience })
  const { isCluster } = test
  const database = wanted.withoutRowSecurity
    ? openDatabase({ appUrl: test.ownerUrl, platformUrl: test.ownerUrl, isCluster })
    : test.database
  const settings = readSettings({
    OIDC_ISSUER: issuer.issuer,
    OIDC_AUDIENCE: audience,
    DEMO: 'on',
    ...(wanted.portalUrl === undefined
      ? { ROLES: 'api' }
      : { ROLES: 'api,web', PUBLIC_URL: wanted.portalUrl }),
    RATE_LIMIT_PER_MINUTE: '0',
    SCA_ACR_VALUES: confirmingAcr,
    SCA_MAX_AGE_S: '3600',
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-stage-'))
  const sandboxNoticeKey = randomBytes(32)
  const opened = openProviders({
    sandboxDatabaseUrl: test.urls.app,
    publicUrl: settings.publicUrl,
    mayReachPrivate: wanted.reachesPublicAlone !== true,
    // longer than the sandbox's slow card takes, and no longer: each call of a silent acquirer waits for it
    acquirerTimeoutMs: 3_000,
    storage: { dataDir },
    masterKey: randomBytes(32),
    sandboxNoticeKey,
    bankFetch: (url, request) => fetchFrom(app, url, request),
  })
  const providers = withPayByBank(opened, database)
  const log = pino({ level: 'silent' })
  const subjectsAreIds = true
  const options = { settings, database, jobs: test.jobs, providers, log, subjectsAreIds }
  const app: FastifyInstance = await buildApi(options)
  afterAll(async () => {
    await app.close()
    await Promise.all([providers.close(), issuer.close()])
    rmSync(dataDir, { recursive: true, force: true })
    if (database !== test.database) await database.close()
  })
  const actors = new Set<string>()
  return {
    app,
    async replica() {
      const { app: appUrl, platform: platformUrl } = test.urls
      const own = openDatabase({ appUrl, platformUrl, isCluster })
      const other = await buildApi({ ...options, database: own })
      afterAll(async () => {
        await other.close()
        await own.close()
      })
      return other
    },
    providers,
    sandboxNoticeKey,
    actors,
    endpoints: [...healthRoutes([]), ...(await scanRoutes(providers))].map((one) => one.endpoint),
    test,
    issuer,
    permissionsOf: (kind) => permissionsOf(kinds[kind].user_type),
    async actor(kind, without = [], limits = {}) {
      const person: Person = { ...kinds[kind], ...limits }
      const permissions = permissionsOf(person.user_type).filter((one) => !without.includes(one))
      const { id } = await makeUser(test, { ...person, permissions })
      actors.add(id)
      return {
        kind,
        methods: person.limited_to_methods,
        providers: person.limited_to_providers,
        userType: person.user_type,
        subject: id,
        // signed in just now, which is what confirms with a provider of another's
        token: await issuer.token(id, {
          ...{ acr: confirmingAcr, auth_time: Math.floor(Date.now() / 1000) },
        }),
        permissions,
        tenantId: person.tenant_id,
        merchantIds: merchantsOf(person),
      }
    },
  }
}

/** The sandbox's banks stand at the API's own address, where nothing listens in most tests. */
async function fetchFrom(
  app: FastifyInstance,
  url: string,
  { method = 'GET', headers = {}, body }: GuardedRequest = {},
): Promise<Response> {
  const { pathname, search } = new URL(url)
  const answer = await app.inject({
    ...{ method: method as 'GET', url: pathname + search, headers: { ...headers } },
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  const isEmpty = answer.statusCode === 204
  return new Response(isEmpty ? null : answer.body, { status: answer.statusCode })
}

function merchantsOf({ merchant_id, limited_to }: Person): readonly string[] | null {
  return limited_to ?? (merchant_id === undefined ? null : [merchant_id])
}

import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { trustedProxies } from './authentication/undeclared-proxy.ts'

const urlOf = (protocol: RegExp, begins: string) =>
  z.url({ protocol, error: `This is no address that begins with ${begins}` })
const webUrl = urlOf(/^https?$/, 'https:// or http://')
const databaseUrl = urlOf(/^postgres(ql)?$/, 'postgres://')
const port = z.coerce.number().int().min(1).max(65_535)

/** Each setting with its default. This is the only place that reads the environment. */
export const environment = z.object({
  PORT: port.default(4000),
  IDENTITY_PORT: port.default(4001),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL_URL: databaseUrl.optional(),
  PUBLIC_URL: webUrl
    .refine(isOrigin, 'Protocol, host and port alone: the portal lies at the top of its host')
    .optional(),
  IDENTITY_URL: webUrl.optional(),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_CLIENT_ID: z.string().default('counterfoil-portal'),
  OIDC_SCOPES: z.string().optional(),
  OIDC_RESOURCE: z.string().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_SUBJECT_CLAIM: z.string().default('sub'),
  OIDC_EMAIL_CLAIM: z.string().default('email'),
  OIDC_EMAIL_VERIFIED: z.enum(['said', 'assumed']).default('said'),
  OIDC_ACCESS_TOKEN_SIGN: z
    .string()
    .regex(/^[^=]+(=.+)?$/, 'A claim that access tokens alone have: scp, or typ=Bearer')
    .optional(),
  OIDC_PROFILE_CLAIM: z.string().default('profile'),
  OIDC_REGISTER_URL: webUrl.optional(),
  OIDC_ACCOUNT_URL: webUrl.optional(),
  SCA_ACR_VALUES: z.string().optional(),
  SCA_MAX_AGE_S: z.coerce.number().int().min(30).max(3600).default(300),
  SIGN_IN_POPUP: z.enum(['on', 'off']).default('off'),
  STORAGE_URL: urlOf(/^(s3|file)$/, 's3:// or file://').optional(),
  SMTP_URL: urlOf(/^smtps?$/, 'smtp:// or smtps://').optional(),
  MAIL_FROM: emailAddress.optional(),
  LANGUAGE_MODEL_URL: webUrl.optional(),
  LANGUAGE_MODEL_NAME: z.string().min(1).default('gpt-4o-mini'),
  LANGUAGE_MODEL_KEY: z.string().min(1).optional(),
  ROLES: z.string().default('web,api,worker,identity'),
  DEMO: z.enum(['on', 'off']).optional(),
  DEMO_PAYMENTS: z.coerce.number().int().min(0).max(200_000).default(20_000),
  METRICS_TOKEN: z.string().min(16).optional(),
  SECRETS_KEY: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  // another word would be no production: the demo, with passwords that everybody knows
  NODE_ENV: z.enum(['', 'production', 'development', 'test']).optional(),
  TRUSTED_PROXIES: z.string().superRefine(checkProxies).optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
  REPORT_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .max(256 * 1024 * 1024)
    .default(16 * 1024 * 1024),
  DRAIN_MS: z.coerce.number().int().min(0).max(50_000).default(0),
  ACQUIRER_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
})

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  // what is no address at all is refused already
  return url === null || url.href === `${url.origin}/`
}

function checkProxies(text: string, context: z.RefinementCtx): void {
  try {
    trustedProxies({ trustedProxies: text })
  } catch (error) {
    context.addIssue((error as Error).message)
  }
}

const roles = ['web', 'api', 'worker', 'identity'] as const
export type Role = (typeof roles)[number]

export interface Settings {
  readonly port: number
  readonly identityPort: number
  readonly host: string
  readonly dataDir: string
  /** Unset: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** An owner's connection string to a streaming replica of it, for what people look at. */
  readonly databaseReadUrl: string | undefined
  /** An owner's connection string to a pooler before it, in transaction mode. */
  readonly databasePoolUrl: string | undefined
  readonly publicUrl: string
  readonly oidc: {
    /** True when the embedded provider serves. */
    readonly isEmbedded: boolean
    readonly issuer: string
    readonly clientId: string
    readonly scopes: string
    /** Resource indicator to ask for; undefined for providers that know none. */
    readonly resource: string | undefined
    /** What an access token's `aud` must hold; undefined: not checked (providers without resource indicators). */
    readonly audience: string | undefined
    readonly claims: { readonly subject: string; readonly email: string; readonly profile: string }
    /** Whether every address that the provider names counts, also where it does not say that it verified it. */
    readonly isEmailTrusted: boolean
    /** Which claim marks an access token where its type does not: `scp`, `typ=Bearer`. */
    readonly accessTokenSign: string | undefined
    /** Where people register and look after their account; undefined: this provider has no such page for us. */
    readonly registerUrl: string | undefined
    readonly accountUrl: string | undefined
    /** With another provider: how a sign-in must have been made to confirm an action, and how long ago at most. */
    readonly sca: { readonly acrValues: readonly string[]; readonly maxAgeS: number }
    /** Whether the sign-in opens a window of its own before it leaves the page. */
    readonly usesPopup: boolean
  }
  readonly storageUrl: string | undefined
  readonly smtpUrl: string | undefined
  /** The address that mail comes from. */
  readonly mailFrom: string
  /** Drafts the scope of tickets; undefined: that is done without one. */
  readonly languageModel:
    | { readonly url: string; readonly model: string; readonly key: string | undefined }
    | undefined
  readonly roles: ReadonlySet<Role>
  readonly isDemo: boolean
  /** How many payments the demo's history is made larger by, in the background; 0: by none. */
  readonly demoPayments: number
  readonly isProduction: boolean
  readonly metricsToken: string | undefined
  /** What secrets in the database are sealed with; unset: a key of its own in the data folder. */
  readonly secretsKey: string | undefined
  readonly logLevel: string
  readonly trustedProxies: string | undefined
  /** Requests a minute for one caller; 0: no limit. */
  readonly rateLimitPerMinute: number
  /** A report of more is several files. */
  readonly reportFileBytes: number
  /** So long a process that is asked to stop goes on, while its health checks already say that it stops. */
  readonly drainMs: number
  /** An acquirer that has not answered by then is asked no longer; what it did is looked up. */
  readonly acquirerTimeoutMs: number
}

const embeddedScopes =
  'openid profile email offline_access Merchant Payment Webhook Accounting Support FileService Banking'

type Environment = z.output<typeof environment>

/** Reads and checks the environment; throws a list of what is wrong with it. */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  // one that is empty was meant to have a value: its default may be another database, or no limit; NODE_ENV needs none
  const names = Object.keys(environment.shape).filter((name) => name !== 'NODE_ENV')
  const empty = names.filter((name) => env[name]?.trim() === '')
  if (empty.length > 0) {
    throw wrongSettings(
      ...empty.map((name) => `${name}: It is empty: leave it out for its default`),
    )
  }
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    throw wrongSettings(
      ...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    )
  }
  const e = parsed.data
  refuseContradictions(e)
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '')
  return {
    port: e.PORT,
    identityPort: e.IDENTITY_PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    databasePoolUrl: e.DATABASE_POOL_URL,
    publicUrl,
    oidc: oidcSettings(e, publicUrl),
    storageUrl: e.STORAGE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    languageModel:
      e.LANGUAGE_MODEL_URL === undefined
        ? undefined
        : { url: e.LANGUAGE_MODEL_URL, model: e.LANGUAGE_MODEL_NAME, key: e.LANGUAGE_MODEL_KEY },
    roles: rolesIn(e.ROLES),
    isDemo: isDemo(e),
    demoPayments: e.DEMO_PAYMENTS,
    isProduction: isProduction(e),
    metricsToken: e.METRICS_TOKEN,
    secretsKey: e.SECRETS_KEY,
    logLevel: e.LOG_LEVEL,
    trustedProxies: e.TRUSTED_PROXIES,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    reportFileBytes: e.REPORT_FILE_BYTES,
    drainMs: e.DRAIN_MS,
    acquirerTimeoutMs: e.ACQUIRER_TIMEOUT_MS,
  }
}

const wrongSettings = (...faults: readonly string[]) =>
  new Error(['Settings are wrong:', ...faults.map((fault) => `  ${fault}`)].join('\n'))

const isProduction = (e: Environment): boolean => e.NODE_ENV === 'production'

const isDemo = (e: Environment): boolean =>
  e.DEMO === undefined ? e.DATABASE_URL === undefined && !isProduction(e) : e.DEMO === 'on'

/** The embedded provider serves. */
const isIdentityEmbedded = (e: Environment): boolean => e.OIDC_ISSUER === undefined

/** Each setting is right by itself; what they say together may not be. */
function refuseContradictions(e: Environment): void {
  if (e.DATABASE_READ_URL !== undefined && e.DATABASE_URL === undefined) {
    throw wrongSettings(
      'DATABASE_READ_URL: the embedded database has no replica; DATABASE_URL names one that has',
    )
  }
  if (e.DATABASE_POOL_URL !== undefined && e.DATABASE_URL === undefined) {
    throw wrongSettings('DATABASE_POOL_URL: needs DATABASE_URL too, for what goes past the pooler')
  }
  if (isProduction(e) && isDemo(e)) {
    throw wrongSettings('DEMO: production refuses the demo and its secrets')
  }
  if (isProduction(e) && e.SECRETS_KEY === undefined) {
    // each machine would make one of its own, and none could open what another sealed
    throw wrongSettings(
      'SECRETS_KEY: production needs one, of 32 characters or more; after a start without one it is what stands in secrets.key in DATA_DIR',
    )
  }
}

function rolesIn(text: string): ReadonlySet<Role> {
  const named = text.split(',').map((role) => role.trim())
  const unknown = named.filter((role) => !(roles as readonly string[]).includes(role))
  if (unknown.length > 0) {
    throw wrongSettings(`ROLES: ${unknown.join(', ')} is none of ${roles.join(', ')}`)
  }
  return new Set(named as Role[])
}

/** How people sign in: at the embedded provider, or at another one. */
function oidcSettings(e: Environment, publicUrl: string): Settings['oidc'] {
  const isEmbedded = isIdentityEmbedded(e)
  const resource = e.OIDC_RESOURCE ?? (isEmbedded ? `${publicUrl}/api` : undefined)
  // another provider's issuer is compared to the letter, a closing slash included
  const issuer =
    e.OIDC_ISSUER ?? (e.IDENTITY_URL ?? `http://localhost:${e.IDENTITY_PORT}`).replace(/\/$/, '')
  const ownPage = (name: string) => (isEmbedded ? `${issuer}/Identity/Account/${name}` : undefined)
  return {
    isEmbedded,
    issuer,
    clientId: e.OIDC_CLIENT_ID,
    scopes: e.OIDC_SCOPES ?? (isEmbedded ? embeddedScopes : 'openid profile email offline_access'),
    resource,
    audience: e.OIDC_AUDIENCE ?? resource,
    claims: {
      subject: e.OIDC_SUBJECT_CLAIM,
      email: e.OIDC_EMAIL_CLAIM,
      profile: e.OIDC_PROFILE_CLAIM,
    },
    isEmailTrusted: e.OIDC_EMAIL_VERIFIED === 'assumed',
    accessTokenSign: e.OIDC_ACCESS_TOKEN_SIGN,
    registerUrl: e.OIDC_REGISTER_URL ?? ownPage('Register'),
    accountUrl: e.OIDC_ACCOUNT_URL ?? ownPage('Manage'),
    sca: {
      acrValues: e.SCA_ACR_VALUES?.split(' ').filter((one) => one !== '') ?? [],
      maxAgeS: e.SCA_MAX_AGE_S,
    },
    usesPopup: e.SIGN_IN_POPUP === 'on',
  }
}

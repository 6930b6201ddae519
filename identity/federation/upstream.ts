// The OpenID client of a tenant's provider: code flow with PKCE, state and nonce; the id token's signature is always
// verified, and the answer must name its issuer where the provider says that it does (RFC 9207).
import type { SecretBox } from '@counterfoil/kit/database/secret-box.ts'
import * as client from 'openid-client'
import type { Federation, FederationSettings } from './federations.ts'

/** What calls the provider: addresses inside our own network are refused, as its settings are typed by tenants. */
export type Reach = (
  url: string,
  request: {
    method?: string
    headers?: Record<string, string>
    body?: unknown
    signal?: AbortSignal | undefined
  },
) => Promise<Response>

export interface UpstreamServices {
  readonly issuer: string
  readonly reach: Reach
  /** Opens the client secrets. */
  readonly clientSecrets: SecretBox
  /** Providers on this machine are spoken to without encryption. */
  readonly isDemo: boolean
}

/** Where a sign-in failed; the step says whose turn it is to look. */
export class UpstreamFailure extends Error {
  readonly step: 'discovery' | 'keys' | 'sign-in' | 'token' | 'claims'

  constructor(step: UpstreamFailure['step'], message: string, cause?: unknown) {
    super(message, { cause })
    this.step = step
  }
}

export const redirectUri = (issuer: string, providerId: string) =>
  `${issuer}/Identity/Account/External/${providerId}`

const timeoutS = 10
const clockToleranceS = 30
/** A provider's addresses and keys may change; a sign-in that needs a new key fetches it at once. */
const keptMs = 10 * 60_000

const opened = new WeakMap<
  UpstreamServices['reach'],
  Map<string, { at: number; config: client.Configuration }>
>()

/** The provider as it describes itself, as it was a few minutes ago at most; `fresh` asks it now. */
export async function openUpstream(
  services: UpstreamServices,
  federation: Federation,
  fresh = false,
): Promise<client.Configuration> {
  const kept = opened.get(services.reach) ?? new Map()
  opened.set(services.reach, kept)
  const key = `${federation.providerId} ${federation.digest}`
  const known = kept.get(key)
  if (!fresh && known !== undefined && known.at > Date.now() - keptMs) return known.config
  const config = await discover(services, federation)
  if (kept.size >= 500) kept.clear()
  kept.set(key, { at: Date.now(), config })
  return config
}

async function discover(
  { reach, clientSecrets, isDemo }: UpstreamServices,
  { settings, clientSecret, tenantId, providerId }: Federation,
): Promise<client.Configuration> {
  const call: client.CustomFetch = (url, { method, headers, body, signal }) =>
    reach(url, { method, headers, body, signal })
  const execute = isDemo ? [client.allowInsecureRequests] : []
  const found = await client
    .discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
      execute,
      timeout: timeoutS,
      [client.customFetch]: call,
    })
    .catch((error) => {
      throw new UpstreamFailure('discovery', reasonOf(error), error)
    })
  const server = found.serverMetadata()
  // some describe an issuer for everybody's organisations, whose people would all be let in
  if (new URL(server.issuer).href !== new URL(settings.issuer).href) {
    throw new UpstreamFailure('discovery', `It calls itself ${server.issuer}`)
  }
  if (server.authorization_endpoint === undefined || server.token_endpoint === undefined) {
    throw new UpstreamFailure('discovery', 'It names no authorization or no token endpoint')
  }
  if (server.jwks_uri === undefined) {
    throw new UpstreamFailure('keys', 'It names no keys (jwks_uri)')
  }
  const secret =
    clientSecret === null
      ? undefined
      : clientSecrets.open(clientSecret, `${tenantId}/${providerId}`)
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication =
    secret === undefined
      ? client.None()
      : methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(secret)
        : client.ClientSecretPost(secret)
  const metadata = { [client.clockTolerance]: clockToleranceS }
  const config = new client.Configuration(server, settings.clientId, metadata, authentication)
  config[client.customFetch] = call
  config.timeout = timeoutS
  if (isDemo) client.allowInsecureRequests(config)
  // a secure connection is not enough: a token without a valid signature is refused
  client.enableNonRepudiationChecks(config)
  return config
}

export interface Beginning {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Where the browser is sent to, and what must come back with it. */
export async function beginUpstream(
  config: client.Configuration,
  { settings, providerId }: Federation,
  asked: {
    readonly issuer: string
    readonly loginHint?: string | undefined
    readonly isFresh?: boolean
  },
): Promise<Beginning> {
  const [state, nonce, codeVerifier] = [
    client.randomState(),
    client.randomNonce(),
    client.randomPKCECodeVerifier(),
  ]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(asked.issuer, providerId),
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(asked.loginHint === undefined ? {} : { login_hint: asked.loginHint }),
    ...(asked.isFresh === true ? { prompt: 'login' } : {}),
  })
  return { url: url.href, state, nonce, codeVerifier }
}

/** What the provider says of somebody, as its settings read it. */
export interface UpstreamPerson {
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly givenName: string
  readonly familyName: string
  readonly groups: readonly string[]
  readonly amr: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
}

/** Exchanges the code that came back to `url`; whatever is not as it must be is an `UpstreamFailure`. */
export async function finishUpstream(
  config: client.Configuration,
  { settings }: Federation,
  url: URL,
  expected: { readonly state: string; readonly nonce: string; readonly codeVerifier: string },
): Promise<UpstreamPerson> {
  const tokens = await client
    .authorizationCodeGrant(config, url, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.codeVerifier,
      idTokenExpected: true,
    })
    .catch((error) => {
      const isAnswer = error instanceof client.AuthorizationResponseError
      throw new UpstreamFailure(isAnswer ? 'sign-in' : 'token', reasonOf(error), error)
    })
  const claims = tokens.claims()
  if (claims === undefined) throw new UpstreamFailure('token', 'There is no id token in the answer')
  const needed = [settings.emailClaim, 'email_verified', settings.groupsClaim]
  const isWhole = needed.every((name) => name === null || claims[name] !== undefined)
  const more =
    isWhole || config.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error) => {
          throw new UpstreamFailure('claims', reasonOf(error), error)
        })
  return personOf(together(claims, more, settings), settings)
}

type Claims = Readonly<Record<string, unknown>>

/** The id token counts before userinfo; whether an address is verified is taken from where that address stands. */
function together<T extends Claims>(
  claims: T,
  more: Claims,
  { emailClaim }: FederationSettings,
): T {
  const isSame = claims[emailClaim] === undefined || claims[emailClaim] === more[emailClaim]
  const said = claims[emailClaim] === undefined ? undefined : claims.email_verified
  return { ...more, ...claims, email_verified: said ?? (isSame ? more.email_verified : undefined) }
}

/** Reads claims by their names in the settings. */
export function personOf(
  claims: Claims & { readonly sub: string },
  settings: FederationSettings,
): UpstreamPerson {
  const email = textOf(claims[settings.emailClaim])?.toLowerCase()
  return {
    subject: claims.sub,
    email,
    isEmailVerified: email !== undefined && isVerified(email, claims, settings),
    givenName: textOf(claims[settings.givenNameClaim]) ?? textOf(claims.name) ?? '',
    familyName: textOf(claims[settings.familyNameClaim]) ?? '',
    groups: settings.groupsClaim === null ? [] : textsOf(claims[settings.groupsClaim]),
    amr: textsOf(claims.amr),
    claims,
  }
}

/** Some providers write it as text. What says no is never taken for verified, whatever is assumed. */
function isVerified(
  address: string,
  { email, email_verified: said }: Claims,
  { isEmailAssumed }: FederationSettings,
): boolean {
  // it speaks of the claim `email`, which need not be where the address stands
  const isOfIt = textOf(email)?.toLowerCase() === address
  if (said === true || said === 'true') return isOfIt || isEmailAssumed
  return isEmailAssumed && (said === undefined || said === null)
}

const maxText = 254

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
  return text === '' ? undefined : text.slice(0, maxText)
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .map(textOf)
    .filter((text) => text !== undefined)
    .slice(0, 500)

/** In the provider's words, for whoever set it up: they are told nothing that the browser could not see. */
function reasonOf(error: unknown): string {
  if (
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError
  ) {
    const { error: code, error_description: description } = error
    return description === undefined ? code : `${code}: ${description}`
  }
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}

import { hash } from 'node:crypto'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { providerTimeoutMs, readDiscovery } from './discovery.ts'
import { askUserinfo, isOpaque, opaqueTokenMs } from './opaque-token.ts'

export interface AccessTokenOptions {
  readonly issuer: string
  /** What `aud` must hold; undefined for providers that know no resource indicators: then it is not checked. */
  readonly audience?: string | undefined
  /** Names of the claims that say who it is; the provider decides them. */
  readonly claims: { readonly subject: string; readonly email: string; readonly profile: string }
  /** Takes an e-mail also where the provider does not say that it verified it. */
  readonly isEmailTrusted?: boolean
  /** By which claim the provider marks its access tokens, where their type does not: `scp`, or `typ=Bearer`. */
  readonly accessTokenSign?: string | undefined
  /** The portal's client there: without an audience, a token of another client's is not ours. */
  readonly clientId?: string | undefined
  readonly clockToleranceS?: number
  /** How many verified tokens are remembered. */
  readonly maxRemembered?: number
  readonly now?: () => Date
}

/** Who a verified access token speaks for. */
export interface AccessToken {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** It names an address, which does not count because nobody says that it was verified. */
  readonly isEmailUnverified: boolean
  /** The user type as the provider names it. */
  readonly profile: string | undefined
  readonly expiresAt: Date
  readonly issuedAtS: number | undefined
  readonly claims: JWTPayload
}

export interface AccessTokenVerifier {
  /** Answers whom the token speaks for, or throws a Problem: 401 `token.…`, or 503 when the provider is out of reach. */
  verify(token: string | undefined): Promise<AccessToken>
  /** Fails when the provider does not answer; for the readiness check. */
  ready(): Promise<void>
}

// Asymmetric alone: with `none` or HS256 the provider's public key would be the secret.
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const maxTokenLength = 16_384

/** The token of an `Authorization: Bearer …` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
}

/**
 * Verifies access tokens of any OpenID provider by its published keys. A verified token is remembered by its hash until
 * it expires, so that the signature is checked once and not with every request.
 */
export function accessTokenVerifier(options: AccessTokenOptions): AccessTokenVerifier {
  const { issuer, audience, clockToleranceS = 5, now = () => new Date() } = options
  const remembered = new Remembered(options.maxRemembered ?? 10_000)
  const keys = providerKeys(issuer)

  return {
    async ready() {
      await readDiscovery(issuer)
    },
    async verify(token) {
      if (token === undefined || token === '') {
        throw new Problem('token.missing', 401, 'Sign in first: the request has no access token')
      }
      const key = hash('sha256', token, 'base64')
      const at = now()
      const known = remembered.find(key)
      if (known !== undefined) {
        if (known.expiresAt.getTime() + clockToleranceS * 1000 > at.getTime()) return known
        remembered.forget(key)
      }
      // without an audience to compare, the provider's own word on a token counts as much as its signature
      if (audience === undefined && isOpaque(token)) {
        const claims = await askUserinfo(issuer, token)
        const expiresAt = new Date(at.getTime() + opaqueTokenMs)
        const asked = accessTokenOf(claims, options, expiresAt)
        remembered.keep(key, asked)
        return asked
      }
      refuseBeforeKeys(token, options)
      const getKey = await keys()
      try {
        const { payload } = await jwtVerify(token, getKey, {
          issuer,
          algorithms,
          requiredClaims: ['exp', options.claims.subject],
          clockTolerance: clockToleranceS,
          currentDate: at,
          ...(audience === undefined ? {} : { audience }),
        })
        // jwtVerify required `exp` and checked that it is a number
        const expiresAt = new Date((payload.exp as number) * 1000)
        refuseFuture(payload, at)
        const verified = accessTokenOf(payload, options, expiresAt)
        const known = lacksEmail(payload, verified)
          ? await withUserinfo(verified, token, options)
          : verified
        remembered.keep(key, known)
        return known
      } catch (error) {
        throw problemOf(error)
      }
    },
  }
}

/** What the token says of itself decides the message, and spares the key look-up for tokens that are not ours. */
function refuseBeforeKeys(token: string, options: AccessTokenOptions): void {
  if (token.length > maxTokenLength) throw invalid('The access token is too long')
  let header: ReturnType<typeof decodeProtectedHeader>
  let payload: JWTPayload
  try {
    header = decodeProtectedHeader(token)
    payload = decodeJwt(token)
  } catch (cause) {
    throw invalid('The access token is not a JSON web token', cause)
  }
  if (!algorithms.includes(header.alg ?? 'none')) throw invalid('Its algorithm is not accepted')
  if (payload.iss !== options.issuer) {
    throw new Problem(
      'token.wrong_issuer',
      401,
      `The access token is of another issuer than OIDC_ISSUER, which is ${options.issuer}. Each start says what to set it to.`,
    )
  }
  if (!isAccessToken(header.typ, payload, options)) throw invalid(notAnAccessToken)
  if (options.audience === undefined && isAnothers(payload, options)) {
    throw new Problem('token.wrong_audience', 401, 'The access token was given to another client')
  }
}

const notAnAccessToken =
  'The token is not marked as an access token: its type is not at+jwt, and it does not have OIDC_ACCESS_TOKEN_SIGN'

/**
 * RFC 9068 marks access tokens as `at+jwt`. Of providers that write `JWT` or nothing there an administrator names the claim
 * that marks them; without it an id token, signed with the same key, could pass for one.
 */
function isAccessToken(
  headerType: string | undefined,
  payload: JWTPayload,
  { accessTokenSign }: AccessTokenOptions,
): boolean {
  const type = headerType?.toLowerCase().replace(/^application\//, '')
  if (type === 'at+jwt') return true
  if (accessTokenSign === undefined || (type !== undefined && type !== 'jwt')) return false
  // these are of id and logout tokens, whatever else they hold
  const marks = ['at_hash', 'c_hash', 's_hash', 'events']
  if (marks.some((claim) => claim in payload)) return false
  const [name = '', value] = accessTokenSign.split('=')
  return value === undefined ? name in payload : payload[name] === value
}

/** Providers name the client by one of these. */
const clientClaims = ['client_id', 'azp', 'appid', 'cid'] as const

function isAnothers(payload: JWTPayload, { clientId }: AccessTokenOptions): boolean {
  const named = clientClaims.map((claim) => payload[claim]).filter((one) => one !== undefined)
  return clientId !== undefined && named.length > 0 && !named.includes(clientId)
}

/** Of a clock that goes ahead: what it signs would hold longer than it says. */
const maxAheadS = 60

function refuseFuture({ iat }: JWTPayload, at: Date): void {
  if (iat === undefined || iat <= at.getTime() / 1000 + maxAheadS) return
  throw invalid(
    'The access token was issued in the future: the clock of the identity provider, or of this machine, is wrong',
  )
}

function accessTokenOf(
  payload: JWTPayload,
  options: AccessTokenOptions,
  expiresAt: Date,
): AccessToken {
  const text = (claim: string) => {
    const value = payload[claim]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const subject = text(options.claims.subject)
  if (subject === undefined) {
    throw invalid(`The access token has no text in its claim ${options.claims.subject}`)
  }
  const email = text(options.claims.email)
  const isTaken = isVerified(payload, options)
  return {
    issuer: options.issuer,
    subject,
    email: isTaken ? email : undefined,
    isEmailUnverified: email !== undefined && !isTaken,
    profile: text(options.claims.profile),
    expiresAt,
    issuedAtS: payload.iat,
    claims: payload,
  }
}

/** A provider that says nothing of the e-mail in the token may say it where it is asked; one that doubts it has said so. */
const lacksEmail = ({ email_verified: said }: JWTPayload, { email }: AccessToken): boolean =>
  email === undefined && String(said ?? 'true').toLowerCase() === 'true'

/** The e-mail and the user type from the provider's userinfo, which OpenID has also for tokens that can be read here. */
async function withUserinfo(
  token: AccessToken,
  text: string,
  options: AccessTokenOptions,
): Promise<AccessToken> {
  const { userinfoUrl } = await readDiscovery(options.issuer).catch(() => noUserinfo)
  if (userinfoUrl === undefined) return token
  const payload = await askUserinfo(options.issuer, text)
  // where it has the claim at all: tokens may call somebody otherwise than userinfo does
  const { [options.claims.subject]: subject = token.subject } = payload
  if (subject !== token.subject) throw invalid('The identity provider names another subject')
  const userInfo = accessTokenOf(
    { ...payload, [options.claims.subject]: subject },
    options,
    token.expiresAt,
  )
  const isEmailUnverified = token.isEmailUnverified || userInfo.isEmailUnverified
  return {
    ...token,
    email: userInfo.email,
    isEmailUnverified,
    profile: token.profile ?? userInfo.profile,
  }
}
const noUserinfo = { userinfoUrl: undefined }

/** An address that its holder did not confirm may be anybody's. */
function isVerified({ email_verified: said }: JWTPayload, { isEmailTrusted }: AccessTokenOptions) {
  // some providers write it as text
  const word = String(said ?? '').toLowerCase()
  return word === 'true' || (isEmailTrusted === true && word === '')
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof errors.JWTExpired) {
    return new Problem('token.expired', 401, 'The access token has expired', { cause: error })
  }
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return new Problem('token.wrong_audience', 401, 'The access token is for another audience', {
      cause: error,
    })
  }
  const isOutOfReach =
    error instanceof errors.JWKSTimeout ||
    !(error instanceof errors.JOSEError) ||
    error.code === 'ERR_JOSE_GENERIC'
  return isOutOfReach ? unreachable(error) : invalid('The access token is not valid', error)
}

function invalid(text: string, cause?: unknown): Problem {
  return new Problem('token.invalid', 401, text, { cause })
}

function unreachable(cause: unknown): Problem {
  return new Problem('identity.unreachable', 503, 'The identity provider does not answer', {
    cause,
    retryAfterS: 5,
  })
}

/** The provider's keys as its discovery document names them, asked for once; a failure is asked again by the next. */
function providerKeys(issuer: string): () => Promise<JWTVerifyGetKey> {
  let asked: Promise<JWTVerifyGetKey> | undefined
  return () => {
    asked ??= discoverKeys(issuer).catch((error) => {
      asked = undefined
      throw unreachable(error)
    })
    return asked
  }
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const { jwksUri } = await readDiscovery(issuer)
  return createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: providerTimeoutMs })
}

/** A bounded memory that forgets the least recently used. */
class Remembered {
  readonly #tokens = new Map<string, AccessToken>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  find(key: string): AccessToken | undefined {
    const found = this.#tokens.get(key)
    if (found === undefined) return undefined
    // a Map keeps the order of insertion: putting it in again makes it the youngest
    this.#tokens.delete(key)
    this.#tokens.set(key, found)
    return found
  }

  keep(key: string, token: AccessToken): void {
    if (this.#tokens.size >= this.#max) {
      const oldest = this.#tokens.keys().next()
      if (!oldest.done) this.#tokens.delete(oldest.value)
    }
    this.#tokens.set(key, token)
  }

  forget(key: string): void {
    this.#tokens.delete(key)
  }
}

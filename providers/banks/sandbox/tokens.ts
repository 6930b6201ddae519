import { hash, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { clientId, signatureAlgorithm } from '../participant-key.ts'
import {
  addressOf,
  type BankAnswer,
  BankRefusal,
  type BankRequest,
  type BankServerOptions,
  headerOf,
} from './answers.ts'
import { addToken, findConsent, findToken, type TokenRecord, useCode } from './records.ts'
import type { SandboxBank } from './sandbox-banks.ts'

const accessLifeS = 300
const refreshLifeS = 400 * 86_400

const secret = () => randomBytes(32).toString('base64url')
export const hashOf = (text: string): string => hash('sha256', text, 'base64url')

/** The token endpoint: RFC 6749 with PKCE, and clients that sign who they are (private_key_jwt). */
export async function giveTokens(
  options: BankServerOptions,
  bank: SandboxBank,
  { body }: BankRequest,
): Promise<BankAnswer> {
  const form = new URLSearchParams(body)
  await requireClient(options, bank, form)
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return { status: 200, body: await issue(options, bank, 'client', null) }
    case 'authorization_code':
      return { status: 200, body: await ofCode(options, bank, form) }
    case 'refresh_token':
      return { status: 200, body: await ofRefreshToken(options, bank, form) }
    default:
      throw oauthError('unsupported_grant_type')
  }
}

const oauthError = (code: string, status = 400) => new BankRefusal(status, code, code)

async function requireClient(
  { participant, publicUrl, now }: BankServerOptions,
  bank: SandboxBank,
  form: URLSearchParams,
): Promise<void> {
  const { publicKey } = await participant()
  try {
    await jwtVerify(form.get('client_assertion') ?? '', publicKey, {
      ...{ algorithms: [signatureAlgorithm], issuer: clientId, subject: clientId },
      ...{ audience: `${addressOf(publicUrl, bank.id)}/token`, currentDate: now() },
    })
  } catch {
    throw oauthError('invalid_client', 401)
  }
}

async function ofCode(
  options: BankServerOptions,
  bank: SandboxBank,
  form: URLSearchParams,
): Promise<object> {
  const at = options.now()
  const code = hashOf(form.get('code') ?? '')
  const used = await useCode(options.database, bank.id, code, at)
  if (used === undefined || used.codeExpiresAt === null || used.codeExpiresAt <= at) {
    throw oauthError('invalid_grant')
  }
  const isSame =
    used.redirectUri === form.get('redirect_uri') &&
    used.codeChallenge === hashOf(form.get('code_verifier') ?? '')
  if (!isSame) throw oauthError('invalid_grant')
  return issue(options, bank, 'access', used.consentId)
}

async function ofRefreshToken(
  options: BankServerOptions,
  bank: SandboxBank,
  form: URLSearchParams,
): Promise<object> {
  const { database, now } = options
  const token = await findToken(database, bank.id, hashOf(form.get('refresh_token') ?? ''), now())
  if (token?.kind !== 'refresh' || token.consentId === null) throw oauthError('invalid_grant')
  const consent = await findConsent(database, bank.id, token.consentId)
  const isOver = consent?.expiresAt != null && consent.expiresAt <= now()
  if (consent?.status !== 'AUTH' || isOver) throw oauthError('invalid_grant')
  return issue(options, bank, 'access', consent.id)
}

async function issue(
  { database, now }: BankServerOptions,
  bank: SandboxBank,
  kind: 'client' | 'access',
  consentId: string | null,
): Promise<object> {
  const at = now().getTime()
  const store = async (of: TokenRecord['kind'], lifeS: number) => {
    const token = secret()
    const expiresAt = new Date(at + lifeS * 1000)
    const record = { hash: hashOf(token), kind: of, bank: bank.id, client: clientId, consentId }
    await addToken(database, { ...record, expiresAt })
    return token
  }
  const access = await store(kind, accessLifeS)
  return {
    ...{ access_token: access, token_type: 'Bearer', expires_in: accessLifeS },
    ...(kind === 'access' ? { refresh_token: await store('refresh', refreshLifeS) } : {}),
  }
}

/** The token that a request carries. */
export async function requireToken(
  { database, now }: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
  kind: 'client' | 'access',
): Promise<TokenRecord> {
  const [, given = ''] = /^Bearer (.+)$/.exec(headerOf(request, 'authorization')) ?? []
  const token = await findToken(database, bank.id, hashOf(given), now())
  if (token?.kind !== kind) throw new BankRefusal(401, 'U001', 'The access token is not valid')
  return token
}

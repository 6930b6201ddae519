import { randomUUID } from 'node:crypto'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { SignJWT } from 'jose'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import {
  type Bank,
  type BankEntry,
  BankFailure,
  type BankInfo,
  type BankOrder,
  type BankPayment,
  type BankTokens,
  type Consent,
} from './bank.ts'
import { signDetached } from './detached-signature.ts'
import { type Participant, signatureAlgorithm } from './participant-key.ts'
import { consentStateOf, paymentStateOf } from './statuses.ts'
import { minorOf } from './wire-amounts.ts'

export interface ClientOptions extends BankInfo {
  /** Where the bank stands: its paths follow. */
  readonly address: string
  readonly version: 'v3.1' | 'v4.0'
  readonly fetch: GuardedFetch
  readonly participant: () => Promise<Participant>
  readonly now: () => Date
}

interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token: string
  readonly body?: object
  readonly idempotencyKey?: string
  /** Payments are signed. */
  readonly isSigned?: boolean
  readonly signal?: AbortSignal | undefined
}

/** What a bank answers is looked at field by field. */
interface Json {
  readonly [name: string]: Json | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const callMs = 8_000
const requestLifeS = 300

const accountPermissions = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
  'ReadTransactionsDetail',
] as const

/** A bank of UK Open Banking (read/write API 4.0, or 3.1 with its older words). */
export function openBankingClient(options: ClientOptions): Bank {
  const { id, name, isSandbox, currencies } = options
  const client = (scope: 'accounts' | 'payments', signal?: AbortSignal) =>
    clientToken(options, scope, signal)
  return {
    ...{ id, name, isSandbox, currencies },
    async createAccountConsent({ idempotencyKey, expiresAt }, signal) {
      const body = {
        Data: {
          Permissions: accountPermissions,
          ExpirationDateTime: expiresAt.toISOString(),
        },
        Risk: {},
      }
      const token = await client('accounts', signal)
      const path = 'aisp/account-access-consents'
      const order = { method: 'POST', path, body, idempotencyKey } as const
      return consentOf(await ask(options, { ...order, token, signal }))
    },
    async readConsent(kind, consentId, signal) {
      const path =
        kind === 'accounts' ? 'aisp/account-access-consents' : 'pisp/domestic-payment-consents'
      const token = await client(kind, signal)
      const found = { method: 'GET', path: `${path}/${consentId}`, token, signal } as const
      return consentOf(await ask(options, found))
    },
    async revokeAccountConsent(consentId, signal) {
      const token = await client('accounts', signal)
      const path = `aisp/account-access-consents/${consentId}`
      await ask(options, { method: 'DELETE', path, token, signal })
    },
    redirectUrl: (redirect) => redirectUrl(options, redirect),
    exchangeCode: ({ code, verifier, redirectUri }, signal) =>
      askToken(
        options,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
        signal,
      ),
    refreshTokens: (refreshToken, signal) =>
      askToken(options, { grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    async listAccounts(token, signal) {
      const found = await ask(options, { method: 'GET', path: 'aisp/accounts', token, signal })
      return listIn(found.Data?.Account).map((one) => ({
        accountId: String(one.AccountId),
        name: String(one.Nickname ?? one.Description ?? one.AccountId),
        number: String(listIn(one.Account)[0]?.Identification ?? ''),
        currency: String(one.Currency),
      }))
    },
    async readBalance(token, { accountId, currency }, signal) {
      const path = `aisp/accounts/${accountId}/balances`
      const found = await ask(options, { method: 'GET', path, token, signal })
      const [balance] = listIn(found.Data?.Balance)
      if (balance === undefined) throw answerFault('The bank names no balance')
      return {
        amountMinor: signedAmount(balance, currency),
        at: new Date(String(balance.DateTime)),
      }
    },
    async listEntries(token, { accountId, currency }, from, signal) {
      const query = new URLSearchParams({ fromBookingDateTime: from.toISOString() })
      const path = `aisp/accounts/${accountId}/transactions?${query}`
      const found = await ask(options, { method: 'GET', path, token, signal })
      return listIn(found.Data?.Transaction).map((one) => entryOf(one, currency))
    },
    async createPaymentConsent(order, signal) {
      const token = await client('payments', signal)
      const body = { Data: { Initiation: initiationOf(order) }, Risk: riskOf() }
      const path = 'pisp/domestic-payment-consents'
      const about = { idempotencyKey: order.reference, isSigned: true, signal } as const
      return consentOf(await ask(options, { method: 'POST', path, body, token, ...about }))
    },
    async submitPayment(token, consentId, order, signal) {
      const body = {
        Data: { ConsentId: consentId, Initiation: initiationOf(order) },
        Risk: riskOf(),
      }
      const path = 'pisp/domestic-payments'
      const about = { idempotencyKey: order.reference, isSigned: true, signal } as const
      return paymentOf(await ask(options, { method: 'POST', path, body, token, ...about }))
    },
    async readPayment(bankPaymentId, signal) {
      const token = await client('payments', signal)
      const path = `pisp/domestic-payments/${bankPaymentId}`
      return paymentOf(await ask(options, { method: 'GET', path, token, signal }))
    },
  }
}

/** What the payer agrees to; the payment repeats it word by word. */
function initiationOf({ reference, amountMinor, currency, creditorName, remittance }: BankOrder) {
  return {
    InstructionIdentification: reference.replaceAll('-', ''),
    EndToEndIdentification: reference.replaceAll('-', '').slice(0, 31),
    InstructedAmount: {
      Amount: decimalText(amountMinor, decimalPlacesOf(currency)),
      Currency: currency,
    },
    ...(currency === 'EUR' ? { LocalInstrument: 'UK.OBIE.SEPACreditTransfer' } : {}),
    CreditorAccount: { ...creditorAccountOf(currency), Name: creditorName.slice(0, 70) },
    RemittanceInformation: { Structured: [], Unstructured: [remittance.slice(0, 35)] },
  }
}

/** Pounds go to a sort code, euro to an IBAN: at the bank that collects for the merchants. */
const creditorAccountOf = (currency: string) =>
  currency === 'GBP'
    ? { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '20000055779911' }
    : { SchemeName: 'UK.OBIE.IBAN', Identification: 'GB37SBOX20000055779911' }

const riskOf = () => ({ PaymentContextCode: 'EcommerceMerchantInitiatedPayment' })

function consentOf(answer: Json): Consent {
  const { ConsentId, Status, ExpirationDateTime } = answer.Data ?? {}
  const [consentId, status] = [textOf(ConsentId), textOf(Status)]
  if (consentId === undefined || status === undefined) {
    throw answerFault('The bank names no consent')
  }
  const ends = textOf(ExpirationDateTime)
  return {
    ...{ consentId, status, state: consentStateOf(status) },
    expiresAt: ends === undefined ? null : new Date(ends),
  }
}

function paymentOf(answer: Json): BankPayment {
  const { DomesticPaymentId, Status, StatusReason } = answer.Data ?? {}
  const [bankPaymentId, status] = [textOf(DomesticPaymentId), textOf(Status)]
  if (bankPaymentId === undefined || status === undefined) {
    throw answerFault('The bank names no payment')
  }
  const [why] = listIn(StatusReason)
  const reason = [why?.StatusReasonCode, why?.StatusReasonDescription].filter(Boolean).join(' ')
  return {
    ...{ bankPaymentId, status, state: paymentStateOf(status) },
    reason: reason === '' ? null : reason.slice(0, 200),
  }
}

function entryOf(one: Json, currency: string): BankEntry {
  return {
    entryId: String(one.TransactionId),
    bookedAt: new Date(String(one.BookingDateTime)),
    amountMinor: signedAmount(one, currency),
    currency,
    reference: String(one.TransactionInformation ?? ''),
    counterparty: textOf(one.MerchantDetails?.MerchantName) ?? null,
  }
}

function signedAmount(one: Json, currency: string): bigint {
  const minor = minorOf(String(one.Amount?.Amount), decimalPlacesOf(currency))
  if (minor === undefined || String(one.Amount?.Currency) !== currency) {
    throw answerFault('The bank names an amount that is none')
  }
  return String(one.CreditDebitIndicator) === 'Debit' ? -minor : minor
}

const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
const answerFault = (text: string) => new BankFailure('unclear', 'bank.answer', text)

/** The address of the bank's page, with a request that cannot be changed on the way. */
async function redirectUrl(
  { address, now, participant }: ClientOptions,
  {
    consentId,
    kind,
    state,
    codeChallenge,
    redirectUri,
    loginHint,
  }: Parameters<Bank['redirectUrl']>[0],
): Promise<string> {
  const { clientId, privateKey, keyId } = await participant()
  const issuedAt = Math.floor(now().getTime() / 1000)
  const request = await new SignJWT({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state },
    ...{ scope: `openid ${kind}`, nonce: randomUUID(), login_hint: loginHint },
    ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
    claims: { id_token: { openbanking_intent_id: { value: consentId, essential: true } } },
  })
    .setProtectedHeader({ alg: signatureAlgorithm, kid: keyId })
    .setIssuer(clientId)
    .setAudience(address)
    .setNotBefore(issuedAt)
    // the page of a payment is open for minutes, and its link is given again meanwhile
    .setExpirationTime(issuedAt + 3_600)
    .sign(privateKey)
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, scope: `openid ${kind}`, request },
  })
  return `${address}/authorize?${query}`
}

const clientToken = async (
  options: ClientOptions,
  scope: 'accounts' | 'payments',
  signal?: AbortSignal,
): Promise<string> =>
  (await askToken(options, { grant_type: 'client_credentials', scope }, signal)).accessToken

async function askToken(
  options: ClientOptions,
  grant: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<BankTokens> {
  const { address, now, participant } = options
  const { clientId, privateKey, keyId } = await participant()
  const at = Math.floor(now().getTime() / 1000)
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: signatureAlgorithm, kid: keyId })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(`${address}/token`)
    .setIssuedAt(at)
    .setExpirationTime(at + requestLifeS)
    .sign(privateKey)
  const body = new URLSearchParams({
    ...grant,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  const answer = await send(options, {
    ...{ method: 'POST', url: `${address}/token`, body: body.toString(), signal },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })
  const accessToken = textOf(answer.access_token)
  if (accessToken === undefined) throw answerFault('The bank gives no token')
  return {
    accessToken,
    refreshToken: textOf(answer.refresh_token) ?? null,
    expiresAt: new Date(now().getTime() + Number(answer.expires_in ?? 0) * 1000),
  }
}

async function ask(options: ClientOptions, order: Ask): Promise<Json> {
  const { address, version, participant, now } = options
  const { method, path, token, body, idempotencyKey, isSigned, signal } = order
  const text = body === undefined ? undefined : JSON.stringify(body)
  return send(options, {
    ...{ method, body: text, signal },
    url: `${address}/open-banking/${version}/${path}`,
    headers: {
      ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
      'x-fapi-interaction-id': randomUUID(),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
      ...(isSigned === true && text !== undefined
        ? { 'x-jws-signature': await signDetached(text, await participant(), now()) }
        : {}),
    },
  })
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The answer, or a failure. Nothing of a request is in its text, because requests carry tokens. */
async function send({ fetch, name }: ClientOptions, sent: Sent): Promise<Json> {
  const { url, signal, ...request } = sent
  const timeout = AbortSignal.timeout(callMs)
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  const response = await fetch(url, { ...request, signal: either }).catch(() => {
    throw new BankFailure('unclear', 'bank.unreachable', `${name} does not answer`)
  })
  const text = await response.text()
  const answer = jsonIn(text)
  const { status } = response
  if (response.ok) return answer ?? ({} as Json)
  const errors = listIn(answer?.Errors)
  const code = String(errors[0]?.ErrorCode ?? answer?.error ?? status)
  const said = String(errors[0]?.Message ?? answer?.error_description ?? `answer ${status}`)
  const isRefused = status < 500 && status !== 408 && status !== 429
  const kind = isRefused ? 'refused' : 'unclear'
  throw new BankFailure(kind, `bank.${code}`, `${name}: ${said.slice(0, 200)}`, status)
}

function jsonIn(text: string): Json | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}

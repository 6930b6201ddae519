import { hash, randomBytes, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { clientId, signatureAlgorithm } from '../participant-key.ts'
import { fillAccounts, readAccounts } from './accounts.ts'
import {
  addressOf,
  type BankAnswer,
  BankRefusal,
  type BankRequest,
  type BankServerOptions,
  headerOf,
  refusalBody,
  wordAt,
} from './answers.ts'
import {
  type AgreedPayment,
  amountOf,
  bodyOf,
  readPayment,
  requireSigned,
  takePayment,
} from './payments.ts'
import {
  addAuthorisation,
  addConsent,
  addEntry,
  type ConsentRecord,
  changeConsent,
  countRefusal,
  deleteTokens,
  findAuthorisation,
  findConsent,
  storeCode,
} from './records.ts'
import {
  accountsOf,
  findSandboxBank,
  type SandboxAccount,
  type SandboxBank,
} from './sandbox-banks.ts'
import { giveTokens, hashOf, requireToken } from './tokens.ts'

/** What a customer is asked on the bank's page. */
export interface BankQuestion {
  readonly id: string
  readonly bank: SandboxBank
  readonly kind: 'accounts' | 'payments'
  readonly accounts: readonly SandboxAccount[]
  readonly payment: AgreedPayment | null
  readonly expiresAt: Date | null
}

/** The sandbox's banks behind HTTP: their programs' interface, and what their pages need. */
export interface SandboxBankServer {
  /** Undefined: there is no such bank. */
  answer(bankId: string, request: BankRequest): Promise<BankAnswer | undefined>
  giveTokens(bankId: string, request: BankRequest): Promise<BankAnswer | undefined>
  /** The question that a signed request asks; undefined: the request is not one of ours, or too old. */
  ask(bankId: string, request: string): Promise<BankQuestion | undefined>
  find(bankId: string, questionId: string): Promise<BankQuestion | undefined>
  /** Where the customer goes back to. Undefined: the question was answered already, or is too old. */
  decide(
    bankId: string,
    questionId: string,
    accounts: readonly string[] | null,
  ): Promise<string | undefined>
  /** Money that somebody sends to a customer's account; only a sandbox has that. */
  payIn(
    bankId: string,
    accountId: string,
    entry: { readonly amountMinor: bigint; readonly currency: string; readonly reference: string },
  ): Promise<void>
}

const codeLifeMs = 120_000

export function openBankServer(options: BankServerOptions): SandboxBankServer {
  const { database, now } = options
  return {
    answer: (bankId, request) => guarded(bankId, request, (bank) => treat(options, bank, request)),
    giveTokens: (bankId, request) =>
      guarded(bankId, request, (bank) => giveTokens(options, bank, request)),
    async ask(bankId, request) {
      const bank = findSandboxBank(bankId)
      return bank && ask(options, bank, request)
    },
    async find(bankId, id) {
      const bank = findSandboxBank(bankId)
      const found = bank && (await findAuthorisation(database, bank.id, id))
      const consent = found && (await findConsent(database, bankId, found.consentId))
      return bank && found && consent && question(bank, found.id, consent)
    },
    async decide(bankId, id, accounts) {
      const bank = findSandboxBank(bankId)
      return bank && decide(options, bank, id, accounts)
    },
    async payIn(bankId, account, entry) {
      const record = { ...entry, id: randomUUID(), bookedAt: now(), counterparty: 'Sandbox payer' }
      await addEntry(database, bankId, account, record)
    },
  }
}

async function guarded(
  bankId: string,
  request: BankRequest,
  work: (bank: SandboxBank) => Promise<BankAnswer>,
): Promise<BankAnswer | undefined> {
  const bank = findSandboxBank(bankId)
  if (bank === undefined) return undefined
  try {
    if (bank.isClosed === true) throw new BankRefusal(503, 'U000', 'The bank is closed')
    return await work(bank)
  } catch (error) {
    if (!(error instanceof BankRefusal)) throw error
    const isOauth = request.path.length === 0
    const id = headerOf(request, 'x-fapi-interaction-id') || randomUUID()
    const body = isOauth ? { error: error.code } : refusalBody(error, id)
    return { status: error.status, body }
  }
}

async function treat(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
): Promise<BankAnswer> {
  const [api, resource, id] = request.path
  switch (`${request.method} ${api}/${resource}`) {
    case 'POST aisp/account-access-consents':
      return createConsent(options, bank, request, 'accounts')
    case 'POST pisp/domestic-payment-consents':
      await requireSigned(options, request)
      return createConsent(options, bank, request, 'payments')
    case 'GET aisp/account-access-consents':
    case 'GET pisp/domestic-payment-consents': {
      await requireToken(options, bank, request, 'client')
      const consent = await requireConsent(options, bank, id)
      return { status: 200, body: { Data: consentView(bank, consent, options.now()) } }
    }
    case 'DELETE aisp/account-access-consents':
      return revoke(options, bank, request)
    case 'GET aisp/accounts':
      return readAccounts(options, bank, request)
    case 'POST pisp/domestic-payments':
      return takePayment(options, bank, request)
    case 'GET pisp/domestic-payments':
      return readPayment(options, bank, request)
    default:
      throw new BankRefusal(404, 'U011', 'There is no such resource')
  }
}

const accountsBody = z.object({
  Data: z.object({
    Permissions: z.array(z.string()).min(1),
    ExpirationDateTime: z.iso.datetime().optional(),
  }),
  Risk: z.object({}).optional(),
})
const paymentsBody = z.object({
  Data: z.object({
    Initiation: z.looseObject({
      InstructionIdentification: z.string().min(1).max(35),
      EndToEndIdentification: z.string().min(1).max(31),
      InstructedAmount: z.object({
        Amount: z.string().regex(/^\d{1,13}(\.\d{1,5})?$/),
        Currency: z.string().regex(/^[A-Z]{3}$/),
      }),
    }),
  }),
  Risk: z.looseObject({}),
})

async function createConsent(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
  kind: 'accounts' | 'payments',
): Promise<BankAnswer> {
  const { database, now } = options
  const token = await requireToken(options, bank, request, 'client')
  const key = headerOf(request, 'x-idempotency-key')
  if (key === '') throw new BankRefusal(400, 'U020', 'x-idempotency-key is missing')
  const body = bodyOf(request)
  const read = (kind === 'accounts' ? accountsBody : paymentsBody).safeParse(body)
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') ?? ''
    throw new BankRefusal(400, 'U002', `${at} is missing or wrong`)
  }
  if (kind === 'payments') refuseOtherCurrency(bank, body as ConsentRecord['body'])
  const ends = (body as { Data: { ExpirationDateTime?: string } }).Data.ExpirationDateTime
  const bodyHash = hash('sha256', request.body)
  const consent = await addConsent(
    database,
    {
      ...{ id: randomUUID(), bank: bank.id, kind, client: token.client, bodyHash },
      body: body as ConsentRecord['body'],
      expiresAt: ends === undefined ? null : new Date(ends),
    },
    key,
    now(),
  )
  if (consent.bodyHash !== bodyHash) {
    throw new BankRefusal(400, 'U029', 'The idempotency key was used for another consent')
  }
  return { status: 201, body: { Data: consentView(bank, consent, now()), Risk: {} } }
}

async function requireConsent(
  { database }: BankServerOptions,
  bank: SandboxBank,
  id = '',
): Promise<ConsentRecord> {
  const consent = await findConsent(database, bank.id, id)
  if (consent === undefined) throw new BankRefusal(400, 'U011', 'There is no such consent')
  return consent
}

function consentView(bank: SandboxBank, consent: ConsentRecord, now: Date) {
  const isOver = consent.expiresAt !== null && consent.expiresAt <= now
  const status = isOver && ['AWAU', 'AUTH'].includes(consent.status) ? 'EXPD' : consent.status
  return {
    ...{ ConsentId: consent.id, Status: wordAt(bank, status) },
    CreationDateTime: consent.createdAt.toISOString(),
    StatusUpdateDateTime: consent.updatedAt.toISOString(),
    ...(consent.expiresAt === null ? {} : { ExpirationDateTime: consent.expiresAt.toISOString() }),
  }
}

async function revoke(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
): Promise<BankAnswer> {
  const { database, now } = options
  await requireToken(options, bank, request, 'client')
  const consent = await requireConsent(options, bank, request.path[2])
  if (consent.refusals < (bank.refusedRevocations ?? 0)) {
    await countRefusal(database, consent.id)
    throw new BankRefusal(503, 'U000', 'The bank is unavailable')
  }
  if (consent.status !== 'RJCT') {
    await changeConsent(database, consent.id, { status: 'CANC' }, now())
    await deleteTokens(database, consent.id)
  }
  return { status: 204, body: null }
}

const requestClaims = z.object({
  ...{ redirect_uri: z.url(), state: z.string().min(1).max(500), login_hint: z.string().min(1) },
  ...{ code_challenge: z.string().length(43), code_challenge_method: z.literal('S256') },
  claims: z.object({
    id_token: z.object({ openbanking_intent_id: z.object({ value: z.uuid() }) }),
  }),
})

async function ask(
  options: BankServerOptions,
  bank: SandboxBank,
  request: string,
): Promise<BankQuestion | undefined> {
  const { database, participant, publicUrl, now } = options
  const { publicKey } = await participant()
  const read = await jwtVerify(request, publicKey, {
    ...{ algorithms: [signatureAlgorithm], issuer: clientId, currentDate: now() },
    audience: addressOf(publicUrl, bank.id),
  }).catch(() => undefined)
  const claims = requestClaims.safeParse(read?.payload)
  if (!claims.success) return undefined
  const { redirect_uri: redirectUri, state, code_challenge: codeChallenge } = claims.data
  // registered with the bank: a customer is sent back to nowhere else
  if (!redirectUri.startsWith(`${publicUrl.replace(/\/$/, '')}/`)) return undefined
  const consentId = claims.data.claims.id_token.openbanking_intent_id.value
  const consent = await findConsent(database, bank.id, consentId)
  if (consent === undefined) return undefined
  const customer = hash('sha256', claims.data.login_hint).slice(0, 12)
  if (consent.status === 'AWAU')
    await changeConsent(database, consentId, { status: 'AWAU', customer }, now())
  const id = randomUUID()
  await addAuthorisation(database, { id, consentId, redirectUri, state, codeChallenge }, now())
  return question(bank, id, { ...consent, customer })
}

function question(bank: SandboxBank, id: string, consent: ConsentRecord): BankQuestion | undefined {
  const { kind, customer, expiresAt, status } = consent
  if (status !== 'AWAU' || customer === null) return undefined
  const payment = kind === 'payments' ? amountOf(consent) : null
  const accounts = accountsOf(customer).filter(
    ({ currency }) => payment === null || currency === payment.currency,
  )
  return { id, bank, kind, accounts, payment, expiresAt }
}

function refuseOtherCurrency(bank: SandboxBank, body: ConsentRecord['body']): void {
  const { currency } = amountOf({ body })
  if (bank.currencies.includes(currency)) return
  throw new BankRefusal(400, 'U002', `The bank makes no payments in ${currency}`)
}

async function decide(
  options: BankServerOptions,
  bank: SandboxBank,
  id: string,
  chosen: readonly string[] | null,
): Promise<string | undefined> {
  const { database, publicUrl, now } = options
  const at = now()
  const found = await findAuthorisation(database, bank.id, id)
  if (found === undefined) return undefined
  const code = randomBytes(32).toString('base64url')
  const customer = await database.transaction(async (on) => {
    const consent = await findConsent(on, bank.id, found.consentId, true)
    const asked = consent && question(bank, id, consent)
    if (consent === undefined || asked === undefined) return undefined
    const accounts = asked.accounts.map((one) => one.id).filter((one) => chosen?.includes(one))
    const isApproved = chosen !== null && accounts.length > 0
    await changeConsent(on, consent.id, { status: isApproved ? 'AUTH' : 'RJCT', accounts }, at)
    if (isApproved) await storeCode(on, id, hashOf(code), new Date(at.getTime() + codeLifeMs))
    return { name: consent.customer ?? '', isApproved, kind: consent.kind }
  })
  if (customer === undefined) return undefined
  if (customer.isApproved && customer.kind === 'accounts') {
    await fillAccounts(options, bank, customer.name)
  }
  const back = new URL(found.redirectUri)
  back.searchParams.set('state', found.state)
  back.searchParams.set('iss', addressOf(publicUrl, bank.id))
  if (customer.isApproved) back.searchParams.set('code', code)
  else back.searchParams.set('error', 'access_denied')
  return back.href
}

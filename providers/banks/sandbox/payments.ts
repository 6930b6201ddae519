import { hash, randomUUID } from 'node:crypto'
import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'
import { isSignedDetached } from '../detached-signature.ts'
import { minorOf } from '../wire-amounts.ts'
import {
  type BankAnswer,
  BankRefusal,
  type BankRequest,
  type BankServerOptions,
  headerOf,
  wordAt,
} from './answers.ts'
import {
  addPayment,
  type ConsentRecord,
  changeConsent,
  countRefusal,
  findConsent,
  findPayment,
  type PaymentRecord,
  settlePayment,
} from './records.ts'
import { behaviourOf, type SandboxBank } from './sandbox-banks.ts'
import { requireToken } from './tokens.ts'

/** A request that the scheme has signed: what was changed on its way is refused. */
export async function requireSigned(
  { participant }: BankServerOptions,
  request: BankRequest,
): Promise<void> {
  const { publicKey } = await participant()
  if (await isSignedDetached(request.body, headerOf(request, 'x-jws-signature'), publicKey)) return
  throw new BankRefusal(400, 'U018', 'The signature of the request is not valid')
}

interface PaymentBody {
  readonly Data?: { readonly ConsentId?: unknown; readonly Initiation?: unknown }
  readonly Risk?: unknown
}

/** `POST domestic-payments`: once for each consent, with the very order that the payer agreed to. */
export async function takePayment(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
): Promise<BankAnswer> {
  const { database, now } = options
  await requireSigned(options, request)
  const token = await requireToken(options, bank, request, 'access')
  const key = headerOf(request, 'x-idempotency-key')
  const body = bodyOf(request) as PaymentBody
  const bodyHash = hash('sha256', request.body)
  const consentId = String(body.Data?.ConsentId)
  if (key === '' || token.consentId !== consentId) {
    throw new BankRefusal(403, 'U015', 'The consent does not allow this payment')
  }
  const isUnavailable = await database.transaction(async (on) => {
    const consent = await findConsent(on, bank.id, consentId, true)
    const known = await findPayment(on, bank.id, { key })
    if (consent === undefined || known !== undefined) return false
    const { unavailable = 0 } = behaviourOf(amountOf(consent).amountMinor)
    return consent.refusals < unavailable && (await countRefusal(on, consent.id)) > 0
  })
  if (isUnavailable) throw new BankRefusal(503, 'U000', 'The bank is unavailable')
  const at = now()
  const payment = await database.transaction(async (on) => {
    const consent = await findConsent(on, bank.id, consentId, true)
    const known = await findPayment(on, bank.id, { key })
    if (known !== undefined) {
      if (known.bodyHash === bodyHash) return known
      throw new BankRefusal(400, 'U029', 'The idempotency key was used for another payment')
    }
    if (consent?.status !== 'AUTH') {
      throw new BankRefusal(400, 'U009', 'The consent is not authorised, or was used already')
    }
    if (!isSame(consent, body)) {
      throw new BankRefusal(400, 'U008', 'The payment is not the one that was agreed to')
    }
    return store(on, bank, consent, { key, bodyHash, at, client: token.client })
  })
  const isLost = behaviourOf(await agreedAmount(options, bank, payment)).losesAnswer === true
  if (isLost && payment.createdAt.getTime() === at.getTime()) {
    throw new BankRefusal(504, 'U000', 'The bank does not answer in time')
  }
  return { status: 201, body: { Data: paymentView(bank, payment) } }
}

async function store(
  on: ForeignConnection,
  bank: SandboxBank,
  consent: ConsentRecord,
  {
    key,
    bodyHash,
    at,
    client,
  }: {
    readonly key: string
    readonly bodyHash: string
    readonly at: Date
    readonly client: string
  },
): Promise<PaymentRecord> {
  const { status, reason = null, later } = behaviourOf(amountOf(consent).amountMinor)
  const payment = {
    ...{ id: randomUUID(), bank: bank.id, client, consentId: consent.id, bodyHash, status, reason },
    settlesAt: later === undefined ? null : new Date(at.getTime() + later.afterMs),
    endsAs: later === undefined ? null : [later.status, later.reason ?? ''].join(' ').trim(),
  }
  await addPayment(on, payment, key, at)
  await changeConsent(on, consent.id, { status: 'COND' }, at)
  return { ...payment, createdAt: at, updatedAt: at }
}

async function agreedAmount(
  { database }: BankServerOptions,
  bank: SandboxBank,
  { consentId }: PaymentRecord,
): Promise<bigint> {
  const consent = await findConsent(database, bank.id, consentId)
  return consent === undefined ? 0n : amountOf(consent).amountMinor
}

/** `GET domestic-payments/{id}`. What is due becomes final by being asked for. */
export async function readPayment(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
): Promise<BankAnswer> {
  const { database, now } = options
  await requireToken(options, bank, request, 'client')
  const by = { id: request.path[2] ?? '' }
  const found = await findPayment(database, bank.id, by)
  if (found === undefined) throw new BankRefusal(404, 'U011', 'There is no such payment')
  if (found.settlesAt !== null && found.settlesAt <= now()) await settlePayment(database, found)
  const payment = (await findPayment(database, bank.id, by)) ?? found
  return { status: 200, body: { Data: paymentView(bank, payment) } }
}

function paymentView(bank: SandboxBank, payment: PaymentRecord) {
  const { id, consentId, status, reason, createdAt, updatedAt } = payment
  return {
    ...{ DomesticPaymentId: id, ConsentId: consentId, Status: wordAt(bank, status) },
    CreationDateTime: createdAt.toISOString(),
    StatusUpdateDateTime: updatedAt.toISOString(),
    ...(reason === null
      ? {}
      : {
          StatusReason: [
            {
              StatusReasonCode: reason.split(' ')[0],
              StatusReasonDescription: reason.split(' ').slice(1).join(' '),
            },
          ],
        }),
  }
}

export interface AgreedPayment {
  readonly amountMinor: bigint
  readonly currency: string
  readonly payee: string
  readonly reference: string
}

interface Initiation {
  readonly InstructedAmount?: { readonly Amount?: unknown; readonly Currency?: unknown }
  readonly CreditorAccount?: { readonly Name?: unknown }
  readonly RemittanceInformation?: { readonly Unstructured?: readonly unknown[] }
}

/** What the payer agrees to. */
export function amountOf({ body }: Pick<ConsentRecord, 'body'>): AgreedPayment {
  const initiation = (body.Data.Initiation ?? {}) as Initiation
  const amountMinor = minorOf(String(initiation.InstructedAmount?.Amount), 2)
  if (amountMinor === undefined) throw new BankRefusal(400, 'U002', 'The amount is none')
  return {
    amountMinor,
    currency: String(initiation.InstructedAmount?.Currency),
    payee: String(initiation.CreditorAccount?.Name ?? ''),
    reference: String(initiation.RemittanceInformation?.Unstructured?.[0] ?? ''),
  }
}

const isSame = ({ body }: ConsentRecord, { Data, Risk }: PaymentBody): boolean =>
  sorted(body.Data.Initiation) === sorted(Data?.Initiation) && sorted(body.Risk) === sorted(Risk)

/** The database keeps JSON with keys in an order of its own. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

export function bodyOf({ body }: BankRequest): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new BankRefusal(400, 'U002', 'The body is not JSON')
  }
}

import { newRedirectSecrets } from '@counterfoil/features/payments/open-banking/redirect-secrets.public.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { openText, sealText } from '@counterfoil/kit/database/vault.ts'
import type { AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  type Bank,
  BankFailure,
  type BankOrder,
  type BankPayment,
} from '@counterfoil/providers/banks/bank.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type BankPaymentChange,
  type BankPaymentRow,
  findBankPayment,
  updateBankPayment,
} from './bank-payments.queries.ts'
import type { BankPaymentState } from './bank-payments.schema.ts'

/** What following a payment at its bank takes. */
export interface BankPaymentWork {
  readonly database: Database
  readonly providers: Pick<Providers, 'banks' | 'keys' | 'publicUrl'>
  readonly tenantId: string
}

const table = 'bank_payment'
/** For so long a payer may take to approve. */
export const approvalMs = 15 * 60_000
/** A process that has died between the payer's return and the token leaves a payment that cannot be carried out. */
const tokenWithinMs = 60_000

export const inTenant = <T>(
  { database, tenantId }: BankPaymentWork,
  work: (db: Db) => Promise<T>,
): Promise<T> => database.transaction(tenantScope(tenantId), work)

export const returnAddress = ({ publicUrl }: Pick<Providers, 'publicUrl'>): string =>
  `${publicUrl.replace(/\/$/, '')}/open-banking/return`

export function sealSecret(db: Db, { providers, database }: BankPaymentWork, text: string) {
  return sealText(db, providers.keys, { table, text, now: database.now() })
}

export function openSecret({ database, providers, tenantId }: BankPaymentWork, stored: string) {
  const { keys } = providers
  return openText({ database, tenantId, keys, now: database.now() }, table, stored)
}

/** What the payer agrees to; it is made of what is stored alone, so that it is the same whenever it is sent. */
const orderOf = (row: BankPaymentRow): BankOrder => ({
  ...{ reference: row.id, amountMinor: row.amountMinor, currency: row.currency },
  creditorName: row.merchantName,
  remittance: (row.externalId ?? row.paymentId.slice(-12)).replace(/[^A-Za-z0-9 /?:().,'+-]/g, '.'),
})

const declined = (code: string, text: string): AcquirerAnswer => ({
  ...{ result: 'declined', code, text, isSoft: false },
})

const openStates = ['AwaitingAuthorisation', 'Authorised', 'Pending'] as const

/** How a payment stands at its bank, for the engine. It asks what is not known, and repeats nothing with another key. */
export async function followBankPayment(
  work: BankPaymentWork,
  row: BankPaymentRow,
  signal?: AbortSignal,
): Promise<AcquirerAnswer> {
  const bank = work.providers.banks.get(row.bank)
  if (bank === undefined) throw new Error(`There is no bank ${row.bank}`)
  switch (row.state) {
    case 'AwaitingAuthorisation':
      return followApproval(work, bank, row, signal)
    case 'Authorised': {
      if (row.token !== null) return submit(work, bank, row, signal)
      const waitedMs = work.database.now().getTime() - row.updatedAt.getTime()
      if (waitedMs < tokenWithinMs) return { result: 'pending' }
      // one that was submitted since it was read goes on
      const failed = { state: 'Failed', bank_reason: 'No token' } as const
      return answerOf(await change(work, row, failed, ['Authorised']))
    }
    case 'Pending': {
      // after an unclear answer the same request with the same key shows what became of it
      if (row.bankPaymentId === null) return submit(work, bank, row, signal)
      return record(work, row, await bank.readPayment(row.bankPaymentId, signal))
    }
    default:
      return answerOf(row)
  }
}

async function followApproval(
  work: BankPaymentWork,
  bank: Bank,
  row: BankPaymentRow,
  signal: AbortSignal | undefined,
): Promise<AcquirerAnswer> {
  if (row.expiresAt > work.database.now()) {
    return row.authoriseUrl === null ? askApproval(work, bank, row, signal) : answerOf(row)
  }
  const consent =
    row.consentId === null
      ? undefined
      : await bank.readConsent('payments', row.consentId, signal).catch(() => undefined)
  const state = consent?.state === 'Rejected' ? ('Rejected' as const) : ('Expired' as const)
  const bankStatus = consent === undefined ? {} : { bank_status: consent.status }
  return answerOf(await change(work, row, { state, ...bankStatus }, ['AwaitingAuthorisation']))
}

/** Asks the bank for a consent; the payer approves it on the page that is answered. A repeated request is the same consent. */
export async function askApproval(
  work: BankPaymentWork,
  bank: Bank,
  row: BankPaymentRow,
  signal?: AbortSignal,
): Promise<AcquirerAnswer> {
  try {
    const consent = await bank.createPaymentConsent(orderOf(row), signal)
    const secrets = newRedirectSecrets(`${work.tenantId}.${row.id}`)
    const url = await bank.redirectUrl({
      ...{ consentId: consent.consentId, kind: 'payments', state: secrets.state },
      ...{ codeChallenge: secrets.codeChallenge, redirectUri: returnAddress(work.providers) },
      loginHint: row.id,
    })
    const asked = await inTenant(work, async (db) => ({
      ...{ consent_id: consent.consentId, bank_status: consent.status, authorise_url: url },
      ...{ state_hash: secrets.stateHash, verifier: await sealSecret(db, work, secrets.verifier) },
    }))
    return answerOf(await change(work, row, asked, ['AwaitingAuthorisation']))
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error
    // nothing is approved yet, so that nothing can come of what the bank may have stored
    const failed = { state: 'Failed', bank_reason: error.message.slice(0, 200) } as const
    return answerOf(await change(work, row, failed, ['AwaitingAuthorisation']))
  }
}

/** Carries out what the payer approved. The bank knows the request by its key: sent again, it is the same payment. */
export async function submit(
  work: BankPaymentWork,
  bank: Bank,
  row: BankPaymentRow,
  signal?: AbortSignal,
): Promise<AcquirerAnswer> {
  const { consentId, token } = row
  if (consentId === null || token === null) return { result: 'pending' }
  const submitted = { state: 'Pending', submitted_at: work.database.now() } as const
  const started = await change(work, row, submitted, ['Authorised', 'Pending'])
  if (started.state !== 'Pending') return answerOf(started)
  try {
    const accessToken = await openSecret(work, token)
    return await record(
      work,
      row,
      await bank.submitPayment(accessToken, consentId, orderOf(row), signal),
    )
  } catch (error) {
    if (!(error instanceof BankFailure) || error.kind === 'unclear') throw error
    return refused(work, bank, row, error, signal)
  }
}

/** The bank says that it does not take the request. Whether it has taken it before, the consent shows. */
async function refused(
  work: BankPaymentWork,
  bank: Bank,
  row: BankPaymentRow,
  { message }: BankFailure,
  signal: AbortSignal | undefined,
): Promise<AcquirerAnswer> {
  const consent = await bank.readConsent('payments', row.consentId ?? '', signal)
  const bank_reason = message.slice(0, 200)
  const said = { bank_status: consent.status, bank_reason }
  if (consent.state === 'Consumed') return answerOf(await change(work, row, said))
  return answerOf(await change(work, row, { ...said, state: 'Rejected' }))
}

async function record(
  work: BankPaymentWork,
  row: BankPaymentRow,
  payment: BankPayment,
): Promise<AcquirerAnswer> {
  const isOver = payment.state !== 'Pending'
  return answerOf(
    await change(work, row, {
      ...{ state: payment.state, bank_payment_id: payment.bankPaymentId },
      ...{ bank_status: payment.status, bank_reason: payment.reason },
      ...(isOver ? { token: null, verifier: null } : {}),
    }),
  )
}

/** Stores a change unless the payment has gone on meanwhile; answers it as it is then. */
export async function change(
  work: BankPaymentWork,
  row: BankPaymentRow,
  to: BankPaymentChange,
  from: readonly BankPaymentState[] = openStates,
): Promise<BankPaymentRow> {
  return inTenant(work, async (db) => {
    await updateBankPayment(db, row.id, to, from, work.database.now())
    return (await findBankPayment(db, row.id)) ?? row
  })
}

/** References of payments by bank at their acquirer begin so. */
export const referencePrefix = 'OB-'

/** A stored payment as the engine knows outcomes. */
export function answerOf(row: BankPaymentRow): AcquirerAnswer {
  const { state, amountMinor, authoriseUrl, expiresAt, bankReason } = row
  switch (state) {
    case 'Completed':
      return {
        ...{ result: 'approved', amountMinor },
        acquirerReference: `${referencePrefix}${row.bankPaymentId}`,
      }
    case 'Rejected':
      return row.bankPaymentId === null
        ? declined('authentication_failed', 'The payer did not approve the payment at the bank')
        : declined('bank_refused', `The bank refused the payment: ${bankReason ?? 'no reason'}`)
    case 'Expired':
      return declined('challenge_expired', 'The payer did not approve the payment in time')
    case 'Failed':
      return declined('bank_unavailable', `The bank could not be asked: ${bankReason ?? ''}`)
    case 'AwaitingAuthorisation':
      return authoriseUrl === null
        ? { result: 'pending' }
        : { result: 'challenge', url: authoriseUrl, expiresAt: expiresAt.toISOString() }
    default:
      return { result: 'pending' }
  }
}

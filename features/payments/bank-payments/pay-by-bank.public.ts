import type { Database } from '@counterfoil/kit/database/database.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerMetadata,
  AuthoriseRequest,
  CancelAnswer,
  CancelRequest,
  FollowUpRequest,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { findBankPayment, findOrderOf, insertBankPayment } from './bank-payments.queries.ts'
import {
  answerOf,
  approvalMs,
  askApproval,
  type BankPaymentWork,
  change,
  followBankPayment,
  inTenant,
  referencePrefix,
} from './follow-bank-payment.ts'

/**
 * The acquirers with payments by bank: where a payer has chosen a bank, the request goes there over open banking instead,
 * and its outcome comes through the same port as every other.
 */
export function withPayByBank(providers: Providers, database: Database): Providers {
  const acquirers = [...providers.acquirers].map(([code, acquirer]): [string, Acquirer] => [
    code,
    payByBank(acquirer, providers, database),
  ])
  return { ...providers, acquirers: new Map(acquirers) }
}

function payByBank(inner: Acquirer, providers: Providers, database: Database): Acquirer {
  const workOf = ({ tenantId }: AcquirerMetadata): BankPaymentWork => ({
    ...{ database, providers, tenantId },
  })
  const find = (work: BankPaymentWork, reference: string) =>
    inTenant(work, (db) => findBankPayment(db, reference))
  const followUp =
    (send: (request: FollowUpRequest, signal: AbortSignal) => Promise<AcquirerAnswer>) =>
    (request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer> =>
      request.acquirerReference.startsWith(referencePrefix)
        ? Promise.resolve(notOffered)
        : send(request, signal)
  const { increment } = inner
  return {
    ...inner,
    async authorise(request, signal) {
      const { method, metadata } = request
      if (method.type !== 'alternative' || method.bank === undefined) {
        return inner.authorise(request, signal)
      }
      return begin(workOf(metadata), request, method.bank, signal)
    },
    ...(increment === undefined ? {} : { increment: followUp(increment) }),
    capture: followUp(inner.capture),
    void: followUp(inner.void),
    refund: followUp(inner.refund),
    reverse: followUp(inner.reverse),
    payout: followUp(inner.payout),
    async cancel(request, signal) {
      const work = workOf(request.metadata)
      const row = await find(work, request.reference)
      return row === undefined ? inner.cancel(request, signal) : cancel(work, request)
    },
    async lookup(reference, signal, metadata) {
      const work = metadata && workOf(metadata)
      const row = work && (await find(work, reference))
      return work === undefined || row === undefined
        ? inner.lookup(reference, signal, metadata)
        : followBankPayment(work, row, signal)
    },
  }
}

const notOffered: AcquirerAnswer = {
  ...{ result: 'failed', code: 'not_supported' },
  text: 'A payment by bank cannot be taken back at the bank. Pay the money back by a transfer.',
}

async function begin(
  work: BankPaymentWork,
  { reference: id, amountMinor, currency, metadata }: AuthoriseRequest,
  bankId: string,
  signal: AbortSignal,
): Promise<AcquirerAnswer> {
  const bank = work.providers.banks.get(bankId)
  const at = work.database.now()
  const row = await inTenant(work, async (db) => {
    const order = await findOrderOf(db, metadata.paymentId)
    if (order === undefined || bank === undefined) return undefined
    await insertBankPayment(db, {
      ...{ id, merchantId: order.merchantId, mode: order.mode, paymentId: metadata.paymentId },
      ...{ bank: bank.id, bankName: bank.name, amountMinor, currency, at },
      expiresAt: new Date(at.getTime() + approvalMs),
    })
    return findBankPayment(db, id)
  })
  if (row === undefined || bank === undefined) {
    const text = `There is no bank ${bankId}`
    return { result: 'declined', code: 'bank_unavailable', text, isSoft: false }
  }
  return row.authoriseUrl === null ? askApproval(work, bank, row, signal) : answerOf(row)
}

/** Before it is submitted nothing has happened at the bank; afterwards only the bank's own answer counts. */
async function cancel(work: BankPaymentWork, { reference }: CancelRequest): Promise<CancelAnswer> {
  const row = await inTenant(work, (db) => findBankPayment(db, reference))
  if (row === undefined) return { result: 'cancelled', amountMinor: 0n }
  const after = await change(work, row, { state: 'Expired' }, ['AwaitingAuthorisation'])
  const isUnpaid = ['Expired', 'Failed', 'Rejected'].includes(after.state)
  return isUnpaid ? { result: 'cancelled', amountMinor: 0n } : { result: 'too_late' }
}

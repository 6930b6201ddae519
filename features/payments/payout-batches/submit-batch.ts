import { feeFor } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import {
  claimPayable,
  listFeeTerms,
  postTransfers,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { accountIdentityOf } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  confirmationOfPayout,
  type PayoutConfirmation,
  type PayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import {
  enqueueCarryOut,
  executionFor,
  findPayoutRule,
  insertOrderSteps,
  insertOrders,
  listBeneficiaryAccounts,
  listKnownAccounts,
  orderOf,
  type PayoutRequest,
  refuseInCoolingOff,
  sumOfLastDay,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type { PayeeResult } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { checkPayout } from '@counterfoil/features/payments/processing/payment.rules.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { notifyOfWaiting } from './batch-notices.ts'
import type { RowPayout } from './check-rows.ts'
import { isPaidBefore } from './paid-before.ts'
import {
  type BatchRecord,
  findSameFile,
  insertBatchStep,
  type LineRecord,
  listLines,
  updateBatch,
  updateLeftOut,
} from './payout-batches.queries.ts'
import { maxRows } from './payout-batches.schema.ts'

export interface Submitting {
  readonly jobs: Jobs
  readonly maker: PayoutMaker
  readonly now: Date
}

interface Submission {
  readonly count: number
  readonly despiteCheck?: boolean | undefined
  readonly despiteDuplicates?: boolean | undefined
}

/**
 * Makes the payouts of a batch's good rows and sets all of their money aside, in one transaction: all of it, or none. They
 * wait for the batch's approval, or go on by themselves where no approval is needed.
 */
export async function submitBatchOf(
  db: Db,
  { jobs, maker: by, now }: Submitting,
  batch: BatchRecord,
  submission: Submission,
): Promise<void> {
  const all = await listLines(db, { batchId: batch.id }, { limit: maxRows, offset: 0 })
  const leftOut = duplicatesLeftOut(batch, all, submission)
  refuseUnready(batch, by.maker.id, submission, leftOut.size)
  const rows = all.filter(({ line }) => !leftOut.has(line))
  const requests = await requestsOf(db, batch, rows, now)
  // the balance is held from here on: of two files the second sees what the first pays to new accounts
  const fees = await holdMoney(db, batch, requests, now)
  const confirmation = await confirmationOfBatch(db, { maker: by, now }, batch, requests)
  // what was there before is looked for again: the same file may have been uploaded twice, and submitted meanwhile
  const of = { merchantId: batch.merchant_id, mode: batch.mode, now }
  const isThere = async () =>
    (await findSameFile(db, batch)) !== undefined || (await isPaidBefore(db, of, requests))
  if (submission.despiteDuplicates !== true && (await isThere())) throw duplicates()
  const isByOther = await isByRule(db, batch, requests, now)
  const needsApproval = confirmation.requirements.length > 0 || isByOther
  const state = needsApproval ? 'waiting_for_approval' : 'approved'
  const expiresAt =
    confirmation.hours === null ? null : new Date(now.getTime() + confirmation.hours * hourMs)
  const { maker_id: id, maker_name: name, maker_keys: keys } = batch
  const maker = { type: 'user', id, name, keys } as const
  const orders = requests.map(({ line, rail, sendAt, ...request }, index) =>
    orderOf(request, {
      ...{
        id: newId(now),
        rail,
        sendAt,
        reference: request.reference,
        feeMinor: fees[index] ?? 0n,
      },
      ...{ state, maker, side: confirmation.side, requirements: '[]', expiresAt, now },
      batch: { id: batch.id, line },
    }),
  )
  await insertOrders(db, orders)
  const step = {
    actorId: maker.id,
    actorName: maker.name,
    actorKeys: maker.keys,
    reason: null,
    at: now,
  }
  await insertOrderSteps(db, orders, { ...step, kind: 'requested' })
  await insertBatchStep(db, batch, { ...step, kind: 'requested' })
  if (leftOut.size > 0) {
    await updateLeftOut(db, batch.id, {
      ...{ code: 'payout_batch.left_out', message: 'Left out as a duplicate' },
    })
  }
  await updateBatch(db, batch.id, {
    faulty_count: batch.faulty_count + leftOut.size,
    ...{ state: needsApproval ? 'waiting_for_approval' : 'running', submitted_at: now },
    ...{ requirements: JSON.stringify(confirmation.requirements), expires_at: expiresAt },
  })
  if (!needsApproval) {
    await enqueueCarryOut(db, jobs, now, now)
    return
  }
  const sums = sumBy(requests, (one) => one.currency)
  const { side } = confirmation
  await notifyOfWaiting(db, jobs, batch, { count: requests.length, sums, side, now })
}

/**
 * The lines of the duplicates that are left out: where the count that was confirmed is that of the others. A file that was
 * there before as a whole has no others.
 */
function duplicatesLeftOut(
  batch: BatchRecord,
  rows: readonly LineRecord[],
  { count, despiteDuplicates }: Submission,
): ReadonlySet<number> {
  const good = rows.filter(({ code }) => code === null)
  const duplicate = good.filter((row) => row.duplicate_of !== null || row.paid_before !== null)
  const isMeant = despiteDuplicates !== true && batch.duplicate_of === null && count < good.length
  return new Set(isMeant ? duplicate.map(({ line }) => line) : [])
}

function refuseUnready(
  batch: BatchRecord,
  callerId: string,
  submission: Submission,
  leftOut: number,
): void {
  if (batch.state !== 'draft') {
    throw new Problem('payout_batch.submitted', 409, 'This file was submitted already')
  }
  if (batch.maker_id !== callerId) {
    const text = 'Only the person who uploaded this file can have it paid'
    throw new Problem('payout_batch.not_own', 403, text)
  }
  const good = batch.row_count - batch.faulty_count - leftOut
  if (good === 0) {
    throw new Problem('payout_batch.nothing', 409, 'No row of this file can be paid')
  }
  if (submission.count !== good) {
    const message = `${good} payouts would be made, and not ${submission.count}`
    throw new Problem('payout_batch.other_count', 400, message, {
      params: { good: String(good), count: String(submission.count) },
      path: 'count',
    })
  }
  if (batch.unconfirmed_count > 0 && submission.despiteCheck !== true) {
    const message =
      'The banks did not confirm some names. Confirm that these are paid all the same.'
    throw new Problem('payout_batch.unconfirmed', 409, message, { path: 'despiteCheck' })
  }
  const hasDuplicates = (batch.duplicate_count > 0 && leftOut === 0) || batch.duplicate_of !== null
  if (hasDuplicates && submission.despiteDuplicates !== true) {
    throw duplicates()
  }
}

function duplicates(): Problem {
  const message =
    'This file, or some of its rows, were there before. Confirm that they are paid all the same.'
  return new Problem('payout_batch.duplicates', 409, message, { path: 'despiteDuplicates' })
}

type Request = PayoutRequest & Pick<RowPayout, 'rail'> & { line: number; sendAt: Date }

async function requestsOf(
  db: Db,
  batch: BatchRecord,
  rows: readonly LineRecord[],
  now: Date,
): Promise<Request[]> {
  const known = new Map(
    (await listBeneficiaryAccounts(db, batch.merchant_id)).map((one) => [
      `${accountIdentityOf(one)} ${one.currency}`,
      one,
    ]),
  )
  return rows.flatMap((row) => {
    if (row.code !== null || row.payout === null) return []
    const {
      rail,
      reference,
      externalId,
      on,
      speed,
      accountHint: _,
      ...payee
    } = row.payout as unknown as RowPayout
    const currency = row.currency ?? ''
    const beneficiary = known.get(`${accountIdentityOf(payee)} ${currency}`)
    const { sendAt } = executionFor(rail, now, on ?? undefined)
    return [
      {
        ...{ line: row.line, rail, sendAt, reference, externalId, currency },
        ...{ merchantId: batch.merchant_id, mode: batch.mode as Mode },
        ...{ amountMinor: row.amount_minor ?? 0n, on: on ?? undefined, speed: speed ?? undefined },
        payee: {
          ...{ ...payee, card: null, beneficiaryId: beneficiary?.id ?? null },
          bankName: row.bank_name,
          result: row.payee_result as PayeeResult | null,
          knownSince: beneficiary?.knownSince ?? now,
        },
      },
    ]
  })
}

const sumBy = (requests: readonly Request[], keyOf: (one: Request) => string) => {
  const sums = new Map<string, bigint>()
  for (const one of requests) {
    sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0n) + one.amountMinor)
  }
  return sums
}

/** What the levels ask for the total of each currency, all of it together, with what its accounts were paid lately. */
async function confirmationOfBatch(
  db: Db,
  { maker, now }: Pick<Submitting, 'maker' | 'now'>,
  batch: BatchRecord,
  requests: readonly Request[],
): Promise<PayoutConfirmation> {
  const numbers = [...new Set(requests.map(({ payee }) => accountIdentityOf(payee)))]
  const of = { merchantId: batch.merchant_id, mode: batch.mode }
  const known = await listKnownAccounts(db, of, numbers)
  const isNewPayee = known.length < numbers.length
  let all: PayoutConfirmation | undefined
  for (const [currency, sumMinor] of sumBy(requests, (one) => one.currency)) {
    const amountMinor = sumMinor + (await sumOfLastDay(db, { ...of, currency }, numbers, now))
    const facts = { mode: batch.mode, currency, amountMinor, isNewPayee }
    const one = confirmationOfPayout(maker, facts)
    const hours = [all?.hours, one.hours].filter((each) => each != null)
    all = {
      side: one.side,
      requirements: [...(all?.requirements ?? []), ...one.requirements],
      hours: hours.length === 0 ? null : Math.min(...hours),
    }
  }
  if (all === undefined) throw new Error('A batch that is submitted has payouts')
  return all
}

/** Whether a second person approves though no level asks for it; refuses what is above a limit of cooling-off. */
async function isByRule(
  db: Db,
  batch: BatchRecord,
  requests: readonly Request[],
  now: Date,
): Promise<boolean> {
  let isNeeded = batch.unconfirmed_count > 0
  const rules = new Map<string, Awaited<ReturnType<typeof findPayoutRule>>>()
  for (const { currency } of requests) {
    if (rules.has(currency)) continue
    const rule = await findPayoutRule(db, batch.merchant_id, currency)
    rules.set(currency, rule)
    if ((rule?.approval ?? 'always') === 'always') isNeeded = true
  }
  for (const [currency, rule] of rules) {
    const ofCurrency = requests.filter((one) => one.currency === currency)
    const sums = sumBy(ofCurrency, ({ payee }) => accountIdentityOf(payee))
    const byAccount = new Map(ofCurrency.map((one) => [accountIdentityOf(one.payee), one]))
    const all = [...byAccount].map(([number, one]) => ({
      ...{ ...one, amountMinor: sums.get(number) ?? 0n },
    }))
    await refuseInCoolingOff(db, all, rule, now)
  }
  return isNeeded
}

/** Sets everything aside, one posting for each currency; answers the fee of each payout. */
async function holdMoney(
  db: Db,
  batch: BatchRecord,
  requests: readonly Request[],
  at: Date,
): Promise<bigint[]> {
  const { merchant_id: merchantId, mode } = batch
  const owner = { tenantId: tenantOf(db), merchantId, mode }
  const terms = await listFeeTerms(db, merchantId)
  const fees = requests.map(
    (one) => feeFor(terms, 'payout', one.currency, one.amountMinor)?.amountMinor ?? 0n,
  )
  const amounts = sumBy(requests, (one) => one.currency)
  for (const [currency, amountMinor] of [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const feeMinor = fees.reduce(
      (sum, fee, at) => (requests[at]?.currency === currency ? sum + fee : sum),
      0n,
    )
    const payable = await claimPayable(db, owner, currency)
    checkPayout({ amountMinor: amountMinor + feeMinor }, payable, currency)
    await postTransfers(db, { merchantId, mode, currency, at }, [
      { kind: 'payout_hold', amountMinor: amountMinor + feeMinor },
    ])
  }
  return fees
}

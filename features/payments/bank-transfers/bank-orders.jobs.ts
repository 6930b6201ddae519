import { postUnmatched } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  changeStatus,
  type Engine,
  findPayment,
  jobEngine,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { bookQuotedPayout } from '@counterfoil/features/payments/suspense/known-bookings.public.ts'
import { matchRest } from '@counterfoil/features/payments/suspense/match-rest.public.ts'
import { bookQuotedReturn } from '@counterfoil/features/payments/suspense/return-transfer.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import { findIdempotencyKey } from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { findReferences } from './account-references.public.ts'
import { closeItem, findOrder, finishOrder, listItems } from './bank-orders.queries.ts'
import { type Quoted, quotedIn, type UnmatchedReason, whyUnmatched } from './statement.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), orderId: z.uuid() })
type Payload = z.infer<typeof payload>

/** Settles the payments that a bank statement confirms; an attempt after a failure goes on at the first open line. */
export const settleJob = { name: 'bank-orders.settle', retries: 5 } as const

const batchSize = 100

export const jobs = (providers: Providers): Job<Payload>[] => [
  job({
    ...settleJob,
    label: msg('Match a bank statement'),
    payload,
    run: (work, context) => settleOrder(providers, work, context),
  }),
]

type Item = Awaited<ReturnType<typeof listItems>>[number]

/** Each line is closed by itself, so that the next run continues after the last closed line. */
export async function settleOrder(
  providers: Providers,
  { tenantId, orderId }: Payload,
  { database, jobs: queue, log, now, signal }: JobContext,
): Promise<void> {
  const scope = tenantScope(tenantId)
  const order = await findOrder(database.reader(scope), orderId)
  if (order === undefined) return
  const actor = { type: 'user', id: order.uploadedBy } as const
  const engine = jobEngine(providers, { database, jobs: queue, log, now }, tenantId, actor)
  for (;;) {
    const of = { orderId, state: 'waiting' } as const
    const items = await listItems(database.reader(scope), of, { limit: batchSize, offset: 0 })
    if (items.length === 0) break
    for (const item of items) {
      if (signal.aborted) throw new Error('The worker stops; the rest is settled by another')
      await settleItem(engine, item, order.bankName)
    }
  }
  await engine.transaction((db) => finishOrder(db, orderId, now()))
}

async function settleItem(engine: Engine, item: Item, bankName: string): Promise<void> {
  if (item.amount_minor < 0n && (await settleReturn(engine, item))) return
  const line = {
    amountMinor: item.amount_minor,
    currency: item.currency,
    reference: item.reference,
  }
  const found = await engine.transaction((db) => findQuoted(db, line.reference))
  const [payment] = found
  const reason = whyUnmatched(line, found)
  const isOurs = reason === 'already_settled' && (await wasSettledBy(engine, item))
  if (reason !== undefined && !isOurs) {
    if (await settlePayout(engine, item)) return
    const named = found.length === 1 ? payment : undefined
    await closeUnmatched(engine, item, bankName, { reason, payment: named })
    return
  }
  if (payment === undefined) throw new Error('A line that pays quotes a payment')
  if (!isOurs && !(await capture(engine, item, payment, bankName))) {
    await closeUnmatched(engine, item, bankName, { reason: 'not_waiting', payment })
    return
  }
  await engine.transaction((db) => closeItem(db, item.id, { reason: null, payment }))
}

/** Money that went out is a return of a transfer if it quotes one. */
function settleReturn(engine: Engine, item: Item): Promise<boolean> {
  const { amount_minor: amountMinor, currency, reference } = item
  return engine.transaction(async (db) => {
    const line = { amountMinor, currency, reference }
    if (!(await bookQuotedReturn(db, line, engine.now()))) return false
    return closeItem(db, item.id, { reason: null, payment: undefined })
  })
}

/** A payout over a rail is posted when the rail says that it was paid, and its return likewise: the line posts nothing. */
function settlePayout(engine: Engine, item: Item): Promise<boolean> {
  const { id, amount_minor: amountMinor, currency, reference } = item
  return engine.transaction(async (db) => {
    const line = { id, amountMinor, currency, reference }
    const payout = await bookQuotedPayout(db, line, engine.now())
    if (payout === undefined) return false
    return closeItem(db, id, { reason: null, payment: { id: null, ...payout } })
  })
}

/**
 * What the bank booked and no payment explains is in suspense until somebody finds out whose it is. The rest of a payment of
 * which parts were matched by hand is matched at once.
 */
function closeUnmatched(
  engine: Engine,
  item: Item,
  bankName: string,
  end: { readonly reason: UnmatchedReason; readonly payment: Found | undefined },
): Promise<void> {
  return engine.transaction(async (db) => {
    if (!(await closeItem(db, item.id, end)) || item.amount_minor === 0n) return
    const { id, currency, amount_minor: amountMinor } = item
    await postUnmatched(db, { id, currency, amountMinor, at: engine.now() })
    if (end.reason !== 'other_amount' || end.payment === undefined) return
    const by = engine.actor.id
    if (by === null) throw new Error('A statement is uploaded by somebody')
    const use = { transferId: id, reason: causeOf(item, bankName), by }
    await matchRest(db, engine, use, { paymentId: end.payment.id, amountMinor })
  })
}

type Found = Quoted & { readonly id: string; readonly merchantId: string }

async function findQuoted(db: Db, reference: string): Promise<Found[]> {
  const allocated = await findReferences(db, quotedIn({ reference }))
  const found: Found[] = []
  for (const one of allocated) {
    const payment = await findPayment(db, one.paymentId)
    if (payment !== undefined) found.push({ ...payment, ...one })
  }
  return found
}

/** The cause in the payment's events; it names the line. */
const causeOf = (item: Item, bankName: string) => `${bankName}: ${item.reference}`.slice(0, 480)

/** The idempotency key of a line, so that it settles once. */
const idempotencyKeyOf = (engine: Engine, item: Item) => ({
  callerId: engine.tenantId,
  mode: 0 as const,
  key: `bank-order-item:${item.id}`,
  requestHash: item.id,
})

/** True if an earlier run settled the payment and died before it closed the line. */
async function wasSettledBy(engine: Engine, item: Item): Promise<boolean> {
  const storedKey = await engine.transaction((db) =>
    findIdempotencyKey(db, idempotencyKeyOf(engine, item)),
  )
  return storedKey?.response !== undefined && storedKey.response !== null
}

/** What is refused while the acquirer is being asked; the job is tried again. */
const inFlight = 'changeStatus.in_flight'

/** If the payment was decided on since it was read, it is not settled again. */
async function capture(
  engine: Engine,
  item: Item,
  payment: Found,
  bankName: string,
): Promise<boolean> {
  const command = {
    paymentId: payment.id,
    mode: payment.mode,
    reason: causeOf(item, bankName),
    to: 'captured',
    moneyPlace: 'bank',
  } as const
  const responseOptions = {
    idempotencyKey: idempotencyKeyOf(engine, item),
    toResponse: () => ({ isSettled: true }),
  }
  try {
    await changeStatus(engine, command, responseOptions)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code !== inFlight) return false
    throw error
  }
}

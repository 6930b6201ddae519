import { readKey } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  changeStatus,
  type Engine,
  findPayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { findReferences } from './account-references.public.ts'
import { closeItem, findOrder, finishOrder, listItems } from './bank-orders.queries.ts'
import { type Quoted, quotedIn, whyUnmatched } from './statement.rules.ts'

const payload = z.object({ tenantId: z.uuid(), orderId: z.uuid() })
type Payload = z.infer<typeof payload>

/** Settles the payments that a bank statement confirms; an attempt after a failure goes on at the first open line. */
export const settleJob = { name: 'bank-orders.settle', retries: 5 } as const

const linesAtOnce = 100

export const jobs = (providers: Providers): Job<Payload>[] => [
  job({ ...settleJob, payload, run: (work, context) => settleOrder(providers, work, context) }),
]

type Item = Awaited<ReturnType<typeof listItems>>[number]

/** Line by line, each closed by itself: a job that dies is followed by one that goes on at the next line. */
export async function settleOrder(
  providers: Providers,
  { tenantId, orderId }: Payload,
  { database, jobs: queue, log, now, signal }: JobContext,
): Promise<void> {
  const scope = tenantScope(tenantId)
  const order = await findOrder(database.reader(scope), orderId)
  if (order === undefined) return
  const engine: Engine = {
    database,
    jobs: queue,
    log,
    now,
    providers,
    tenantId,
    transaction: (work) => database.transaction(scope, work),
    actor: { type: 'user', id: order.uploadedBy },
  }
  for (;;) {
    const of = { orderId, state: 'waiting' } as const
    const items = await listItems(database.reader(scope), of, { limit: linesAtOnce, offset: 0 })
    if (items.length === 0) break
    for (const item of items) {
      if (signal.aborted) throw new Error('The worker stops; the rest is settled by another')
      await settleItem(engine, item, order.bankName)
    }
  }
  await engine.transaction((db) => finishOrder(db, orderId, now()))
}

async function settleItem(engine: Engine, item: Item, bankName: string): Promise<void> {
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
    const named = found.length === 1 ? payment : undefined
    await engine.transaction((db) => closeItem(db, item.id, { reason, payment: named }))
    return
  }
  if (payment === undefined) throw new Error('A line that pays quotes a payment')
  if (!isOurs && !(await capture(engine, item, payment, bankName))) {
    await engine.transaction((db) => closeItem(db, item.id, { reason: 'not_waiting', payment }))
    return
  }
  await engine.transaction((db) => closeItem(db, item.id, { reason: null, payment }))
}

type Found = Quoted & { readonly id: string; readonly merchantId: string; readonly mode: 1 | 2 }

async function findQuoted(db: Db, reference: string): Promise<Found[]> {
  const allocated = await findReferences(db, quotedIn({ reference }))
  const found: Found[] = []
  for (const one of allocated) {
    const payment = await findPayment(db, one.paymentId)
    if (payment !== undefined) found.push({ ...payment, ...one })
  }
  return found
}

/** The reason under which a line's settlement stands with the payment's events: it names the line alone. */
const causeOf = (item: Item, bankName: string) => `${bankName}: ${item.reference}`.slice(0, 480)

/** The key under which a line settles: asked twice it is done once, and told the same. */
const onceOf = (engine: Engine, item: Item) => ({
  callerId: engine.tenantId,
  key: `bank-order-item:${item.id}`,
  requestHash: item.id,
})

/** A job that died after it had settled the payment and before it could say so. */
async function wasSettledBy(engine: Engine, item: Item): Promise<boolean> {
  const kept = await engine.transaction((db) => readKey(db, onceOf(engine, item)))
  return kept?.response !== undefined && kept.response !== null
}

/** Somebody may have decided on the payment between the look at it and now: then it is not settled again. */
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
  } as const
  const answering = { once: onceOf(engine, item), answer: () => ({ isSettled: true }) }
  try {
    await changeStatus(engine, command, answering)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  approvePayment,
  approvePayout,
  declinePayment,
  declinePayout,
  requestPayout,
} from './approval.ts'
import { takePayment } from './authorisation.ts'
import type { Answering, Engine, InboundCall, Told } from './engine.ts'
import {
  acceptDispute,
  changeStatus,
  checkStatus,
  closeDispute,
  markRefunded,
  openDispute,
  recordDispute,
  recordDisputeEnd,
} from './manual-decisions.ts'
import { type Command, type FollowUpAction, operate } from './operation.ts'
import type { PaymentOrder } from './order.rules.ts'
import { findForReading, resolveOperation, resolvePayment } from './outcome.ts'
import { type Payment, viewPayment } from './payment-views.rules.ts'
import {
  findOperation,
  findPaymentRow,
  listDueDisputes,
  listDueOperations,
  listMerchantPayments,
  type Operation,
} from './payments.queries.ts'
import type { PaymentView } from './payments.schema.ts'

// The door of the payment engine. Each call that does something takes an `Engine`: one tenant's payments, on behalf of
// somebody. With `answering` the answer is made, kept under the caller's key and logged; without, it is simply told.

export type { Answering, Command, Engine, FollowUpAction, InboundCall, Operation, Told }
export {
  acceptDispute,
  approvePayment,
  approvePayout,
  changeStatus,
  checkStatus,
  closeDispute,
  declinePayment,
  declinePayout,
  findOperation,
  listDueDisputes,
  listDueOperations,
  listMerchantPayments,
  markRefunded,
  openDispute,
  operate,
  recordDispute,
  recordDisputeEnd,
  requestPayout,
  resolveOperation,
  resolvePayment,
  takePayment,
}

const asTold: Answering<Told> = { answer: (told) => told }

/** Takes a payment: a decline is a payment with that status, not an error. */
export function authorisePayment(engine: Engine, order: PaymentOrder): Promise<Told> {
  return takePayment(engine, order, asTold)
}

/** Captures what was reserved, or part of it. */
export function capturePayment(engine: Engine, command: Command): Promise<Told> {
  return operate(engine, 'capture', command, asTold)
}

/** Pays back what was captured, or part of it. */
export function refundPayment(engine: Engine, command: Command): Promise<Told> {
  return operate(engine, 'refund', command, asTold)
}

/** Releases what was reserved and not captured. */
export function voidPayment(engine: Engine, command: Command): Promise<Told> {
  return operate(engine, 'void', command, asTold)
}

/** A payment as it stands; undefined when the caller cannot see it. */
export function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  return findPaymentRow(db, id)
}

/** What the portal shows of a payment, with the machine's answer for every action. */
export async function readPaymentView(db: Db, id: string, now: Date): Promise<PaymentView> {
  const tenantId = db.scope.kind === 'tenant' ? db.scope.tenantId : await tenantOfPayment(db, id)
  const found = await findForReading(db, { tenantId, now: () => now }, id)
  if (found === undefined) throw notFound('The payment')
  return viewPayment(found.payment, found.today)
}

async function tenantOfPayment(db: Db, id: string): Promise<string> {
  const payment = await findPaymentRow(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment.tenantId
}

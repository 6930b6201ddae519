import { refundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { statusesByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { z } from 'zod'

const msg = messagesOf(import.meta.url)

/** The actions on a payment that move money, and so can need confirmation. */
export const confirmableActions = [
  'refund',
  'markRefunded',
  'void',
  'reverse',
  'increment',
  'approve',
  'changeStatus',
  'payout',
  'returnTransfer',
] as const
export const confirmableAction = z.enum(confirmableActions)
export type ConfirmableAction = z.infer<typeof confirmableAction>
/** Those on a payment; a return is of a transfer. */
export const paymentConfirmable = confirmableAction.exclude(['returnTransfer'])
export type PaymentConfirmable = z.infer<typeof paymentConfirmable>

export const actionNames = msg({
  refund: 'Refund',
  markRefunded: 'Mark as refunded',
  void: 'Void',
  reverse: 'Reversal',
  increment: 'Incremental authorisation',
  approve: 'Approval of a held payment',
  changeStatus: 'Change of status',
  payout: 'Payout',
  returnTransfer: 'Return of a transfer',
})

/** Whose actions they are: those of the tenant's operators and of platform staff, or those of a merchant. */
export type Side = 'operator' | 'merchant'

/**
 * `waiting` for confirmations; `confirmed`: being carried out; `done` or `refused` then. `void`: the payment changed
 * meanwhile, so that what was confirmed is no longer what would be done.
 */
export const waitingActionStates = [
  'waiting',
  'confirmed',
  'done',
  'refused',
  'rejected',
  'withdrawn',
  'expired',
  'void',
] as const
export const waitingActionState = z.enum(waitingActionStates)
export type WaitingActionState = z.infer<typeof waitingActionState>

/** What one level asks for. */
export const requirement = z.object({
  level: z.string(),
  confirmers: z.int(),
  /** Null: with any role. */
  roleId: id.nullable(),
  roleName: z.string().nullable(),
})
export type Requirement = z.infer<typeof requirement>

/** What became of an action once it was confirmed. */
export const waitingActionOutcome = z.object({
  /** Of the operation at the acquirer, where there is one. */
  operationId: id.nullable(),
  state: z.enum(['pending', 'succeeded', 'declined', 'failed']).nullable(),
  /** Why it was refused or declined. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type WaitingActionOutcome = z.infer<typeof waitingActionOutcome>

/** A waiting action, as `/v1` and the portal answer it to its maker. */
export const waitingActionSummary = z.object({
  id,
  action: confirmableAction,
  state: waitingActionState,
  /** Null: of a return of a transfer. */
  paymentId: id.nullable(),
  amount: z.int(),
  currency: currencyCode,
  mode: modeName,
  /** Confirmations so far, and how many more are needed. */
  confirmations: z.int(),
  missing: z.int(),
  outcome: waitingActionOutcome.nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  endedAt: timestamp.nullable(),
})
export type WaitingActionSummary = z.infer<typeof waitingActionSummary>

/** The answer of a call whose action waits (202). */
export const waitingAnswer = z.object({ waitingAction: waitingActionSummary })
export type WaitingAnswer = z.infer<typeof waitingAnswer>

/** Whether an action waits that was asked for, instead of being done. */
export const isWaitingAnswer = (answer: unknown): answer is WaitingAnswer =>
  typeof answer === 'object' && answer !== null && 'waitingAction' in answer

export const waitingActionStep = z.object({
  kind: z.enum([
    'requested',
    'confirmed',
    'rejected',
    'withdrawn',
    'expired',
    'void',
    'done',
    'refused',
  ]),
  /** Null: the product itself. */
  by: z.string().nullable(),
  isOwn: z.boolean(),
  reason: z.string().nullable(),
  at: timestamp,
})

/** A waiting action as its confirmers see it. */
export const waitingAction = waitingActionSummary.extend({
  tenantName: z.string(),
  merchantName: z.string().nullable(),
  externalId: z.string().nullable(),
  /** Who is paid, or pays: the card or account of the payment. */
  method: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** Of a return of a transfer: who gets the money. */
  transfer: z.object({ id, payeeName: z.string(), payeeAccount: z.string() }).nullable(),
  targetStatus: z.enum(statusesByHand).nullable(),
  /** From where a refund was paid that is marked by hand. */
  paidFrom: refundSource.nullable(),
  reason: z.string().nullable(),
  requestedBy: z.string(),
  requirements: z.array(requirement),
  /** The caller asked for it, and may withdraw it. */
  isOwn: z.boolean(),
  /** Why the caller cannot confirm it; null: the caller can. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The payment has changed since it was asked for: it can no longer be confirmed. */
  isOutdated: z.boolean(),
  steps: z.array(waitingActionStep),
})
export type WaitingAction = z.infer<typeof waitingAction>

import { refundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { statusesByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { z } from 'zod'

const msg = messagesOf(import.meta.url)

/** The actions on a payment that move money, and so can need confirmation. */
const confirmableActions = [
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
const confirmableAction = z.enum(confirmableActions)
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
const waitingActionStates = [
  'waiting',
  'confirmed',
  'done',
  'refused',
  'rejected',
  'withdrawn',
  'expired',
  'void',
] as const
const waitingActionState = z.enum(waitingActionStates)
export type WaitingActionState = z.infer<typeof waitingActionState>

/** What one level asks for. */
const requirement = z.object({
  level: z.string(),
  confirmers: z.int(),
  roleId: id.nullable().describe('Null: with any role.'),
  roleName: z.string().nullable(),
})
export type Requirement = z.infer<typeof requirement>

/** What became of an action once it was confirmed. */
const waitingActionOutcome = z.object({
  operationId: id.nullable().describe('Of the operation at the acquirer, where there is one.'),
  state: z.enum(['pending', 'succeeded', 'declined', 'failed']).nullable(),
  code: z.string().nullable().describe('Why it was refused or declined.'),
  message: z.string().nullable(),
})
export type WaitingActionOutcome = z.infer<typeof waitingActionOutcome>

/** A waiting action, as `/v1` and the portal answer it to its maker. */
export const waitingActionSummary = z.object({
  id,
  action: confirmableAction,
  state: waitingActionState.describe(
    '`waiting` for confirmations; `confirmed`: it is being carried out; then `done`, or `refused`, for which `outcome` has the cause. `rejected`, `withdrawn`, `expired`, and `void` because the payment has changed meanwhile: nothing was done.',
  ),
  paymentId: id.nullable().describe('Null: of a return of a transfer.'),
  amount: z.int(),
  currency: currencyCode,
  mode: modeName,
  confirmations: z.int().describe('Confirmations so far, and how many more are needed.'),
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

const waitingActionStep = z.object({
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
  by: z.string().nullable().describe('Null: the product itself.'),
  isOwn: z.boolean(),
  reason: z.string().nullable(),
  at: timestamp,
})

/** A waiting action as its confirmers see it. */
export const waitingAction = waitingActionSummary.extend({
  tenantName: z.string(),
  merchantName: z.string().nullable(),
  externalId: z.string().nullable(),
  method: z
    .string()
    .nullable()
    .describe('Who is paid, or pays: the card or account of the payment.'),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  customerEmail: z.string().nullable(),
  transfer: z
    .object({ id, payeeName: z.string(), payeeAccount: z.string() })
    .nullable()
    .describe('Of a return of a transfer: who gets the money.'),
  targetStatus: z.enum(statusesByHand).nullable(),
  paidFrom: refundSource
    .nullable()
    .describe('From where a refund was paid that is marked by hand.'),
  reason: z.string().nullable(),
  requestedBy: z.string(),
  requirements: z.array(requirement),
  isOwn: z.boolean().describe('The caller asked for it, and may withdraw it.'),
  refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why the caller cannot confirm it; null: the caller can.'),
  isOutdated: z
    .boolean()
    .describe('The payment has changed since it was asked for: it can no longer be confirmed.'),
  steps: z.array(waitingActionStep),
})
export type WaitingAction = z.infer<typeof waitingAction>

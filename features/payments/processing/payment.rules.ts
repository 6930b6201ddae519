import type { Fee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type { SettlementTerms } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import {
  type ActionAnswer,
  type DisputeState,
  isDisputeOpen,
  type PaymentAction,
  type PaymentMethod,
  type PaymentStatus,
  paymentActions,
} from './payments.schema.ts'

// Which actions a payment allows, and why it refuses the others. The table decides by status; a guard per action then
// checks amounts, the method and open operations. The portal, the merchant API and disabled buttons use the same answer.

/** A payout's amount, and what its fee is. */
export interface Payout {
  readonly amountMinor: bigint
  readonly fee?: Fee | null
}

export type OperationKind =
  | 'authorise'
  | 'increment'
  | 'capture'
  | 'void'
  | 'refund'
  | 'reversal'
  | 'payout'

/** A `held` operation waits for approval and was not sent yet. */
export type OperationState =
  | 'held'
  | 'requested'
  | 'unknown'
  | 'waiting'
  | 'succeeded'
  | 'declined'
  | 'failed'

/** An operation whose outcome is not known yet. Its amount is no longer available. */
export interface OpenOperation {
  readonly kind: OperationKind
  readonly amountMinor: bigint
  readonly state?: OperationState
  /** Of a capture: the last one, which releases what is left. */
  readonly isFinal?: boolean
}

/** The fields of a payment that decide on its actions. */
export interface PaymentFacts {
  readonly status: PaymentStatus
  readonly method: PaymentMethod
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorisedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly voidedMinor: bigint
  readonly disputedMinor: bigint
  readonly disputeState: DisputeState | null
  /** The tenant's day on which the payment was created. */
  readonly businessDay: string
  readonly pendingOn: string | null
  readonly open: readonly OpenOperation[]
}

const refusals = {
  not_started: 'The payment has not been sent to an acquirer',
  not_authorised: 'The payment was not authorised, so there is nothing to capture, void or refund',
  outcome_unknown: 'The outcome of the payment is not known yet. Check its status first',
  held: 'The payment waits for approval. Approve or decline it first',
  not_held: 'The payment does not wait for approval',
  nothing_captured: 'Nothing has been captured',
  nothing_left: 'Nothing is left of what was authorised: it is captured or voided',
  all_refunded: 'Everything that was captured has been refunded',
  was_voided: 'The payment was voided',
  was_reversed: 'The payment was reversed',
  outcome_known: 'The outcome of the payment is known',
  nothing_open: 'Nothing is open at the acquirer',
  challenge_running: 'The customer is being asked to confirm. It ends by itself',
  in_progress: 'Another operation on this payment is under way. Wait for its outcome',
  disputed: 'What is left is disputed. Paying it back too would pay it twice',
  partly_captured: 'Only a payment that is captured as a whole can be reversed. Refund it instead',
  partly_refunded: 'Part of the payment is refunded. Refund the rest instead',
  another_day: 'A payment can only be reversed on its business day. Refund it instead',
  undisputed: 'No dispute of this payment is open',
  dispute_answered: 'The dispute is answered. The acquirer reports how it ends',
  method: 'This action is not available for this payment method',
  dispute_open: 'A dispute of this payment is open. Wait for its end',
  payout_waits: 'Another payout of this payment waits for approval. Decide on it first',
  capture_begun: 'Part of the payment is captured. More can only be authorised before that',
  no_payout: 'No payout of this payment waits for approval',
} as const
type Refusal = keyof typeof refusals

type Cell = typeof may | Refusal
/** One cell for each of `paymentActions`, in their order. */
type Row = CellOfEach<typeof paymentActions>
type CellOfEach<Actions extends readonly unknown[]> = { readonly [At in keyof Actions]: Cell }

const may = true
const [start, never, open, held] = [
  'not_started',
  'not_authorised',
  'outcome_unknown',
  'held',
] as const
const [none, empty, full] = ['nothing_captured', 'nothing_left', 'all_refunded'] as const
const [voided, reversed] = ['was_voided', 'was_reversed'] as const
const [known, unheld, noCase] = ['outcome_known', 'not_held', 'undisputed'] as const
const noPay = 'no_payout'
const begun = 'capture_begun'

/** The state machine. A row is a status, a column an action; `may` still has to pass the action's guard. */
// biome-ignore format: a table is read by its columns
const machine: Readonly<Record<PaymentStatus, Row>> = {
  //                      capture   void      refund    reverse   markRef.  dispute   closeDis. accept.   contest   approve  decline  check  change payout    appr.  decl.   increm.
  created:              [ start,    start,    start,    start,    start,    start,    noCase,   noCase,   noCase,   unheld,  unheld,  start, start, start,    noPay, noPay, start    ],
  validated:            [ start,    start,    start,    start,    start,    start,    noCase,   noCase,   noCase,   unheld,  unheld,  start, start, start,    noPay, noPay, start    ],
  pending:              [ open,     open,     open,     open,     open,     open,     noCase,   noCase,   noCase,   unheld,  unheld,  may,   may,   open,     noPay, noPay, open     ],
  waiting_for_approval: [ held,     held,     held,     held,     held,     held,     noCase,   noCase,   noCase,   may,     may,     may,   known, held,     noPay, noPay, held     ],
  partially_reserved:   [ may,      may,      none,     none,     none,     none,     may,      may,      may,      unheld,  unheld,  may,   known, none,     noPay, noPay, may      ],
  reserved:             [ may,      may,      none,     none,     none,     none,     may,      may,      may,      unheld,  unheld,  may,   known, none,     noPay, noPay, may      ],
  partially_captured:   [ may,      may,      may,      may,      may,      may,      may,      may,      may,      unheld,  unheld,  may,   known, may,      may,   may, begun    ],
  captured:             [ may,      may,      may,      may,      may,      may,      may,      may,      may,      unheld,  unheld,  may,   known, may,      may,   may, begun    ],
  partially_refunded:   [ may,      may,      may,      may,      may,      may,      may,      may,      may,      unheld,  unheld,  may,   known, may,      may,   may, begun    ],
  refunded:             [ may,      may,      full,     full,     full,     full,     may,      may,      may,      unheld,  unheld,  may,   known, may,      may,   may, begun    ],
  voided:               [ voided,   voided,   voided,   voided,   voided,   voided,   may,      may,      may,      unheld,  unheld,  may,   known, voided,   noPay, noPay, voided   ],
  reversed:             [ reversed, reversed, reversed, reversed, reversed, reversed, may,      may,      may,      unheld,  unheld,  may,   known, reversed, noPay, noPay, reversed ],
  declined:             [ never,    never,    never,    never,    never,    never,    noCase,   noCase,   noCase,   unheld,  unheld,  may,   known, never,    noPay, noPay, never    ],
  failed:               [ never,    never,    never,    never,    never,    never,    noCase,   noCase,   noCase,   unheld,  unheld,  may,   known, never,    noPay, noPay, never    ],
  blocked:              [ never,    never,    never,    never,    never,    never,    noCase,   noCase,   noCase,   unheld,  unheld,  may,   known, never,    noPay, noPay, never    ],
}

/** What the open operations of a kind are about. */
export const openAmountOf = (
  { open }: { readonly open: readonly { kind: OperationKind; amountMinor: bigint }[] },
  kind: OperationKind,
): bigint => open.reduce((sum, one) => (one.kind === kind ? sum + one.amountMinor : sum), 0n)

/** The amounts of a payment that are left after all finished and open operations. */
export function amountsLeft(payment: PaymentFacts): { toCapture: bigint; toRefund: bigint } {
  const { authorisedMinor, capturedMinor, refundedMinor, voidedMinor, disputedMinor } = payment
  const openAmount = (kind: OperationKind) => openAmountOf(payment, kind)
  const isLastUnderWay = payment.open.some(({ isFinal }) => isFinal === true)
  return {
    toCapture: isLastUnderWay
      ? 0n
      : authorisedMinor - capturedMinor - voidedMinor - openAmount('capture') - openAmount('void'),
    toRefund:
      capturedMinor - refundedMinor - disputedMinor - openAmount('refund') - openAmount('reversal'),
  }
}

const hasOpen = (payment: PaymentFacts, ...kinds: OperationKind[]) =>
  payment.open.some((one) => kinds.includes(one.kind))

/** The refusal of an action that the status allows; undefined if the action is allowed. */
const guards: Readonly<
  Record<PaymentAction, (payment: PaymentFacts, today: string) => Refusal | undefined>
> = {
  // transfers and alternatives are captured when they are paid, so nothing is left to capture or to void
  capture: (payment) => {
    if (payment.method !== 'card') return 'method'
    if (hasOpen(payment, 'void', 'reversal', 'increment')) return 'in_progress'
    return amountsLeft(payment).toCapture > 0n ? undefined : empty
  },
  void: (payment) => {
    if (payment.method !== 'card') return 'method'
    if (hasOpen(payment, 'capture', 'void', 'reversal', 'increment')) return 'in_progress'
    return amountsLeft(payment).toCapture > 0n ? undefined : empty
  },
  refund: refundGuard,
  markRefunded: refundGuard,
  reverse: (payment, today) => {
    if (payment.method !== 'card') return 'method'
    if (payment.open.length > 0) return 'in_progress'
    if (payment.refundedMinor > 0n) return 'partly_refunded'
    if (payment.disputedMinor > 0n) return 'disputed'
    if (payment.capturedMinor !== payment.authorisedMinor) return 'partly_captured'
    return payment.businessDay === today ? undefined : 'another_day'
  },
  dispute: (payment) => {
    if (payment.method === 'bank_transfer') return 'method'
    return refundGuard(payment)
  },
  // an acquirer may report a dispute at any time, also after a reversal
  closeDispute: (payment) => (isDisputeOpen(payment.disputeState) ? undefined : 'undisputed'),
  acceptDispute: answerGuard,
  contestDispute: answerGuard,
  approve: (payment) => (payment.open.some(isSent) ? 'in_progress' : undefined),
  decline: (payment) => (payment.open.some(isSent) ? 'in_progress' : undefined),
  checkStatus: (payment) => (payment.open.some((one) => !isHeld(one)) ? undefined : 'nothing_open'),
  changeStatus: (payment) => (payment.pendingOn === 'challenge' ? 'challenge_running' : undefined),
  // a payout goes to the card or account that paid; a wallet cannot be paid through its acquirer
  payout: (payment) => {
    if (payment.method === 'alternative') return 'method'
    if (isDisputeOpen(payment.disputeState)) return 'dispute_open'
    if (payment.open.some(isHeld)) return 'payout_waits'
    return hasOpen(payment, 'payout', 'reversal') ? 'in_progress' : undefined
  },
  // a dispute that was opened after the request refuses it as it would have refused the request
  approvePayout: (payment) => {
    if (!payment.open.some(isHeld)) return 'no_payout'
    return isDisputeOpen(payment.disputeState) ? 'dispute_open' : undefined
  },
  declinePayout: (payment) => (payment.open.some(isHeld) ? undefined : 'no_payout'),
  increment: (payment) => {
    if (payment.method !== 'card') return 'method'
    return payment.open.length > 0 ? 'in_progress' : undefined
  },
}

// a held transfer has an authorisation that was not sent; it does not block a decision
const isSent = (operation: OpenOperation) => operation.kind !== 'authorise'

const isHeld = (operation: OpenOperation) => operation.state === 'held'

function refundGuard(payment: PaymentFacts): Refusal | undefined {
  if (hasOpen(payment, 'reversal')) return 'in_progress'
  if (amountsLeft(payment).toRefund > 0n) return undefined
  if (payment.disputedMinor > 0n) return 'disputed'
  return hasOpen(payment, 'refund') ? 'in_progress' : full
}

export const refundRefusedText =
  'A dispute of this payment is open, and nothing is refunded until it has ended. The setting is Refunds during a dispute.'

/** Whether an action would pay back while a dispute of the payment is open. */
export const isRefundInDispute = (
  { disputeState }: Pick<PaymentFacts, 'disputeState'>,
  action: PaymentAction,
): boolean => (action === 'refund' || action === 'markRefunded') && isDisputeOpen(disputeState)

/** The disputes of a payment are `opened` while one of them waits for an answer. */
function answerGuard({ disputeState }: PaymentFacts): Refusal | undefined {
  if (disputeState === 'opened') return undefined
  return isDisputeOpen(disputeState) ? 'dispute_answered' : 'undisputed'
}

function refusalOf(
  payment: PaymentFacts,
  action: PaymentAction,
  today: string,
): Refusal | undefined {
  const cell = machine[payment.status][paymentActions.indexOf(action)]
  return cell === may ? guards[action](payment, today) : cell
}

/** The highest amount that an action may move now; null for actions without an amount. */
function maxAmountOf(payment: PaymentFacts, action: PaymentAction): bigint | null {
  const { toCapture, toRefund } = amountsLeft(payment)
  switch (action) {
    case 'capture':
    case 'void':
      return toCapture
    case 'refund':
    case 'markRefunded':
    case 'dispute':
      return toRefund
    case 'reverse':
      return payment.capturedMinor
    default:
      return null
  }
}

/** Every action, allowed or refused with a reason. */
export function allowedActions(payment: PaymentFacts, today: string): ActionAnswer[] {
  return paymentActions.map((action) => {
    const refusal = refusalOf(payment, action, today)
    const most = maxAmountOf(payment, action)
    return {
      action,
      isAllowed: refusal === undefined,
      code: refusal === undefined ? null : `${action}.${refusal}`,
      reason: refusal === undefined ? null : refusals[refusal],
      maxAmount: refusal !== undefined || most === null ? null : Number(most),
    }
  })
}

/**
 * Throws a Problem if the action is refused.
 * Returns the amount that it moves: the requested amount, or all that is left.
 */
export function decideAction(
  payment: PaymentFacts,
  action: PaymentAction,
  today: string,
  requestedMinor?: bigint,
): bigint {
  const refusal = refusalOf(payment, action, today)
  if (refusal !== undefined) throw refused(action, refusal)
  const most = maxAmountOf(payment, action)
  // the issuer decides how much more it authorises
  if (action === 'increment') return requestedMinor ?? 0n
  if (most === null || requestedMinor === undefined) return most ?? 0n
  if (requestedMinor > most) {
    const limit = action === 'capture' ? 'exceeds_authorised' : 'exceeds_captured'
    const asked = moneyText(requestedMinor, payment.currency)
    const left = moneyText(most, payment.currency)
    throw new Problem(
      `${action}.${limit}`,
      409,
      `${asked.en} is more than the ${left.en} that is left.`,
      {
        errors: [{ message: `At most ${left.en} is left`, path: 'amount' }],
        params: { asked, most: left },
      },
    )
  }
  return requestedMinor
}

/**
 * What a person captured is taken back as a reversal that goes to no acquirer: the method and the day, which acquirers ask
 * for, do not matter then. Throws a Problem if it is refused.
 */
export const decideTakeBack = (payment: PaymentFacts): bigint =>
  decideAction({ ...payment, method: 'card' }, 'reverse', payment.businessDay)

/** Throws a Problem if another capture is under way: the last one releases what is left. */
export function checkLastCapture(payment: PaymentFacts): void {
  if (hasOpen(payment, 'capture')) throw refused('capture', 'in_progress')
}

const refused = (action: PaymentAction, refusal: Refusal): Problem =>
  new Problem(`${action}.${refusal}`, 409, `${refusals[refusal]}.`)

/** Throws a Problem if a payout and its fee exceed what the merchant can have paid out. */
export function checkPayout(
  { amountMinor, fee }: Payout,
  availableMinor: bigint,
  currency: string,
): void {
  const feeMinor = fee?.amountMinor ?? 0n
  if (amountMinor + feeMinor <= availableMinor) return
  const asked = moneyText(amountMinor, currency)
  const most = moneyText(availableMinor > 0n ? availableMinor : 0n, currency)
  const errors = [{ message: `At most ${most.en} is available`, path: 'amount' }]
  if (feeMinor === 0n) {
    throw new Problem(
      'payout.exceeds_balance',
      409,
      `${asked.en} is more than the ${most.en} that the merchant can have paid out.`,
      { errors, params: { asked, most } },
    )
  }
  const charged = moneyText(feeMinor, currency)
  throw new Problem(
    'payout.exceeds_balance_with_fee',
    409,
    `${asked.en} and the fee of ${charged.en} are more than the ${most.en} that the merchant can have paid out.`,
    { errors, params: { asked, most, fee: charged } },
  )
}

/** Throws a Problem if a payout is smaller than the merchant's terms allow. */
export function checkSmallestPayout(
  amountMinor: bigint,
  terms: SettlementTerms | undefined,
  currency: string,
): void {
  const least = terms?.minimumPayoutMinor ?? 0n
  if (amountMinor >= least) return
  const text = moneyText(least, currency)
  throw new Problem('payout.below_minimum', 409, `The smallest payout is ${text.en}.`, {
    errors: [{ message: `At least ${text.en}`, path: 'amount' }],
    params: { least: text },
  })
}

/** The person who requested a payout cannot approve it. */
export function checkPayoutApprover(makerId: string | null, approverId: string | null): void {
  if (makerId !== null && makerId === approverId) throw ownPayout()
}

export const ownPayout = () =>
  new Problem(
    'approvePayout.own_payout',
    403,
    'You asked for this payout yourself. Somebody else has to approve it.',
  )

/** What was made in one mode is not acted on from the other. */
export function otherMode(of: Mode, caller: Mode): Problem {
  const [mode, yours] = [modeNameOf(of), modeNameOf(caller)]
  const text = `This was made in ${mode} mode, and you work in ${yours} mode.`
  return new Problem('mode.mismatch', 409, text, { params: { mode, yours } })
}

/** Whether its payer may still choose another way: the payer is asked to confirm it, or the money is to be transferred. */
export const isAbandonable = ({
  status,
  pendingOn,
  method,
}: Pick<PaymentFacts, 'status' | 'pendingOn' | 'method'>): boolean =>
  status === 'pending' &&
  (pendingOn === 'challenge' || (pendingOn === 'bank' && method === 'bank_transfer'))

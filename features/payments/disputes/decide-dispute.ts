import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type Command,
  type Engine,
  type ResponseOptions,
  runDecision,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import {
  type DisputeAnswer,
  type DisputeOutcome,
  isDisputeOpen,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { claimEvidence, type Evidence, evidenceScope } from './dispute-evidence.ts'
import { notifyToForward } from './dispute-notices.ts'
import { type Dispute, listDisputes } from './disputes.queries.ts'
import { endedDispute, openedDispute } from './disputes.rules.ts'
import { viewDispute } from './disputes.views.ts'
import { storeDispute } from './record-dispute.ts'

// What people say of disputes: they record one that no acquirer reports, answer one, and record how one ended.

export interface DisputeCommand extends Command {
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date
}

/** A person records a dispute that was made known otherwise than by an acquirer's notice. */
export function openDispute<A>(
  engine: Engine,
  command: DisputeCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(
    engine,
    'dispute',
    command,
    responseOptions,
    async (db, { payment }, amountMinor) => {
      const { reasonCode, reason, respondBy } = command
      const disputes = await listDisputes(db, payment.id)
      const after: Dispute = {
        ...openedDispute(amountMinor),
        id: newId(engine.now()),
        stage: 'chargeback',
        currency: payment.currency,
        reasonCode,
        reason,
        respondBy,
        provider: null,
        acquirerReference: null,
        sequence: 0,
        openedAt: engine.now(),
        closedAt: null,
        answer: null,
      }
      const change = { before: undefined, after, disputes, cause: reason }
      return { payment: await storeDispute(db, engine, payment, change), operation: null }
    },
  )
}

interface OfDispute extends Command {
  /** Absent: the one that has been open longest. */
  readonly disputeId: string | undefined
}

export interface DisputeEndCommand extends OfDispute {
  readonly outcome: DisputeOutcome
}

/** A person records the outcome of a dispute. To accept one is an answer, which its acquirer confirms. */
export function closeDispute<A>(
  engine: Engine,
  command: DisputeEndCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const { disputeId, outcome, reason } = command
  return runDecision(engine, 'closeDispute', command, responseOptions, async (db, { payment }) => {
    const disputes = await listDisputes(db, payment.id)
    const before = chosen(disputes, disputeId, isOpen)
    if (outcome === 'accepted' && before.provider !== null) {
      const given = { answer: 'accept', statement: null, reason } as const
      return giveAnswer(db, engine, payment, disputes, before, given)
    }
    const after = ended(before, outcome, engine.now())
    const change = { before, after, disputes, cause: reason }
    return { payment: await storeDispute(db, engine, payment, change), operation: null }
  })
}

export interface DisputeAnswerCommand extends OfDispute {
  readonly answer: DisputeAnswer
  /** Why the claim is wrong, for the acquirer. */
  readonly statement: string | null
  /** Files of the caller that prove it. */
  readonly evidence?: Evidence | undefined
}

/** Contests or accepts a dispute. The answer is sent to the acquirer, which decides; without one it counts by itself. */
export function answerDispute<A>(
  engine: Engine,
  command: DisputeAnswerCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const action = command.answer === 'contest' ? 'contestDispute' : 'acceptDispute'
  const scoped = evidenceScope(engine, command.evidence)
  return runDecision(scoped, action, command, responseOptions, async (db, { payment }) => {
    const disputes = await listDisputes(db, payment.id)
    const before = chosen(disputes, command.disputeId, isUnanswered)
    return giveAnswer(db, engine, payment, disputes, before, command)
  })
}

async function giveAnswer(
  db: Db,
  engine: Engine,
  payment: Payment,
  disputes: readonly Dispute[],
  before: Dispute,
  {
    answer: kind,
    statement,
    evidence,
    reason,
  }: Pick<DisputeAnswerCommand, 'answer' | 'statement' | 'evidence' | 'reason'>,
) {
  const at = engine.now()
  if (!isUnanswered(before)) {
    throw new Problem(
      'closeDispute.dispute_answered',
      409,
      'The dispute is answered. The acquirer reports how it ends.',
    )
  }
  const files = await claimEvidence(db, payment, before.id, evidence)
  const isSent = before.provider !== null
  const state = isSent ? ('requested' as const) : ('received' as const)
  const fileIds = evidence?.fileIds ?? []
  const answer = { id: newId(at), kind, state, statement, fileIds, at, checks: 0 }
  const after: Dispute =
    kind === 'accept' && !isSent
      ? { ...ended(before, 'accepted', at), answer }
      : { ...before, state: 'answered', answer }
  const words = { code: kind === 'contest' ? 'dispute.contested' : 'dispute.accepting' }
  const cause = reason ?? (after.state === 'answered' ? words : null)
  const change = { before, after, disputes, cause }
  const changed = await storeDispute(db, engine, payment, change)
  const isMerchants = engine.actor.type === 'api_key' || evidence?.caller.userType === 'merchant'
  const { respondBy } = before
  if (kind === 'contest' && !isSent && isMerchants && respondBy !== null) {
    await notifyToForward(db, engine, payment, { ...after, respondBy })
  }
  return { payment: changed, operation: null, dispute: viewDispute(after, files) }
}

const isOpen = ({ state }: Dispute) => isDisputeOpen(state)
const isUnanswered = ({ state }: Dispute) => state === 'opened'

function chosen(
  disputes: readonly Dispute[],
  id: string | undefined,
  may: (dispute: Dispute) => boolean,
): Dispute {
  const named = disputes.filter((one) => id === undefined || one.id === id)
  const found = named.find(may)
  if (found !== undefined) return found
  if (id === undefined || named.length === 0) throw notFound('The open dispute')
  const message = 'The dispute waits for no answer: it is answered, or has ended'
  throw new Problem('dispute.not_open', 409, message)
}

const ended = (before: Dispute, outcome: DisputeOutcome, at: Date): Dispute => ({
  ...before,
  ...endedDispute(before.amountMinor, outcome),
  closedAt: at,
})

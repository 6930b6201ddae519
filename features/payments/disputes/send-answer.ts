import { englishOf } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  callWithTimeout,
  type Engine,
  insertApiCalls,
  lockPaymentWithOperations,
  nextCheckAt,
  recordContradiction,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { DisputeAnswerRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import { readEvidence } from './dispute-evidence.ts'
import {
  type Dispute,
  type DueAnswer,
  type GivenAnswer,
  listDisputes,
  upsertDispute,
} from './disputes.queries.ts'
import { applyReport, storeDispute } from './record-dispute.ts'

interface Pending {
  readonly dispute: Dispute
  readonly answer: GivenAnswer
  readonly provider: string
  readonly request: Omit<DisputeAnswerRequest, 'evidence'>
}

/** Sends an answer to the acquirer until it has received or refused it. May be repeated: the acquirer knows it by its id. */
export async function sendAnswer(
  engine: Engine,
  { paymentId, disputeId }: DueAnswer,
): Promise<void> {
  const pending = await engine.transaction((db) => findPending(db, paymentId, disputeId))
  if (pending === undefined) return
  const { answer, provider, request } = pending
  const evidence = await readEvidence(engine, pending.dispute).catch((error: unknown) => {
    const about = { err: error, tenantId: engine.tenantId, paymentId, disputeId }
    engine.log.error(
      about,
      'the evidence of an answer to a dispute cannot be read; it is tried again',
    )
    return undefined
  })
  if (evidence === undefined) return tryLater(engine, paymentId, disputeId)
  const startedAt = performance.now()
  const called = { paymentId, provider, attemptId: answer.id, kind: 'dispute answer' }
  const response = await callWithTimeout(engine, called, (acquirer, signal) =>
    acquirer.answerDispute({ ...request, evidence }, signal),
  )
  const log = {
    ...({
      direction: 'outbound',
      peer: provider,
      method: 'POST',
      attemptId: null,
      status: null,
    } as const),
    url: `/disputes/${request.dispute}/answers/${answer.id}`,
    request: {
      ...{ answer: request.answer, statement: request.statement },
      evidence: evidence.map(({ name, sha256 }) => ({ name, sha256 })),
    },
    response: response.result === 'received' ? { result: response.result } : response,
    durationMs: Math.round(performance.now() - startedAt),
    requestId: null,
  }
  await engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    const now = await findPending(db, paymentId, disputeId)
    if (locked === undefined || now === undefined) return
    const { payment } = locked
    await insertApiCalls(db, payment, [log], engine.now())
    if (now.answer.id !== answer.id) return
    switch (response.result) {
      case 'received':
        await conclude(db, engine, payment, now, 'received')
        await applyReport(db, engine, payment, { provider, dispute: response.dispute })
        return
      case 'refused':
        return refuse(db, engine, payment, now, response)
      default:
        await conclude(db, engine, payment, now, 'requested')
    }
  })
}

async function tryLater(engine: Engine, paymentId: string, disputeId: string): Promise<void> {
  await engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    const pending = await findPending(db, paymentId, disputeId)
    if (locked === undefined || pending === undefined) return
    await conclude(db, engine, locked.payment, pending, 'requested')
  })
}

async function findPending(
  db: Db,
  paymentId: string,
  disputeId: string,
): Promise<Pending | undefined> {
  const dispute = (await listDisputes(db, paymentId)).find(({ id }) => id === disputeId)
  const { answer, provider, acquirerReference } = dispute ?? {}
  if (dispute === undefined || answer?.state !== 'requested') return undefined
  if (!provider || !acquirerReference) return undefined
  const { id: reference, kind, statement } = answer
  const request = { reference, dispute: acquirerReference, answer: kind, statement }
  return { dispute, answer, provider, request }
}

async function conclude(
  db: Db,
  engine: Engine,
  payment: Payment,
  { dispute, answer }: Pending,
  state: GivenAnswer['state'],
): Promise<Dispute> {
  const at = state === 'requested' ? nextCheckAt(engine.now(), answer.checks) : engine.now()
  const after = { ...dispute, answer: { ...answer, state, at, checks: answer.checks + 1 } }
  await upsertDispute(db, payment, after)
  return after
}

/** The dispute waits for an answer again, as long as the acquirer says nothing else. */
async function refuse(
  db: Db,
  engine: Engine,
  payment: Payment,
  pending: Pending,
  { code, text }: { readonly code: string; readonly text: string },
): Promise<void> {
  const { provider } = pending
  const known = englishOf({ code })
  const cause = {
    code: 'dispute.answer_refused',
    values: { provider, why: known === code ? text : code },
  }
  const before = await conclude(db, engine, payment, pending, 'refused')
  await recordContradiction(db, engine, payment, { operationId: null, amountMinor: null, cause })
  if (before.state !== 'answered') return
  const disputes = await listDisputes(db, payment.id)
  await storeDispute(db, engine, payment, {
    before,
    after: { ...before, state: 'opened' },
    disputes,
    cause,
  })
}

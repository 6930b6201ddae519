import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { SetupStep, TestPayment } from './processing-setup.contract.ts'
import {
  findTestPayment,
  listEntries,
  listFindings,
  listMessages,
  listTestAttempts,
  type TestPaymentRow,
} from './processing-setup.queries.ts'
import { madeBy } from './sample-orders.ts'

/** What became of a payment of the tool. Merchants see neither what screening found nor the MIDs. */
export async function readSteps(db: Db, id: string, isMerchant: boolean): Promise<TestPayment> {
  const payment = await findTestPayment(db, id, madeBy.madeBy)
  if (payment === undefined) throw notFound('The payment')
  const [findings, attempts, entries, messages] = await Promise.all([
    listFindings(db, payment),
    listTestAttempts(db, payment),
    listEntries(db, payment),
    listMessages(db, payment),
  ])
  const steps = [
    orderStep(payment, attempts.length > 0),
    screeningStep(payment, isMerchant ? [] : findings),
    routingStep(payment, attempts, isMerchant),
    ...attempts.map((attempt) => attemptStep(attempt, isMerchant)),
    captureStep(payment, attempts),
    ledgerStep(entries),
    webhookStep(messages),
  ]
  return {
    ...{ id: payment.id, merchantId: payment.merchantId, currency: payment.currency },
    status: payment.status as TestPayment['status'],
    amount: Number(payment.amountMinor),
    isOver: steps.every(({ state }) => state !== 'waiting'),
    steps,
  }
}

type Attempts = Awaited<ReturnType<typeof listTestAttempts>>

const step = (
  name: SetupStep['name'],
  state: SetupStep['state'],
  some: Partial<SetupStep> = {},
): SetupStep => ({ name, state, text: null, code: null, values: {}, at: null, ...some })

/** What is neither blocked by screening nor without a route, and went to no acquirer, was refused for its order. */
function orderStep(
  { status, declineCode, declineReason, createdAt }: TestPaymentRow,
  isSent: boolean,
) {
  const isRefused = !isSent && status === 'declined'
  const at = createdAt.toISOString()
  return isRefused
    ? step('order', 'refused', { code: declineCode, text: declineReason, at })
    : step('order', 'done', { at })
}

function screeningStep(
  { status, declineCode, declineReason }: TestPaymentRow,
  findings: Awaited<ReturnType<typeof listFindings>>,
) {
  const text = findings.map(({ message }) => message).join(' · ') || null
  if (status === 'blocked') {
    return step('screening', 'refused', { code: declineCode, text: text ?? declineReason })
  }
  return step('screening', text === null ? 'done' : 'warning', { text })
}

function routingStep(payment: TestPaymentRow, attempts: Attempts, isMerchant: boolean) {
  const [first] = attempts
  if (first !== undefined) {
    const { provider, midCode } = first
    const values = { provider, ...(isMerchant || midCode === null ? {} : { mid: midCode }) }
    return step('routing', 'done', { code: 'step.routed', values })
  }
  if (payment.status === 'waiting_for_approval') {
    return step('routing', 'waiting', { text: payment.holdReason })
  }
  if (payment.declineCode !== 'routing.no_mid') return step('routing', 'none')
  return step('routing', 'refused', { code: payment.declineCode, text: payment.declineReason })
}

const attemptStates: Readonly<Record<string, SetupStep['state']>> = {
  approved: 'done',
  declined: 'refused',
  failed: 'refused',
}

function attemptStep(attempt: Attempts[number], isMerchant: boolean): SetupStep {
  const { provider, midCode, state, declineCode, declineReason } = attempt
  return step('attempt', attemptStates[state] ?? 'waiting', {
    code: declineCode,
    text: declineReason,
    values: { provider, ...(isMerchant || midCode === null ? {} : { mid: midCode }) },
    at: (attempt.finishedAt ?? attempt.startedAt).toISOString(),
  })
}

function captureStep(payment: TestPaymentRow, attempts: Attempts): SetupStep {
  if (payment.capturedMinor > 0n) return step('capture', 'done')
  if (payment.status === 'waiting_for_approval') {
    return step('capture', 'waiting', { text: payment.holdReason })
  }
  return step('capture', payment.status === 'pending' && attempts.length > 0 ? 'waiting' : 'none')
}

function ledgerStep(entries: Awaited<ReturnType<typeof listEntries>>): SetupStep {
  const count = entries.length
  if (count === 0) return step('ledger', 'none')
  const at = entries.at(-1)?.createdAt.toISOString() ?? null
  return step('ledger', 'done', { code: 'step.entries', values: { count: String(count) }, at })
}

/** Without an endpoint there is no message. */
function webhookStep(messages: Awaited<ReturnType<typeof listMessages>>): SetupStep {
  if (messages.length === 0) return step('webhook', 'none')
  const delivered = messages.filter(({ state }) => state === 'delivered').length
  const values = { count: String(messages.length), delivered: String(delivered) }
  const isWaiting = messages.some(({ state }) => state === 'waiting')
  const isFailing = messages.some(({ state }) => state === 'failing' || state === 'given_up')
  const state = isFailing ? 'warning' : isWaiting ? 'waiting' : 'done'
  return step('webhook', state, { code: 'step.messages', values })
}

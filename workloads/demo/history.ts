// The demo's history, made by the product itself: each payment goes through the engine, the sandbox acquirers and the
// webhooks, at a time of its own in the past.

import {
  answerDispute,
  listDisputeViews,
  recordDispute,
  sendAnswer,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { merchantPaymentOf } from '@counterfoil/features/payments/merchant-api/merchant-payment.rules.ts'
import {
  approvePayment,
  checkStatus,
  type Engine,
  findOperation,
  listDueOperations,
  resolveOperation,
  runOperation,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { mapAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import type { Logger } from 'pino'
import {
  type DisputeStepKind,
  isDisputeStep,
  type PlannedPayment,
  type PlannedStep,
  planHistory,
} from './history-plan.ts'
import { historyJobs, historyNow, inTimeline, moveTo, runWaiting } from './history-time.ts'
import { historyOutbound } from './history-webhooks.ts'
import { demoAccounts, demoMerchants } from './organisations.ts'
import {
  apiKeyIdOf,
  merchantIdOf,
  tenantIdOf,
  userIdOf,
  websiteIdOf,
} from './store-organisations.ts'

export interface HistoryServices {
  readonly database: Database
  /** For the role counterfoil_app: where the sandbox acquirers keep their records. */
  readonly appUrl: string
  readonly publicUrl: string
  readonly log: Logger
}

/** What all payments of the history share. */
interface HistoryContext extends HistoryServices {
  readonly providers: Providers
  readonly jobs: Awaited<ReturnType<typeof scanWork>>['jobs']
  readonly context: JobContext
  /** The history ends here: later steps are left out. */
  readonly now: Date
}

/** Payments played at the same time. */
const atOnce = 6
/** More than can be under way at once. */
const maxInterrupted = 1_000
/** Of the newest payments the next lookup lies ahead. */
const lookAheadMs = 60_000
/** After so many, each later than the one before, a day has passed, and the acquirer's silence is an answer. */
const maxLookups = 200
/** How long a lost answer of an acquirer is waited for. */
const acquirerTimeoutMs = 2_000

/** Makes the payments of the 90 days before `now`. Each step has a key of its own: repeating it changes nothing. */
export async function makeHistory(
  services: HistoryServices,
  now: Date,
  plan: readonly PlannedPayment[] = planHistory(now),
): Promise<void> {
  const { database, appUrl, publicUrl, log } = services
  const opened = openProviders({
    sandboxDatabaseUrl: appUrl,
    publicUrl,
    mayReachPrivate: true,
    acquirerTimeoutMs,
    now: historyNow,
  })
  const providers: Providers = {
    ...opened,
    outbound: { ...opened.outbound, ...historyOutbound(database, now) },
  }
  try {
    const { jobs, schedules } = await scanWork(providers)
    const signal = new AbortController().signal
    const context: JobContext = {
      database,
      jobs: historyJobs,
      // acquirers that do not answer in time belong to the history
      log: log.child({}, { level: 'error' }),
      now: historyNow,
      signal,
    }
    const history: HistoryContext = { ...services, providers, jobs, context, now }
    await finishInterrupted(history)
    const disputes = await mapAtOnce(plan, atOnce, (planned) =>
      inTimeline(planned.at, () => playPayment(history, planned)),
    )
    // one after the other in order of time: each takes one notice of those that are due
    for (const dispute of disputes.flat().sort(byTime)) {
      await inTimeline(dispute.at, () => followDispute(history, dispute).catch(expected))
    }
    // on a busy machine an acquirer's answer may come after the last step of its payment
    await inTimeline(now, async () => {
      await recoverOperations(providers, context)
      // a killed start has taken the jobs of its webhooks along
      await schedules.find(({ name }) => name === 'webhooks.find-overdue')?.run(context)
      await runWaiting(jobs, context, new Date())
    })
  } finally {
    await opened.close()
  }
}

/**
 * Ends the operations that a killed start left without an outcome. Each is looked up at the times that recovery would use:
 * without that its key stays claimed, because the clock of its payment never reaches them. An operation that never reached
 * its acquirer is looked up several times before it counts as lost.
 */
async function finishInterrupted(history: HistoryContext): Promise<void> {
  const soon = new Date(Date.now() + lookAheadMs)
  for (const tenantId of await listTenantIds(history.database)) {
    const engine = engineFor(history, tenantId, { type: 'system', id: null })
    const open = await engine.transaction((db) => listDueOperations(db, soon, maxInterrupted))
    for (const { id } of open) await finishOperation(history, engine, id)
  }
}

/** Ends a request that has no answer; what waits for its payer or for a slow acquirer goes on waiting. */
async function finishOperation(history: HistoryContext, engine: Engine, id: string): Promise<void> {
  for (let lookups = 0; lookups < maxLookups; lookups += 1) {
    const operation = await engine.transaction((db) => findOperation(db, id))
    if (operation === undefined || (lookups > 0 && operation.state !== 'requested')) return
    await inTimeline(operation.nextCheckAt ?? history.now, async () => {
      await resolveOperation(engine, operation)
      await runWaiting(history.jobs, history.context, history.now)
    })
  }
}

interface Disputed {
  readonly at: Date
  readonly does: DisputeStepKind
  readonly paymentId: string
  readonly planned: PlannedPayment
}

const byTime = (a: Disputed, b: Disputed) => a.at.getTime() - b.at.getTime()

/** One payment from its order to its last step; returns the disputes, which are collected afterwards. */
async function playPayment(history: HistoryContext, planned: PlannedPayment): Promise<Disputed[]> {
  const { jobs, context, now } = history
  const paid = await take(history, planned)
  await runWaiting(jobs, context, now)
  const disputes: Disputed[] = []
  const disputedAt = planned.steps.find(({ does }) => does === 'dispute')?.at
  if (disputedAt !== undefined) await history.providers.disputes.postpone(paid.id, disputedAt)
  for (const [index, step] of planned.steps.entries()) {
    if (isDisputeStep(step.does)) {
      disputes.push({ at: step.at, does: step.does, paymentId: paid.id, planned })
      continue
    }
    moveTo(step.at)
    await takeStep(history, planned, paid, step, index).catch(expected)
    await runWaiting(jobs, context, now)
  }
  return disputes
}

/** A step that the payment's state does not allow, as the capture of a declined one, is simply not taken. */
function expected(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}

function take(history: HistoryContext, planned: PlannedPayment) {
  const { key, method, amountMinor, currency, capture, externalId, description } = planned
  const order = {
    merchantId: merchantIdOf(planned.merchant),
    mode: planned.mode,
    amountMinor,
    currency,
    capture,
    externalId,
    description,
    channel: planned.channel,
    websiteId: websiteOf(planned),
    customer: { email: planned.email, country: planned.country },
    method:
      method.type === 'card'
        ? { ...method, expiryMonth: 1 + (planned.at.getUTCDate() % 12) }
        : { type: method.type },
  }
  const engine = engineOf(history, planned, planned.channel === 'virtual_terminal')
  const startedAt = historyNow()
  const request = {
    amount: Number(amountMinor),
    currency,
    externalId,
    capture,
    method: { type: method.type },
    description,
  }
  return takePayment(engine, order, {
    toResponse: ({ payment }) => merchantPaymentOf(payment),
    idempotencyKey: onceOf(planned, key),
    ...(planned.channel === 'virtual_terminal'
      ? {}
      : {
          inbound: {
            peer: `Demo ${planned.mode === 1 ? 'test' : 'live'} key`,
            method: 'POST',
            url: '/v1/payments',
            request,
            status: 201,
            requestId: newId(startedAt),
            startedAt,
          },
        }),
  })
}

/** Most orders come through the merchant's first website; virtual terminal and point of sale have none. */
function websiteOf({ merchant, channel, amountMinor }: PlannedPayment): string | undefined {
  if (channel !== 'api' && channel !== 'recurring') return undefined
  const hosts = demoMerchants.find(({ slug }) => slug === merchant)?.websites ?? []
  const host = hosts[amountMinor % 4n === 0n ? 1 : 0] ?? hosts[0]
  return host === undefined ? undefined : websiteIdOf(host)
}

type Paid = Awaited<ReturnType<typeof take>>

async function takeStep(
  history: HistoryContext,
  planned: PlannedPayment,
  paid: Paid,
  step: PlannedStep,
  index: number,
): Promise<void> {
  const engine = engineOf(history, planned, step.isByHand ?? false)
  const amountMinor =
    step.percent === undefined
      ? undefined
      : (planned.amountMinor * BigInt(step.percent)) / 100n || 1n
  const { mode } = planned
  const command = { paymentId: paid.id, mode, amountMinor, reason: step.reason ?? null }
  const responseOptions = {
    toResponse: ({ payment }: { payment: Parameters<typeof merchantPaymentOf>[0] }) =>
      merchantPaymentOf(payment),
    idempotencyKey: onceOf(planned, `${planned.key}-${index}`),
  }
  switch (step.does) {
    case 'capture':
    case 'void':
    case 'refund':
    case 'reverse':
      await runOperation(engine, step.does, command, responseOptions)
      return
    case 'approve':
      await approvePayment({ ...engine, actor: operatorOf(planned) }, command, responseOptions)
      return
    case 'confirm':
      await confirm(history, paid)
      await checkStatus(engine, command)
      return
    case 'check':
      await checkStatus({ ...engine, actor: { type: 'system', id: null } }, command)
  }
}

/** The customer follows the link and confirms. */
async function confirm({ providers }: HistoryContext, paid: Paid): Promise<void> {
  const [provider, reference] = paid.nextAction?.url.split('/').slice(-2) ?? []
  if (provider === undefined || reference === undefined) return
  await providers.challenges.answer(provider, reference, true)
}

/** What the acquirer tells next of a dispute is recorded; or the merchant answers it, and the acquirer is sent the answer. */
async function followDispute(
  history: HistoryContext,
  { does, planned, paymentId }: Disputed,
): Promise<void> {
  const { jobs, context, now } = history
  if (does === 'contest') {
    const engine = engineOf(history, planned, true)
    const words = { statement: contestStatement, answer: 'contest', disputeId: undefined } as const
    const command = {
      paymentId,
      mode: planned.mode,
      reason: null,
      amountMinor: undefined,
      ...words,
    }
    const { payment } = await answerDispute(engine, command, { toResponse: (result) => result })
    const [dispute] = await engine.transaction((db) => listDisputeViews(db, payment.id))
    if (dispute === undefined) return
    await sendAnswer({ ...engine, actor: acquirer }, { paymentId, disputeId: dispute.id })
  } else await recordNextNotice(history, planned, paymentId)
  await runWaiting(jobs, context, now)
}

const acquirer = { type: 'acquirer', id: null } as const
const contestStatement = 'Delivered to the address of the card holder and signed for.'

async function recordNextNotice(
  history: HistoryContext,
  planned: PlannedPayment,
  paymentId: string,
): Promise<void> {
  const { providers, context } = history
  const engine = { ...engineOf(history, planned, false), actor: acquirer }
  for (const provider of providers.acquirers.values()) {
    const due = await provider.listNotices(1_000, context.signal)
    // the first of those that are due
    const [next] = due.flatMap(({ id, body }) => {
      const notice = provider.readNotice(body)
      if (notice === undefined || !('dispute' in notice)) return []
      return notice.metadata.paymentId === paymentId ? [{ id, dispute: notice.dispute }] : []
    })
    if (next === undefined) continue
    await recordDispute(engine, { paymentId, provider: provider.code, dispute: next.dispute })
    await provider.acknowledgeNotice(next.id, context.signal)
  }
}

function engineOf(history: HistoryContext, planned: PlannedPayment, isByHand: boolean): Engine {
  return engineFor(
    history,
    tenantIdOf(tenantSlugOf(planned)),
    isByHand
      ? { type: 'user', id: userOf((one) => one.merchant === planned.merchant) }
      : { type: 'api_key', id: apiKeyIdOf(planned.merchant, planned.mode) },
  )
}

function engineFor(
  { context, database, providers }: HistoryContext,
  tenantId: string,
  actor: Engine['actor'],
): Engine {
  return {
    database,
    providers,
    log: context.log,
    tenantId,
    jobs: historyJobs,
    now: historyNow,
    transaction: (work) => database.transaction(tenantScope(tenantId), work),
    actor,
  }
}

function operatorOf(planned: PlannedPayment): Engine['actor'] {
  const tenant = tenantSlugOf(planned)
  return { type: 'user', id: userOf((one) => one.userType === 'tenant' && one.tenant === tenant) }
}

const tenantSlugOf = ({ merchant }: PlannedPayment): string =>
  demoMerchants.find(({ slug }) => slug === merchant)?.tenant ?? ''

function userOf(is: (account: (typeof demoAccounts)[number]) => boolean): string {
  return userIdOf(demoAccounts.find(is)?.email ?? '')
}

const onceOf = ({ merchant, mode }: PlannedPayment, key: string) => ({
  callerId: merchantIdOf(merchant),
  mode,
  key,
  requestHash: key,
})

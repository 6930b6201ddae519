import {
  mayBePaidOut,
  merchantNotActive,
  postTransfers,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { numberOf } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  findVaultCard,
  type VaultCard,
} from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { minuteMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { eachAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { RailOrder, RailState } from '@counterfoil/providers/rails/rail.ts'
import { endUnsent, notifyOfReturn, ownerOf } from './end-payout.ts'
import { announcePayout } from './merchant-payout.ts'
import {
  insertOrderStep,
  listDueOrders,
  listExpiredOrders,
  listOrderSteps,
  lockOrder,
  type OrderRow,
  updateOrder,
} from './payout-orders.queries.ts'
import { mayBecome, nextQuestionAt, nextTryAt, schemeText } from './payout-orders.rules.ts'
import { carryOutJob, type PayoutState, type Rail } from './payout-orders.schema.ts'
import { executionOf } from './rails.rules.ts'

const msg = messagesOf(import.meta.url)

/** Payouts that one worker sends at the same time. */
const concurrency = 8
const atOnce = 200
/** Whoever took a payout has this long; then another worker asks the rail what became of it. */
const claimMs = 30_000
/** A payout of a merchant whose account is not active waits, and is looked at again after this time. */
const heldMs = 15 * minuteMs
/** After this time the rest is left to a new job, so that other tenants have their turn. */
const portionMs = 5_000

interface Rails {
  readonly rails: Pick<Providers['rails'], 'submit' | 'find'>
}

/** Sends what is due of a tenant and asks what became of what was sent; the rest is left to the next job. */
export async function carryOutDue(
  providers: Rails,
  { tenantId }: { readonly tenantId: string },
  context: JobContext,
): Promise<void> {
  const { database, signal, now, jobs } = context
  const scope = tenantScope(tenantId)
  const startedAt = performance.now()
  await endExpired(scope, context)
  while (performance.now() - startedAt < portionMs) {
    const ids = await listDueOrders(database.reader(scope), now(), atOnce)
    if (ids.length === 0) return
    const carryOut = async (id: string) => {
      if (performance.now() - startedAt > portionMs) return
      await carryOutOrder(providers, scope, id, context).catch((error: unknown) =>
        postpone(scope, id, context, error),
      )
    }
    await eachAtOnce(ids, concurrency, carryOut, signal)
    signal.throwIfAborted()
  }
  await database.transaction(scope, (db) =>
    jobs.enqueue(db, carryOutJob, { tenantId }, { singletonKey: tenantId }),
  )
}

/** What was not approved in time goes back. One that cannot be ended keeps no other from it, nor from being sent. */
async function endExpired(
  scope: TenantScope,
  { database, now, log, jobs }: JobContext,
): Promise<void> {
  const at = now()
  for (const id of await listExpiredOrders(database.reader(scope), at, atOnce)) {
    const ending = database.transaction(scope, async (db) => {
      const order = await lockOrder(db, id)
      if (order?.state !== 'waiting_for_approval') return
      const message = 'This was not confirmed in time'
      await endUnsent(db, jobs, order, { state: 'declined', code: 'payout.expired', message, at })
    })
    await ending.catch((error: unknown) =>
      log.error({ err: error, payoutOrderId: id }, 'a payout that was not confirmed was not ended'),
    )
  }
}

/** One that cannot be carried on, for a fault of ours, is tried again ever more rarely, and keeps no other waiting. */
async function postpone(
  scope: TenantScope,
  id: string,
  { database, now, log }: JobContext,
  error: unknown,
): Promise<void> {
  log.error({ err: error, payoutOrderId: id }, 'a payout could not be carried on')
  await database.transaction(scope, async (db) => {
    const order = await lockOrder(db, id)
    const dueAt = order && dueAtOf(order)
    if (order === undefined || dueAt == null) return
    const failures = order.failures + 1
    // no earlier than the worker that has taken it meanwhile is done
    const next = Math.max(nextTryAt(failures, now()).getTime(), dueAt.getTime())
    await updateOrder(db, id, { failures, next_check_at: new Date(next) }, now())
  })
}

/**
 * Carries one payout on. That it is on its way is committed before the rail is called, so a worker that dies in between
 * sends nothing twice: the next one asks the rail first, and submits under the same end-to-end id if it never came.
 */
export async function carryOutOrder(
  { rails }: Rails,
  scope: TenantScope,
  id: string,
  { database, now, log, jobs }: JobContext,
): Promise<void> {
  const claimed = await database.transaction(scope, (db) => claim(db, id, now()))
  if (claimed === undefined) return
  const { order, card, wasSubmitted, claimedUntil } = claimed
  let answer: RailState
  try {
    const known = wasSubmitted ? await rails.find(order.end_to_end_id) : undefined
    // what a rail has taken is never sent once more, even where the rail has forgotten it
    if (known === undefined && order.state !== 'approved') throw new Error('The rail lost a payout')
    const isGone = order.payee_card_id !== null && card === null
    // it was deleted after the payout was asked for
    answer = known ?? (isGone ? cardGone : await rails.submit(railOrderOf(order, card)))
  } catch (error) {
    log.warn({ err: error, payoutOrderId: id }, 'a rail did not answer; it is asked again')
    const failures = order.failures + 1
    await database.transaction(scope, async (db) => {
      const current = await lockOrder(db, id)
      // another worker has carried it on, or is about to
      if (current?.state !== order.state) return
      if (current.next_check_at?.getTime() !== claimedUntil.getTime()) return
      await updateOrder(db, id, { failures, next_check_at: nextTryAt(failures, now()) }, now())
    })
    return
  }
  await database.transaction(scope, async (db) => {
    const current = await lockOrder(db, id)
    if (current !== undefined) await storeAnswer(db, jobs, current, answer, now())
  })
}

/** As its issuer would answer. */
const cardGone: RailState = { state: 'rejected', code: '14' }

/** When it is to be sent, or asked for; null: it is not on its way, or nothing is asked of it any more. */
function dueAtOf({ state, next_check_at, send_at }: OrderRow): Date | null {
  if (!['approved', 'sent', 'paid'].includes(state)) return null
  return next_check_at ?? (state === 'paid' ? null : send_at)
}

/** Takes a payout that is due; undefined when another worker has it, or it was withdrawn. */
async function claim(db: Db, id: string, at: Date) {
  const order = await lockOrder(db, id)
  if (order === undefined) return undefined
  const dueAt = dueAtOf(order)
  if (dueAt === null || dueAt > at) return undefined
  const wasSubmitted = order.submitted_at !== null
  // what was approved after the cut-off goes when the rail opens again
  const { sendAt } = executionOf(order.rail as Rail, at, undefined)
  if (!wasSubmitted && sendAt > at) {
    await updateOrder(db, id, { next_check_at: sendAt }, at)
    return undefined
  }
  if (!wasSubmitted && !(await mayBePaidOut(db, order.merchant_id))) {
    const { code, message } = merchantNotActive()
    const next_check_at = new Date(at.getTime() + heldMs)
    const held = order.code === code ? {} : { code, message }
    await updateOrder(db, id, { ...held, next_check_at }, at)
    return undefined
  }
  const claimedUntil = new Date(at.getTime() + claimMs)
  const sent = wasSubmitted ? {} : { submitted_at: at }
  const goesOn = wasSubmitted || order.code === null ? {} : { code: null, message: null }
  const change = { ...sent, ...goesOn, next_check_at: claimedUntil }
  await updateOrder(db, id, change, at)
  const { payee_card_id: cardId } = order
  const card = cardId === null ? null : await findVaultCard(db, cardId)
  return { order, card, wasSubmitted, claimedUntil }
}

function railOrderOf(order: OrderRow, card: VaultCard | null): RailOrder {
  const account =
    card?.vaultReference ??
    numberOf({
      iban: order.payee_iban,
      ...{ sortCode: order.payee_sort_code, accountNumber: order.payee_account_number },
    })
  return {
    ...{ endToEndId: order.end_to_end_id, rail: order.rail as Rail, currency: order.currency },
    ...{ amountMinor: order.amount_minor, reference: order.reference },
    payee: {
      ...{ name: order.payee_name, account, bic: order.payee_bic },
      card: card && { provider: card.provider },
      ...{ country: order.payee_country, town: order.payee_town },
    },
  }
}

/** Stores where a transfer stands, with what it means for the books. */
async function storeAnswer(
  db: Db,
  jobs: Jobs,
  order: OrderRow,
  answer: RailState,
  at: Date,
): Promise<void> {
  const state = order.state as PayoutState
  const since = order.submitted_at ?? at
  const next = answer.state === 'rejected' ? 'failed' : answer.state
  if (next !== state && !mayBecome(state, next)) {
    // going back would post the transfer again: an earlier answer has come late, or the rail contradicts itself
    if (state !== 'paid') return
    await updateOrder(db, order.id, { next_check_at: nextQuestionAt(state, since, at) }, at)
    if (answer.state === 'rejected') await storeContradiction(db, jobs, order, answer.code, at)
    return
  }
  if (answer.state === 'rejected') {
    const { code } = answer
    await endUnsent(db, jobs, order, { state: 'failed', code, message: schemeText(code), at })
    return
  }
  const { railReference } = answer
  if (answer.state === state) {
    const change = { failures: 0, next_check_at: nextQuestionAt(answer.state as 'sent', since, at) }
    await updateOrder(db, order.id, change, at)
    return
  }
  const noted = { actorId: null, actorName: null, reason: null, at }
  if (state === 'approved') await insertOrderStep(db, order, { ...noted, kind: 'sent' })
  if (answer.state === 'sent') {
    await updateOrder(
      db,
      order.id,
      {
        ...{ state: 'sent', rail_reference: railReference, failures: 0 },
        next_check_at: nextQuestionAt('sent', since, at),
      },
      at,
    )
    await announcePayout(db, jobs, order.id, at)
    return
  }
  if (state !== 'paid') {
    await storePaid(db, order, railReference, at)
    await announcePayout(db, jobs, order.id, at)
  }
  if (answer.state === 'returned') {
    const returnedAt = afterPaid(state, at)
    await storeReturned(db, order, answer.code, returnedAt)
    await announcePayout(db, jobs, order.id, returnedAt)
    await notifyOfReturn(db, jobs, order, returnedAt)
  }
}

/** When it came back: later than it was paid, by which a server puts two messages in order that came the other way round. */
const afterPaid = (before: PayoutState, at: Date): Date =>
  before === 'paid' ? at : new Date(at.getTime() + 1)

async function storePaid(db: Db, order: OrderRow, rail_reference: string, at: Date) {
  const next_check_at = nextQuestionAt('paid', order.submitted_at ?? at, at)
  const change = { state: 'paid', rail_reference, failures: 0, next_check_at, ended_at: at }
  await updateOrder(db, order.id, change, at)
  await insertOrderStep(db, order, {
    ...{ kind: 'paid', actorId: null, actorName: null, reason: null, at },
  })
  await postTransfers(db, ownerOf(order, at), [
    { kind: 'transfer', amountMinor: order.amount_minor },
    { kind: 'payout_fee', amountMinor: order.fee_minor },
  ])
}

/**
 * Stores that a payout came back after a recall, perhaps less than went out: the payee's bank may keep something. False when
 * it cannot come back any more, because the bank has returned it by itself, or has never taken it.
 */
export async function storeRecalled(
  db: Db,
  jobs: Jobs,
  order: OrderRow,
  { returnedMinor, at }: { readonly returnedMinor: bigint; readonly at: Date },
): Promise<boolean> {
  const state = order.state as PayoutState
  if ((state !== 'sent' && state !== 'paid') || !mayBecome(state, 'returned')) return false
  if (state === 'sent') {
    await storePaid(db, order, order.rail_reference ?? '', at)
    await announcePayout(db, jobs, order.id, at)
  }
  const returnedAt = afterPaid(state, at)
  await storeReturned(db, order, 'FOCR', returnedAt, returnedMinor)
  await announcePayout(db, jobs, order.id, returnedAt)
  return true
}

const texts = msg({
  contradicted: 'A bank contradicts our books',
  what: 'The bank rejects the payout of {amount} to {payee}, which it had reported as paid ({code}). Ask the bank before it is paid again.',
})

/**
 * Stores that a payout came back, as the bank's statement shows it, after its rail is asked no more. False when it is not
 * such a payout, or has come back already.
 */
export async function storeLateReturn(
  db: Db,
  jobs: Jobs,
  {
    id,
    returnedMinor,
    at,
  }: { readonly id: string; readonly returnedMinor: bigint; readonly at: Date },
): Promise<boolean> {
  const order = await lockOrder(db, id)
  if (order?.state !== 'paid' || order.next_check_at !== null) return false
  await storeReturned(db, order, 'MS03', at, returnedMinor)
  await announcePayout(db, jobs, id, at)
  await notifyOfReturn(db, jobs, order, at)
  return true
}

/**
 * The books stay as they are: whether the money is gone, people find out from the bank. Kept and said once for each code,
 * among the steps: the payout itself is paid, and has no reason for why it is not.
 */
async function storeContradiction(db: Db, jobs: Jobs, order: OrderRow, code: string, at: Date) {
  const reason = `${code}: ${schemeText(code)}`
  const steps = await listOrderSteps(db, [order.id])
  if (steps.some((step) => step.kind === 'contradicted' && step.reason === reason)) return
  await insertOrderStep(db, order, {
    ...{ kind: 'contradicted', actorId: null, actorName: null, reason, at },
  })
  await notify(db, jobs, {
    to: {
      ...{ audience: 'tenant', merchantId: order.merchant_id },
      permission: 'Crm.Payments.PendingTransactions',
    },
    type: 'PaymentContradicted',
    isImportant: true,
    title: texts.contradicted,
    description: textWith(texts.what, {
      amount: moneyText(order.amount_minor, order.currency),
      ...{ payee: escaped(order.payee_name), code: escaped(code) },
    }),
    objectUrl: `/transaction-management/payouts?payout=${order.id}`,
    ...{ onceFor: `contradicted payout ${order.id} ${code}`, now: at },
  })
}

/** The money is back, without the fee: it was sent. */
async function storeReturned(
  db: Db,
  order: OrderRow,
  code: string,
  at: Date,
  amountMinor = order.amount_minor,
): Promise<void> {
  const message = schemeText(code)
  const change = { state: 'returned', code, message, next_check_at: null, ended_at: at }
  await updateOrder(db, order.id, change, at)
  await insertOrderStep(db, order, {
    ...{ kind: 'returned', actorId: null, actorName: null, reason: `${code}: ${message}`, at },
  })
  await postTransfers(db, ownerOf(order, at), [{ kind: 'transfer_return', amountMinor }])
}

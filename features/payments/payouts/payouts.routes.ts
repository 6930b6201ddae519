import { isOnePerson } from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { isOpen } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import { ownPayout } from '@counterfoil/features/payments/processing/payment.rules.ts'
import {
  type ActionResult,
  actionCommand,
  actionsNeedingReason,
  approvePayout,
  declinePayout,
  engineFor,
  requireReason,
  responseOptionsFor,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { mapAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  maxPayouts,
  merchantPayouts,
  operatorPayouts,
  type PayoutCalls,
  type PayoutResult,
  type WaitingPayout,
} from './payouts.contract.ts'
import { countWaitingPayouts, listWaitingPayouts } from './payouts.queries.ts'

/** Payouts of one request that are sent at the same time. */
const concurrency = 8

export const routes = (providers: Providers): Route[] =>
  [operatorPayouts, merchantPayouts].flatMap((calls) => routesOf(providers, calls))

function routesOf(providers: Providers, calls: PayoutCalls): Route[] {
  return [
    route(calls.list, ({ query }, context) => listWaiting(context, query)),
    route(
      calls.approve,
      ({ body }, context) => decideAll(providers, context, calls.approve.id, body, 'approvePayout'),
      { confirmedState: waitingAmounts },
    ),
    route(calls.decline, ({ body }, context) =>
      decideAll(providers, context, calls.decline.id, body, 'declinePayout'),
    ),
  ]
}

/** A one-time code approves these payouts, not others that were requested for the same payments meanwhile. */
async function waitingAmounts(
  { body }: Input<object, object, Batch>,
  { db, mode }: UserContext,
): Promise<unknown> {
  const which = { mode, ids: body.transactions }
  const rows = await listWaitingPayouts(db, which, { limit: maxPayouts, offset: 0 })
  return rows.map(({ payoutId, amountMinor }) => [payoutId, amountMinor])
}

async function listWaiting(
  { db, mode, caller }: UserContext,
  query: {
    pageIndex: number
    pageSize: number
    id?: string[] | undefined
    by?: 'others' | undefined
  },
): Promise<{ data: WaitingPayout[]; count: number }> {
  const which = { mode, ids: query.id, notBy: query.by && caller.id }
  const [rows, count] = await Promise.all([
    listWaitingPayouts(db, which, pageOf(query)),
    countWaitingPayouts(db, which),
  ])
  const required = new Map(
    await Promise.all(
      [...new Set(rows.map((row) => row.tenantId))].map(
        async (id) => [id, await actionsNeedingReason(db, id)] as const,
      ),
    ),
  )
  const data = rows.map(({ tenantId, amountMinor, actorId, createdAt, ...row }) => ({
    ...row,
    reasonRequiredFor: payoutDecisions.filter((one) => required.get(tenantId)?.includes(one)),
    amount: Number(amountMinor),
    isOwn: actorId === caller.id,
    requestedAt: createdAt.toISOString(),
  }))
  return { data, count }
}

const decisions = { approvePayout, declinePayout }
const payoutDecisions = ['approvePayout', 'declinePayout'] as const

interface Batch {
  readonly transactions: readonly string[]
  readonly payouts?: readonly string[] | undefined
  readonly reason?: string | undefined
}

/** Decides on each payout by itself, so that a refusal does not affect the others. Results are in the requested order. */
async function decideAll(
  providers: Providers,
  context: UserContext,
  endpointId: string,
  { transactions, payouts, reason }: Batch,
  action: keyof typeof decisions,
): Promise<{ data: PayoutResult[] }> {
  const ids = [...new Set(transactions)]
  const makers = action === 'approvePayout' ? await makersOf(context, ids) : undefined
  const data = await mapAtOnce(ids, concurrency, (id) => {
    const decided = { id, payouts, reason, action, endpointId, makerId: makers?.get(id) }
    return resultOrRefusal(id, () => decideOne(providers, context, decided))
  })
  if (data.every(({ code }) => code !== null)) await auditRefused(context, ids)
  return { data }
}

/** A request of which nothing was carried out leaves an entry too, with its own organisation. */
function auditRefused(context: UserContext, ids: readonly string[]): Promise<void> {
  const { merchantId } = context.caller
  const id = ids.length === 1 ? (ids[0] ?? '') : ''
  return context.transaction((db) =>
    context.audit(db, { type: 'payout', id, merchantId, after: { refused: ids } }),
  )
}

/** Each decision has an entry of its own in the audit trail of the payout's organisation, with what it changed. */
async function decideOne(
  providers: Providers,
  context: UserContext,
  {
    id,
    payouts,
    reason,
    action,
    endpointId,
    makerId,
  }: {
    readonly id: string
    readonly payouts: readonly string[] | undefined
    readonly reason: string | undefined
    readonly action: keyof typeof decisions
    readonly endpointId: string
    readonly makerId: string | null | undefined
  },
): Promise<PayoutResult> {
  const { caller, database } = context
  const engine = await engineFor(context, providers, id)
  const request = { endpointId, params: { id }, body: { reason: reason || undefined, payouts } }
  const options = await responseOptionsFor(engine, context, request, resultOf, `:${id}`)
  await requireReason(context.db, engine.tenantId, action, reason)
  if (makerId && (await isOnePerson(database, makerId, caller.id))) throw ownPayout()
  const audit: typeof options.audit = (db, { payment: { merchantId }, operation }) =>
    context.audit(db, {
      type: 'payout',
      id,
      merchantId,
      before: { state: 'waiting_for_approval' },
      after: {
        state: operation?.state,
        amount: Number(operation?.amountMinor),
        reason: reason || null,
      },
    })
  const command = { ...actionCommand(context, id, request.body), payoutIds: payouts }
  return decisions[action](engine, command, { ...options, audit })
}

/** Who requested these payouts. */
async function makersOf({ db, mode }: UserContext, ids: readonly string[]) {
  const rows = await listWaitingPayouts(db, { mode, ids }, { limit: maxPayouts, offset: 0 })
  return new Map(rows.map(({ id, actorId }) => [id, actorId]))
}

async function resultOrRefusal(
  id: string,
  decide: () => Promise<PayoutResult>,
): Promise<PayoutResult> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { id, state: null, code: error.code, message: error.message }
  }
}

function resultOf({ payment, operation }: ActionResult): PayoutResult {
  if (operation === null) throw new Error('A payout that is decided on is told')
  const { state, declineReason } = operation
  return {
    id: payment.id,
    state: isOpen(state) ? 'pending' : state,
    code: null,
    message: declineReason,
  }
}

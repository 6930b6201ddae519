import { personOf } from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  requireReason,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { actOnce } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { approvePayoutOrder, type Decision, declinePayoutOrder } from './decide-payout.ts'
import {
  type ApprovalCalls,
  merchantApprovals,
  operatorApprovals,
  type PayoutDecision,
} from './payout-orders.contract.ts'
import {
  countWaitingOrders,
  findOrder,
  listOrderSteps,
  listWaitingOrders,
} from './payout-orders.queries.ts'
import { waitingPayoutView } from './payout-orders.views.ts'

export const routes = (providers: Providers): Route[] =>
  [operatorApprovals, merchantApprovals].flatMap((calls) => routesOf(providers, calls))

interface Batch {
  readonly payouts: readonly string[]
  readonly reason?: string | undefined
}

const decisions = {
  approve: { action: 'approvePayout', decide: approvePayoutOrder },
  decline: { action: 'declinePayout', decide: declinePayoutOrder },
} as const

function routesOf(providers: Providers, calls: ApprovalCalls): Route[] {
  return [
    route(calls.list, async ({ query }, context) => {
      const { db, database, caller, mode, now } = context
      const [rows, count, person] = await Promise.all([
        listWaitingOrders(db, mode, pageOf(query)),
        countWaitingOrders(db, mode),
        personOf(database, caller),
      ])
      const ids = rows.map(({ id }) => id)
      const steps = await listOrderSteps(db, ids)
      return { data: rows.map((row) => waitingPayoutView(row, steps, person, now)), count }
    }),
    route(
      calls.approve,
      ({ body }, context) => decideAll(providers, context, calls.approve.id, body, 'approve'),
      { confirmedState: confirmedPayouts },
    ),
    route(calls.decline, ({ body }, context) =>
      decideAll(providers, context, calls.decline.id, body, 'decline'),
    ),
  ]
}

/** A code approves these amounts to these accounts. */
async function confirmedPayouts({ body }: Input<object, object, Batch>, { db }: UserContext) {
  const found: unknown[] = []
  for (const id of new Set(body.payouts)) {
    const row = await findOrder(db, id)
    if (row === undefined) continue
    found.push([id, row.amount_minor, row.currency, row.payee_iban, row.payee_account_number])
  }
  return found
}

/** Decides on each payout by itself, so that a refusal does not affect the others. Results are in the requested order. */
async function decideAll(
  providers: Providers,
  context: UserContext,
  endpointId: string,
  { payouts, reason }: Batch,
  kind: keyof typeof decisions,
): Promise<{ data: PayoutDecision[] }> {
  const { caller, database, jobs, now } = context
  const person = await personOf(database, caller)
  const decision: Decision = {
    ...{ person, name: caller.name, reason: reason || null, now, jobs },
  }
  const data: PayoutDecision[] = []
  for (const id of new Set(payouts)) {
    data.push(await decideOne(providers, context, endpointId, id, kind, decision))
  }
  return { data }
}

async function decideOne(
  providers: Providers,
  context: UserContext,
  endpointId: string,
  id: string,
  kind: keyof typeof decisions,
  decision: Decision,
): Promise<PayoutDecision> {
  const { caller, db, mode, idempotencyKey } = context
  try {
    const found = await findOrder(db, id)
    if (found === undefined || found.mode !== mode) throw notFound('The payout')
    const { tenant_id: tenantId } = found
    const { action, decide } = decisions[kind]
    await requireReason(db, tenantId, action, decision.reason)
    const engine = engineOfTenant(context, providers, tenantId)
    const key = await idempotencyKeyFor(engine, {
      ...{ endpointId, params: { id }, body: decision.reason, callerId: caller.id, mode },
      key: idempotencyKey === undefined ? undefined : `${idempotencyKey}:${id}`,
    })
    return await actOnce(engine, key, async (tx) => {
      const { order, state } = await decide(tx, id, decision)
      await auditDecision(tx, context, order, state, decision.reason)
      return { id, state, code: null, message: null }
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { id, state: null, code: error.code, message: error.message }
  }
}

function auditDecision(
  db: Db,
  context: UserContext,
  order: { readonly id: string; readonly merchant_id: string; readonly amount_minor: bigint },
  state: string,
  reason: string | null,
) {
  const { id, merchant_id: merchantId, amount_minor: amount } = order
  return context.audit(db, {
    ...{ type: 'payout-order', id, merchantId },
    before: { state: 'waiting_for_approval' },
    after: { state, amount: Number(amount), reason },
  })
}

import {
  findOrder,
  insertOrderStep,
  lockOrder,
  type OrderRow,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type {
  PayoutState,
  Rail,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { railTerms } from '@counterfoil/features/payments/payout-orders/rails.rules.ts'
import { actOnceForUser } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { merchantRecalls, operatorRecalls, type RecallCalls } from './payout-recalls.contract.ts'
import { insertRecall, listRecallsOf, type RecallRecord } from './payout-recalls.queries.ts'
import {
  answerDayOf,
  type RecallOffer,
  reasonTerms,
  recallOfferOf,
} from './payout-recalls.rules.ts'
import type { Recall, RecallReason, RecallState, RecallsOf } from './payout-recalls.schema.ts'

export const routes = (providers: Providers): Route[] =>
  [operatorRecalls, merchantRecalls].flatMap((calls) => routesOf(providers, calls))

const routesOf = (providers: Providers, calls: RecallCalls): Route[] => [
  route(calls.list, async ({ params }, { db, mode, now }) => {
    const order = await requireOrder(db, mode, params.id)
    return readRecalls(db, order, now)
  }),
  route(calls.create, async ({ params, body }, context) => {
    const { mode, now } = context
    const { tenant_id: tenantId } = await requireOrder(context.db, mode, params.id)
    const engine = engineOfTenant(context, providers, tenantId)
    const request = { endpointId: calls.create.id, params, body }
    return actOnceForUser(engine, context, request, async (db) => {
      const order = await lockOrder(db, params.id)
      if (order === undefined) throw notFound('The payout')
      await createRecall(db, order, body, context)
      return readRecalls(db, order, now)
    })
  }),
]

/** Stores a recall; a worker sends it. The payout is held, so that there is one at a time. */
async function createRecall(
  db: Db,
  order: OrderRow,
  {
    reason,
    note = null,
  }: { readonly reason: RecallReason; readonly note?: string | undefined | null },
  { caller, now, audit }: UserContext,
): Promise<void> {
  const { reasons, obstacle } = offerOf(order, await listRecallsOf(db, order.id), now)
  if (obstacle !== undefined) throw obstacle
  if (!reasons.some((one) => one.reason === reason)) {
    const message = 'It is too late for this reason, or it was given before'
    throw new Problem('payout_recall.reason', 409, message, { path: 'reason' })
  }
  const rail = order.rail as Rail
  const id = newId(now)
  await insertRecall(db, {
    ...{ id, merchant_id: order.merchant_id, payout_order_id: order.id, reason, note },
    ...{ maker_id: caller.id, maker_name: caller.name },
    ...{ side: caller.userType === 'merchant' ? 'merchant' : 'operator' },
    ...{ answer_by: answerDayOf(rail, dayOf(rail, now)), next_check_at: now, created_at: now },
  })
  await insertOrderStep(db, order, {
    ...{ kind: 'recall_asked', actorId: caller.id, actorName: caller.name, at: now },
    reason: reasonTerms[reason].code,
  })
  await audit(db, {
    ...{ type: 'payout-order', id: order.id, merchantId: order.merchant_id },
    after: { recall: id, reason, note, amount: Number(order.amount_minor) },
  })
}

const dayOf = (rail: Rail, at: Date) => localDay(at, railTerms[rail].zone)

function offerOf(order: OrderRow, earlier: readonly RecallRecord[], now: Date): RecallOffer {
  const rail = order.rail as Rail
  const sentOn = order.submitted_at === null ? null : dayOf(rail, order.submitted_at)
  const payout = { rail, state: order.state as PayoutState, sentOn }
  return recallOfferOf(payout, earlier, dayOf(rail, now))
}

async function requireOrder(db: Db, mode: number, id: string): Promise<OrderRow> {
  const found = await findOrder(db, id)
  if (found === undefined || found.mode !== mode) throw notFound('The payout')
  return found
}

async function readRecalls(db: Db, order: OrderRow, now: Date): Promise<RecallsOf> {
  const rows = await listRecallsOf(db, order.id)
  const { reasons, obstacle } = offerOf(order, rows, now)
  return {
    currency: order.currency,
    data: rows.map(recallView),
    reasons: [...reasons],
    obstacle: obstacle === undefined ? null : { code: obstacle.code, message: obstacle.message },
  }
}

const recallView = (row: RecallRecord): Recall => ({
  ...{ id: row.id, note: row.note, requestedBy: row.maker_name, answerBy: row.answer_by },
  reason: row.reason as RecallReason,
  state: row.state as RecallState,
  returned: row.returned_minor === null ? null : Number(row.returned_minor),
  kept: row.kept_minor === null ? null : Number(row.kept_minor),
  ...{ code: row.code, message: row.message },
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
})

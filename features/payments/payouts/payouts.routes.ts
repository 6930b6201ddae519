import {
  actionCommand,
  answeringFor,
  type Called,
  engineOf,
} from '@counterfoil/features/payments/processing/action-route.public.ts'
import { isOpen } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import {
  approvePayout,
  declinePayout,
  type Told,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  merchantPayouts,
  operatorPayouts,
  type PayoutCalls,
  type PayoutResult,
  type WaitingPayout,
} from './payouts.contract.ts'
import { countWaitingPayouts, listWaitingPayouts } from './payouts.queries.ts'

/** Acquirers are asked for so many payouts of a batch at a time. */
const inParallel = 8

export const routes = (providers: Providers): Route[] =>
  [operatorPayouts, merchantPayouts].flatMap((calls) => routesOf(providers, calls))

function routesOf(providers: Providers, calls: PayoutCalls): Route[] {
  return [
    route(calls.list, ({ query }, context) => listWaiting(context, query)),
    route(calls.approve, ({ body }, context) =>
      decideAll(providers, context, calls.approve.id, body, approvePayout),
    ),
    route(calls.decline, ({ body }, context) =>
      decideAll(providers, context, calls.decline.id, body, declinePayout),
    ),
  ]
}

async function listWaiting(
  { db, mode, caller }: Called,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ data: WaitingPayout[]; count: number }> {
  const [rows, count] = await Promise.all([
    listWaitingPayouts(db, mode, { limit: pageSize, offset: pageIndex * pageSize }),
    countWaitingPayouts(db, mode),
  ])
  const data = rows.map(({ amountMinor, actorId, createdAt, ...row }) => ({
    ...row,
    amount: Number(amountMinor),
    isOwn: actorId === caller.id,
    requestedAt: createdAt.toISOString(),
  }))
  return { data, count }
}

interface Batch {
  readonly transactions: readonly string[]
  readonly reason?: string | undefined
}

/** Each by itself: what is refused of one does not keep the others back. Told in the order in which they were named. */
async function decideAll(
  providers: Providers,
  context: Called,
  endpointId: string,
  { transactions, reason }: Batch,
  decide: typeof approvePayout,
): Promise<{ data: PayoutResult[] }> {
  const ids = [...new Set(transactions)]
  const results = new Map<string, PayoutResult>()
  // platform staff decide on payouts of a tenant, in whose trail the entry stands
  let tenantId: string | undefined
  const waiting = [...ids].reverse()
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      results.set(
        id,
        await resultOrRefusal(id, async () => {
          const engine = await engineOf(context, providers, id)
          tenantId = engine.tenantId
          const asked = { endpointId, params: { id }, body: { reason: reason || undefined } }
          const answering = await answeringFor(engine, context, asked, resultOf, `:${id}`)
          return decide(engine, actionCommand(context, id, asked.body), answering)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(inParallel, ids.length) }, work))
  const data = ids.flatMap((id) => results.get(id) ?? [])
  const refused = data.filter(({ code }) => code !== null).length
  // each payment's own events say who decided on it
  const record = {
    type: 'payout',
    id: ids.length === 1 ? (ids[0] ?? '') : '',
    merchantId: context.caller.merchantId,
    before: null,
    after: { payouts: ids, decided: data.length - refused, refused, reason: reason ?? null },
  }
  await context.transaction((db) => context.audit(db, record), tenantId)
  return { data }
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

function resultOf({ payment, operation }: Told): PayoutResult {
  if (operation === null) throw new Error('A payout that is decided on is told')
  const { state, declineReason } = operation
  return {
    id: payment.id,
    state: isOpen(state) ? 'pending' : state,
    code: null,
    message: declineReason,
  }
}

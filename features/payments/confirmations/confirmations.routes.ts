import { actOnceForMerchant } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { otherMode } from '@counterfoil/features/payments/processing/payment.rules.ts'
import {
  readPaymentView,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { merchantRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type ConfirmationCalls,
  merchantConfirmations,
  operatorConfirmations,
  readWaitingAction,
  withdrawOwnAction,
} from './confirmations.contract.ts'
import type { Side, WaitingAction } from './confirmations.schema.ts'
import { confirmAction, rejectAction, withdrawAction, withdrawForServer } from './decisions.ts'
import { personOf } from './people.ts'
import { summaryOf, waitingActionOf } from './waiting-action.views.ts'
import {
  countWaitingActions,
  listSteps,
  listWaitingActions,
  type WaitingSearch,
} from './waiting-actions.queries.ts'

export const routes = (providers: Providers): Route[] => [
  ...routesOf(providers, operatorConfirmations, 'operator'),
  ...routesOf(providers, merchantConfirmations, 'merchant'),
  merchantRoute(readWaitingAction, async ({ params }, { db, caller }) => {
    const search = { side: 'merchant', id: params.id, mode: caller.mode } as const
    const [found] = await listWaitingActions(db, search, one)
    if (found?.action.merchantId !== caller.merchantId) throw notFound('The waiting action')
    return summaryOf(found.action, await listSteps(db, [params.id]))
  }),
  merchantRoute(withdrawOwnAction, ({ params }, context) => {
    const request = { endpointId: withdrawOwnAction.id, params, body: null }
    return actOnceForMerchant(context, providers, request, (db) =>
      withdrawForServer(context, db, params.id),
    )
  }),
]

const one = { limit: 1, offset: 0 }
const maxOfPayment = 100

function routesOf(providers: Providers, calls: ConfirmationCalls, side: Side): Route[] {
  // operators also see what waits for a merchant's own people
  const seen = side === 'operator' ? undefined : side
  return [
    route(calls.list, async ({ query }, context) => {
      const { which, by } = query
      const search: WaitingSearch = {
        ...{ mode: context.mode, side, isOpen: which === 'open' },
        ...(by === undefined ? {} : { notBy: context.caller.id }),
      }
      const [data, count] = await Promise.all([
        viewsOf(context, search, pageOf(query)),
        countWaitingActions(context.db, search),
      ])
      return { data, count }
    }),
    route(calls.read, ({ params }, context) => readAction(context, seen, params.id)),
    route(calls.ofPayment, async ({ params }, context) => {
      await readPaymentView(context.db, params.id, context.now)
      return viewsOf(
        context,
        { side: seen, paymentId: params.id },
        { limit: maxOfPayment, offset: 0 },
      )
    }),
    route(calls.confirm, async ({ params }, context) => {
      await confirmAction(context, providers, await readOwn(context, side, params.id))
      return readAction(context, side, params.id)
    }),
    route(calls.reject, async ({ params, body }, context) => {
      await rejectAction(context, providers, await readOwn(context, side, params.id), body.reason)
      return readAction(context, side, params.id)
    }),
    route(calls.withdraw, async ({ params }, context) => {
      await withdrawAction(context, providers, await readOwn(context, side, params.id))
      return readAction(context, side, params.id)
    }),
  ]
}

/** An action of the caller's side and mode. */
async function readOwn(context: UserContext, side: Side, id: string): Promise<WaitingAction> {
  const found = await readAction(context, side, id)
  const mode = modeOf(found.mode)
  if (mode !== context.mode) throw otherMode(mode, context.mode)
  return found
}

async function readAction(
  context: UserContext,
  side: Side | undefined,
  id: string,
): Promise<WaitingAction> {
  const [found] = await viewsOf(context, { side, id }, one)
  if (found === undefined) throw notFound('The waiting action')
  return found
}

async function viewsOf(
  context: UserContext,
  search: WaitingSearch,
  page: Part,
): Promise<WaitingAction[]> {
  const [found, person] = await Promise.all([
    listWaitingActions(context.db, search, page),
    personOf(context.database, context.caller),
  ])
  const steps = await listSteps(
    context.db,
    found.map(({ action }) => action.id),
  )
  return found.map((each) => waitingActionOf(each, steps, person, context.now))
}

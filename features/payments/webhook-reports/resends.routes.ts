import {
  countReplayed,
  createReplay,
  listLastReplays,
  listNewestReplayed,
  type ReplayRange,
  refuseWhileReplaying,
  replayTimes,
  replayView,
} from '@counterfoil/features/messaging/webhooks/replays.public.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import {
  enqueueResend,
  listDeliveriesOf,
  paymentsNotHeld,
  refuseWithoutPayments,
  requirePayments,
  seesPayments,
} from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FailureClass } from '@counterfoil/kit/contract/status-classes.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { withoutHidden } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import {
  type EndpointOption,
  type EndpointSelection,
  listEndpointOptions,
} from './destinations.queries.ts'
import { findMessage } from './messages.queries.ts'
import {
  merchantWebhooks,
  operatorWebhooks,
  type WebhookCalls,
} from './webhook-reports.contract.ts'
import { chosenMode, messageRules } from './webhook-reports.routes.ts'

/** The most endpoints that are offered, and that one order sends to. */
const maxEndpoints = 500
const eventsShown = 20
const replaysShown = 20

interface Selection {
  readonly from: string
  readonly to?: string | undefined
  readonly endpointIds?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly failures?: readonly FailureClass[] | undefined
  readonly onlyMissed: boolean
  readonly tenantId?: string | undefined
}

const stateOf = ({ isActive, pausedAt }: EndpointOption) =>
  !isActive ? ('off' as const) : pausedAt === null ? ('sent' as const) : ('paused' as const)

const optionOf = (one: EndpointOption) => ({
  id: one.id,
  url: one.url,
  merchantId: one.merchantId,
  merchantName: one.merchantName,
  tenantId: one.tenantId,
  state: stateOf(one),
})

/** The endpoints that an order names, or all; each named one exists. */
async function listChosen(db: Db, asked: Selection, mode: number): Promise<EndpointOption[]> {
  const { endpointIds = [], tenantId } = asked
  const selection: EndpointSelection = {
    mode,
    tenantId,
    ...(endpointIds.length === 0 ? {} : { endpointId: endpointIds }),
  }
  const found = await listEndpointOptions(db, selection, maxEndpoints + 1)
  if (found.length < endpointIds.length) throw notFound('The webhook endpoint')
  if (found.length <= maxEndpoints) return found
  const message = `There are more than ${maxEndpoints} endpoints. Choose which`
  throw new Problem('webhook.too_many_endpoints', 422, message, {
    path: 'endpointIds',
    params: { most: maxEndpoints },
  })
}

const rangeOf = (endpoint: EndpointOption, asked: Selection, now: Date): ReplayRange => ({
  endpoint,
  tenantId: endpoint.tenantId,
  ...replayTimes(asked, now),
  types: asked.types ?? [],
  failures: asked.failures ?? [],
  onlyMissed: asked.onlyMissed,
})

async function preview(asked: Selection, mode: number, context: Context<UserCaller>) {
  const { db, now, caller } = context
  if (seesPayments(caller)) await requirePayments(context)
  const chosen = await listChosen(db, asked, mode)
  const counted = await Promise.all(
    chosen.map(async (endpoint) => {
      const isSent = stateOf(endpoint) === 'sent'
      const range = rangeOf(endpoint, asked, now)
      const [count, events] = isSent
        ? await Promise.all([countReplayed(db, range), listNewestReplayed(db, range, eventsShown)])
        : [0, []]
      return { ...optionOf(endpoint), count, events }
    }),
  )
  // which payments they are of is for those who may see payments
  const seen = seesPayments(caller) ? counted : []
  const events = seen
    .flatMap(({ url, events: of }) => of.map((event) => ({ ...event, url })))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, eventsShown)
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    endpoints: counted.map(({ events: _, ...one }) => one),
    events: events.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
  }
}

/** One replay for each endpoint that is sent messages, in one transaction of one tenant. */
async function start(asked: Selection, mode: number, context: Context<UserCaller>) {
  const { caller, now, jobs } = context
  if (!seesPayments(caller)) {
    throw new Problem('webhook.payments_not_held', 422, paymentsNotHeld, { path: 'endpointIds' })
  }
  const chosen = await listChosen(context.db, asked, mode)
  for (const { id, merchantId } of chosen) {
    refuseBeyond(webhookEndpoints, caller, id, { merchantId })
  }
  const sent = chosen.filter((one) => stateOf(one) === 'sent')
  const [first] = sent
  if (first === undefined) {
    throw new Problem(
      'webhook.nowhere_to_resend',
      409,
      'None of these endpoints is sent messages: they are switched off or paused',
    )
  }
  if (sent.some(({ tenantId }) => tenantId !== first.tenantId)) {
    throw new Problem(
      'webhook.resend_one_tenant',
      422,
      'Choose the tenant whose messages are sent again',
      { path: 'tenantId' },
    )
  }
  return context.transaction(async (db) => {
    const replays = []
    // in one order, as each waits for its lock
    for (const endpoint of sent.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await refuseWhileReplaying(db, endpoint.id, now)
      const range = rangeOf(endpoint, asked, now)
      const replay = await createReplay(db, jobs, range, { name: caller.name, now })
      replays.push(replay)
      const { from, to, types, onlyMissed, failures, total } = replay
      await context.audit(db, {
        type: 'webhook-endpoints',
        id: endpoint.id,
        merchantId: endpoint.merchantId,
        after: { from, to, types, onlyMissed, failures, total },
      })
    }
    return { replays }
  }, first.tenantId)
}

function resendRoutes(calls: WebhookCalls): Route[] {
  return [
    route(calls.options, async ({ query }, context) => {
      const { tenantId } = query
      const selection = { mode: chosenMode(query.mode, context), tenantId }
      const endpoints = await listEndpointOptions(context.db, selection, maxEndpoints)
      return { endpoints: endpoints.map(optionOf) }
    }),
    route(calls.preview, ({ query: { mode, ...asked } }, context) =>
      preview(asked, chosenMode(mode, context), context),
    ),
    route(calls.resends, async ({ query: { mode, tenantId } }, context) => {
      const of = { tenantId, mode: chosenMode(mode, context) }
      const rows = await listLastReplays(context.db, of, replaysShown)
      return { replays: rows.map((row) => ({ ...replayView(row), url: row.url })) }
    }),
    route(calls.startResend, ({ body, query }, context) =>
      start(body, chosenMode(query.mode, context), context),
    ),
    route(calls.read, async ({ params }, context) => {
      const { db } = context
      const found = await findMessage(db, params.id)
      if (found === undefined) throw notFound('The message')
      await requirePayments(context)
      const of = { tenantId: found.tenantId, deliveryId: params.id }
      const { data } = await listDeliveriesOf(db, of, { pageIndex: 0, pageSize: 1 })
      const [message] = data
      if (message === undefined) throw notFound('The message')
      const rules = await messageRules(undefined, context)
      const attempts = message.attempts.map((attempt) => withoutHidden(attempt, rules))
      return { ...withoutHidden(message, rules), attempts }
    }),
    route(calls.resendOne, async ({ params }, context) => {
      const found = await findMessage(context.db, params.id)
      if (found === undefined) throw notFound('The message')
      refuseWithoutPayments(context.caller)
      const { endpointId, merchantId, tenantId } = found
      return context.transaction(async (db) => {
        await enqueueResend(db, context.jobs, { endpointId, deliveryId: params.id })
        const after = { deliveryId: params.id }
        await context.audit(db, { type: 'webhook-endpoints', id: endpointId, merchantId, after })
        return { queued: 1 }
      }, tenantId)
    }),
  ]
}

export const routes: Route[] = [operatorWebhooks, merchantWebhooks].flatMap(resendRoutes)

import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { updateEndpointFailures } from './endpoint-backoff.queries.ts'
import {
  listReplays,
  previewReplay,
  previewSize,
  resumeEndpoint,
  startReplay,
} from './replays.contract.ts'
import {
  createReplay,
  refuseWhileReplaying,
  replayTimes,
  replayView,
  sendWaiting,
} from './replays.public.ts'
import {
  countReplayed,
  findOldestFailed,
  findReplayEndpoint,
  listEndpointReplays,
  listNewestReplayed,
  type ReplayRange,
} from './replays.queries.ts'
import type { EndpointRow } from './webhook-endpoints.queries.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import {
  auditRecord,
  refuseInactive,
  refusePaused,
  refuseWithoutPayments,
  requirePayments,
  withEndpoint,
} from './webhook-endpoints.ts'

const replaysShown = 5

/** What has begun when an endpoint is resumed, and made no message for it, is stored within this time. */
const underWayMs = 10_000

export const routes: Route[] = [
  route(previewReplay, async ({ params, query }, context) => {
    const { db, now, caller } = context
    const tenantId = (await tenantOfRow(webhookEndpoints, params.id, context)) ?? caller.tenantId
    await requirePayments(context)
    const endpoint = await findReplayEndpoint(db, tenantId, params.id)
    if (endpoint === undefined) throw notFound(webhookEndpoints.one.en)
    const range = { endpoint, tenantId, ...replayTimes(query, now), ...choiceOf(query) }
    const [count, events] = await Promise.all([
      countReplayed(db, range),
      listNewestReplayed(db, range, previewSize),
    ])
    return {
      count,
      events: events.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    }
  }),
  route(listReplays, async ({ params }, context) => {
    const tenantId = await tenantOfRow(webhookEndpoints, params.id, context)
    refuseWithoutPayments(context.caller)
    const rows = await listEndpointReplays(
      context.db,
      tenantId ?? context.caller.tenantId,
      params.id,
      replaysShown,
    )
    return { replays: rows.map(replayView) }
  }),
  route(startReplay, ({ params, body }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseWithoutPayments(context.caller)
      refuseInactive(endpoint)
      refusePaused(endpoint)
      await refuseWhileReplaying(db, endpoint.id, context.now)
      const range = {
        endpoint,
        tenantId: endpoint.tenantId,
        ...replayTimes(body, context.now),
        ...choiceOf(body),
      }
      const by = { name: context.caller.name, now: context.now }
      const replay = await createReplay(db, context.jobs, range, by)
      const { from, to, types, onlyMissed, total } = replay
      await context.audit(db, {
        ...auditRecord(endpoint),
        after: { from, to, types, onlyMissed, total },
      })
      return replay
    }),
  ),
  route(resumeEndpoint, ({ params, body }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseWithoutPayments(context.caller)
      await updateEndpointFailures(db, endpoint.id)
      const { recoverSince } = body
      // it was not paused: its messages wait, and nothing was missed
      if (endpoint.pausedAt === null && recoverSince === undefined) {
        await sendWaiting(db, context.jobs, endpoint.id, context.now)
      }
      const replay =
        recoverSince === undefined ? null : await recover(db, context, endpoint, recoverSince)
      await context.audit(db, {
        ...auditRecord(endpoint),
        before: { pausedAt: endpoint.pausedAt?.toISOString() ?? null },
        after: { pausedAt: null, recoverSince: recoverSince ?? null },
      })
      return { replay }
    }),
  ),
]

/**
 * Sends what the endpoint has missed since an instant: also what began before it, failed since and ended when the endpoint was
 * paused.
 */
async function recover(
  db: Db,
  { caller, jobs, now }: Context<UserCaller>,
  endpoint: EndpointRow,
  since: string,
) {
  // of a second one at the same time each event would become another message
  await refuseWhileReplaying(db, endpoint.id, now)
  const { from } = replayTimes({ from: since }, now)
  const oldestAt = (await findOldestFailed(db, endpoint.id, from)) ?? from
  const to = new Date(now.getTime() + underWayMs)
  const times = { from: new Date(Math.min(from.getTime(), oldestAt.getTime())), to }
  const choice = choiceOf({ onlyMissed: true })
  return createReplay(
    db,
    jobs,
    { endpoint, tenantId: endpoint.tenantId, ...times, ...choice },
    { name: caller.name, now, startAfter: to },
  )
}

const choiceOf = (given: {
  readonly types?: readonly string[] | undefined
  readonly onlyMissed: boolean
}): Pick<ReplayRange, 'types' | 'onlyMissed' | 'failures'> => ({
  failures: [],
  types: given.types ?? [],
  onlyMissed: given.onlyMissed,
})

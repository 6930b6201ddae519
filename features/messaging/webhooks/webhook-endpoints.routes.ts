import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { KeyWrapper } from '@counterfoil/kit/database/vault.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { updateEndpointFailures } from './endpoint-backoff.queries.ts'
import { newSigningSecret, openSecrets, sealSecrets } from './signature.ts'
import {
  endPreviousSecret,
  listEndpointDeliveries,
  resendDelivery,
  rotateSecret,
  sendTestEvent,
} from './webhook-endpoints.contract.ts'
import {
  updateDisabledReason,
  updatePreviousSecretEnded,
  updateSecretRotation,
} from './webhook-endpoints.queries.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import {
  auditRecord,
  paymentsNotHeld,
  refuseInactive,
  refuseWithoutPayments,
  requirePayments,
  seesPayments,
  withEndpoint,
} from './webhook-endpoints.ts'
import { enqueueResend, enqueueTestEvent, listDeliveriesOf } from './webhooks.public.ts'

export const routes = ({ outbound, keys }: Pick<Providers, 'outbound' | 'keys'>): Route[] => [
  ...resourceRoutes(webhookEndpoints, {
    ask: async (values) => {
      const refusal = await outbound.refusalOf(String(values.url))
      if (refusal !== undefined) throw new Problem('webhook.address', 422, refusal, { path: 'url' })
    },
    check: async (db, values, { before, context }) => {
      // also what was chosen before: another address is another reader
      if (!seesPayments(context.caller)) {
        throw new Problem('webhook.payments_not_held', 422, paymentsNotHeld, { path: 'eventTypes' })
      }
      return before === undefined ? withSecret(db, keys, values, context.now) : undefined
    },
    made: async (_db, _key, values) => shown.get(values),
    switched: async (db, key, isActive) => {
      if (!isActive) return
      await updateDisabledReason(db, key)
      await updateEndpointFailures(db, key)
    },
  }),
  route(rotateSecret, ({ params, body }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseWithoutPayments(context.caller)
      const { database, now } = context
      const secret = newSigningSecret()
      const previousUntil = new Date(now.getTime() + body.overlapHours * hourMs)
      // opened first: it notes its use of the key, which sealing holds
      const before = await openSecrets(
        { database, keys, tenantId: endpoint.tenantId, now },
        endpoint,
      )
      await updateSecretRotation(db, endpoint.id, {
        secret: await sealSecrets(db, keys, [secret], now),
        previousSecret: await sealSecrets(db, keys, before, now),
        ...{ previousUntil, at: now },
      })
      const after = { previousUntil: previousUntil.toISOString() }
      await context.audit(db, { ...auditRecord(endpoint), after })
      return { secret, previousUntil: previousUntil.toISOString() }
    }),
  ),
  route(endPreviousSecret, ({ params }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseWithoutPayments(context.caller)
      const { previousUntil: until } = endpoint
      if (until === null || until <= context.now) {
        const text = 'No previous secret signs any more'
        throw new Problem('webhook.no_previous_secret', 409, text)
      }
      await updatePreviousSecretEnded(db, endpoint.id, context.now)
      await context.audit(db, {
        ...auditRecord(endpoint),
        ...{ before: { previousUntil: until.toISOString() }, after: { previousUntil: null } },
      })
      return { previousUntil: null }
    }),
  ),
  route(sendTestEvent, ({ params }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseInactive(endpoint)
      const deliveryId = await enqueueTestEvent(db, context.jobs, endpoint, context.now)
      await context.audit(db, { ...auditRecord(endpoint), after: { deliveryId } })
      return { deliveryId }
    }),
  ),
  route(listEndpointDeliveries, async ({ params, query }, context) => {
    const tenantId = await tenantOfRow(webhookEndpoints, params.id, context)
    await requirePayments(context)
    return listDeliveriesOf(
      context.db,
      { tenantId: tenantId ?? context.caller.tenantId, endpointId: params.id },
      query,
    )
  }),
  route(resendDelivery, ({ params }, context) =>
    withEndpoint(params.id, context, async (db, endpoint) => {
      refuseWithoutPayments(context.caller)
      const { deliveryId } = params
      const isQueued = await enqueueResend(db, context.jobs, {
        endpointId: endpoint.id,
        deliveryId,
      })
      if (!isQueued) throw notFound('The message')
      await context.audit(db, { ...auditRecord(endpoint), after: { deliveryId } })
      return { queued: 1 }
    }),
  ),
]

/** The secret of a new endpoint: stored encrypted, and shown once. */
const shown = new WeakMap<Values, string>()

async function withSecret(db: Db, keys: KeyWrapper, values: Values, now: Date): Promise<Values> {
  const secret = newSigningSecret()
  const stored = { ...values, secret: await sealSecrets(db, keys, [secret], now) }
  shown.set(stored, secret)
  return stored
}

import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { type EndpointRow, lockEndpoint } from './webhook-endpoints.queries.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import { paymentReaders } from './webhooks.contract.ts'

/** Runs on an endpoint that the caller may see, in a transaction of its tenant. */
export async function withEndpoint<A>(
  id: string,
  context: Context<UserCaller>,
  work: (db: Db, endpoint: EndpointRow) => Promise<A>,
): Promise<A> {
  const tenantId = await tenantOfRow(webhookEndpoints, id, context)
  return context.transaction(async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (endpoint === undefined) throw notFound(webhookEndpoints.one.en)
    refuseBeyond(webhookEndpoints, context.caller, id, { merchantId: endpoint.merchantId })
    return work(db, endpoint)
  }, tenantId)
}

export const auditRecord = (endpoint: EndpointRow) => ({
  type: webhookEndpoints.id,
  id: endpoint.id,
  merchantId: endpoint.merchantId,
})

export const paymentsNotHeld = 'What this endpoint is sent holds payments that you may not see'

export const seesPayments = ({ permissions }: UserCaller) =>
  paymentReaders.some((one) => permissions.has(one))

export function refuseWithoutPayments(caller: UserCaller): void {
  if (seesPayments(caller)) return
  throw new Problem('webhook.payments_not_held', 403, paymentsNotHeld)
}

/** Before messages are shown: they ask for the code that the pages of their payments ask for. */
export async function requirePayments({ caller, requireCode }: Context<UserCaller>): Promise<void> {
  refuseWithoutPayments(caller)
  await requireCode(paymentReaders)
}

export function refuseInactive({ isActive }: Pick<EndpointRow, 'isActive'>): void {
  if (isActive) return
  throw new Problem('webhook.endpoint_off', 409, 'This endpoint is switched off')
}

export function refusePaused({ pausedAt }: Pick<EndpointRow, 'pausedAt'>): void {
  if (pausedAt === null) return
  throw new Problem(
    'webhook.endpoint_paused',
    409,
    'This endpoint is paused. Resume it first; it can be sent what it missed then.',
  )
}

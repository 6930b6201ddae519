import {
  actOnce,
  idempotencyKeyFor,
} from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { createToken } from './card-tokens.contract.ts'
import { createCardToken } from './card-tokens.public.ts'

export const routes = (providers: Providers): Route[] => [
  merchantRoute(createToken, async ({ body }, context) => {
    const { caller, database, transaction, idempotencyKey: key } = context
    const holder = {
      ...{ database, tenantId: caller.tenantId, providers },
      transaction: <T>(work: Parameters<typeof transaction<T>>[0]) => transaction(work),
      now: database.now,
    }
    const request = { endpointId: createToken.id, params: null, body }
    const { merchantId, mode } = caller
    return actOnce(
      holder,
      key && (await idempotencyKeyFor(holder, { callerId: merchantId, mode, key, ...request })),
      (db) => createCardToken(db, holder, caller, body, ''),
      () => context.reply.header('idempotent-replayed', 'true'),
    )
  }),
]

import { actOnceForMerchant } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { createToken } from './card-tokens.contract.ts'
import { createCardToken } from './card-tokens.public.ts'

export const routes = (providers: Providers): Route[] => [
  merchantRoute(createToken, ({ body }, context) => {
    const request = { endpointId: createToken.id, params: null, body }
    return actOnceForMerchant(context, providers, request, (db, holder) =>
      createCardToken(db, holder, context.caller, body, ''),
    )
  }),
]

import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readBalances, readOwnBalances } from './balances.contract.ts'
import { readMerchantBalances } from './balances.public.ts'

export const routes: Route[] = [
  route(readBalances, ({ params }, context) => readMerchantBalances(context, params.merchantId)),
  route(readOwnBalances, (_, context) =>
    readMerchantBalances(context, context.caller.merchantId ?? ''),
  ),
]

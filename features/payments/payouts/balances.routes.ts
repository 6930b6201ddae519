import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  readBalanceRows,
  readBalances,
  readOwnBalanceRows,
  readOwnBalances,
} from './balances.contract.ts'
import { readBalancePart, readMerchantBalances } from './balances.public.ts'

export const routes: Route[] = [
  route(readBalances, ({ params }, context) => readMerchantBalances(context, params.merchantId)),
  route(readOwnBalances, (_, context) =>
    readMerchantBalances(context, context.caller.merchantId ?? ''),
  ),
  route(readBalanceRows, ({ params, query }, context) =>
    readBalancePart(context, params.merchantId, query),
  ),
  route(readOwnBalanceRows, ({ query }, context) =>
    readBalancePart(context, context.caller.merchantId ?? '', query),
  ),
]

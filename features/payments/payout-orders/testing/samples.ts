import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { makePayoutOrders } from './payout-orders.public.ts'

export const samples: Samples = {
  ofMerchant: (test, { tenant_id, merchant_id, user_id }) =>
    makePayoutOrders(test, { tenant_id, merchant_id }, user_id),
}

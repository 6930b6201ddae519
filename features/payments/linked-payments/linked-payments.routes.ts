import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type PaymentLink,
  payerKeys,
  readLinks,
  readMerchantLinks,
} from './linked-payments.contract.ts'
import { commonValue, isKnown } from './linked-payments.public.ts'
import { findPayment, sumLink } from './linked-payments.queries.ts'

async function linksOf(db: Db, id: string): Promise<PaymentLink[]> {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  const known = payerKeys.filter((by) => isKnown(payment, by))
  return Promise.all(
    known.map(async (by) => {
      const sums = await sumLink(db, { ...payment, id }, by)
      const none = { payments: 0, refused: 0, disputed: 0, cards: 0, emails: 0 }
      return { by, value: commonValue(payment, by), ...none, ...sums }
    }),
  )
}

export const routes: Route[] = [readLinks, readMerchantLinks].map((call) =>
  route(call, ({ params }, { db }) => linksOf(db, params.id)),
)

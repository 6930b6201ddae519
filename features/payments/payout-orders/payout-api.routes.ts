import { readPayoutMaker } from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { actOnceForMerchant } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { otherMode } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { ApiKeyCaller, Context } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/cursor-page.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { cancelPayoutOrderOf } from './decide-payout.ts'
import { merchantPayoutView } from './merchant-payout.ts'
import { payeeOfBeneficiary, payeeOfBody, refuseChanged, withAnswer } from './payees.ts'
import {
  createPayout,
  listPayouts,
  type NewPayout,
  readPayout,
  withdrawPayout,
} from './payout-api.contract.ts'
import type { MerchantPayout } from './payout-api.schema.ts'
import { findOrder, findPayee, listMerchantOrders } from './payout-orders.queries.ts'
import { hintOfRow } from './payout-orders.rules.ts'
import { type Payee, requestPayoutOrder } from './request-payout.ts'

type ApiKeyContext = Context<ApiKeyCaller>

export const routes = (providers: Providers): Route[] => [
  merchantRoute(createPayout, async ({ body }, context) => {
    const { caller, database, jobs, now } = context
    const { merchantId, mode, tenantId } = caller
    const request = { endpointId: createPayout.id, params: null, body }
    const once = (act: (db: Db) => Promise<MerchantPayout>) =>
      actOnceForMerchant(context, providers, request, act)
    let asked: AskedPayee
    try {
      asked = await payeeOf(providers, context, body)
    } catch (error) {
      // a repeat is answered as before, whatever happened to the beneficiary meanwhile
      return once(() => Promise.reject(error))
    }
    const maker = await readPayoutMaker(database, tenantId, caller)
    return once(async (db) => {
      const { currency, reference, externalId = null, speed } = body
      const { payee, version } = asked
      if (payee.beneficiaryId !== null) {
        // the bank was asked meanwhile
        refuseChanged(await requirePayee(db, context, payee.beneficiaryId), version)
      }
      const id = await requestPayoutOrder(
        db,
        { jobs, maker, now },
        {
          ...{ merchantId, mode, amountMinor: BigInt(body.amount), currency, payee },
          ...{ reference, externalId, on: undefined, speed },
        },
      )
      const row = await readOwn(db, context, id)
      await context.audit(db, {
        ...{ type: 'payout-order', id, merchantId },
        after: {
          ...{ amount: body.amount, currency, reference, externalId, state: row.state },
          ...{ payee: row.payee_name, account: hintOfRow(row) },
        },
      })
      return merchantPayoutView(row)
    })
  }),
  merchantRoute(listPayouts, async ({ query }, { db, caller }) => {
    const { cursor: after, limit, status: state, externalId } = query
    const { merchantId, mode } = caller
    const search = { merchantId, mode, externalId, state, after, limit: limit + 1 }
    const found = await listMerchantOrders(db, search)
    return pageOf(found.map(merchantPayoutView), limit, after)
  }),
  merchantRoute(readPayout, async ({ params }, context) =>
    merchantPayoutView(await readOwn(context.db, context, params.id)),
  ),
  merchantRoute(withdrawPayout, ({ params }, context) => {
    const { caller, jobs, now } = context
    const request = { endpointId: withdrawPayout.id, params, body: null }
    return actOnceForMerchant(context, providers, request, async (db) => {
      const { mode } = await findOfMerchant(db, context, params.id)
      if (mode !== caller.mode) throw otherMode(mode as Mode, caller.mode)
      const by = { type: 'api_key', id: caller.id, name: caller.name, jobs, now } as const
      const before = await cancelPayoutOrderOf(db, params.id, by)
      await context.audit(db, {
        ...{ type: 'payout-order', id: before.id, merchantId: before.merchant_id },
        ...{ before: { state: before.state }, after: { state: 'declined' } },
      })
      return merchantPayoutView(await readOwn(db, context, params.id))
    })
  }),
]

/** Who is paid; of a beneficiary with the version of which the bank was asked. */
interface AskedPayee {
  readonly payee: Payee
  readonly version?: number
}

async function payeeOf(
  providers: Providers,
  context: ApiKeyContext,
  body: NewPayout,
): Promise<AskedPayee> {
  const { db, caller, now } = context
  const { beneficiary, beneficiaryId, currency } = body
  if ((beneficiary === undefined) === (beneficiaryId === undefined)) {
    const message = 'Say who is paid: `beneficiaryId`, or `beneficiary`'
    throw new Problem('payout.payee', 400, message, { path: 'beneficiary' })
  }
  if (beneficiary !== undefined) {
    const { merchantId, mode } = caller
    const paying = { merchantId, mode, currency, now }
    const named = await payeeOfBody(db, providers, beneficiary, paying)
    return { payee: await withAnswer(providers, named, currency) }
  }
  const found = await requirePayee(db, context, beneficiaryId ?? '')
  refuseOtherCurrency(found.currency, currency)
  const payee = await payeeOfBeneficiary(db, found, { mode: caller.mode, now })
  return { payee: await withAnswer(providers, payee, currency), version: found.version }
}

/** A beneficiary in use of the key's merchant. */
async function requirePayee(db: Db, { caller }: ApiKeyContext, id: string) {
  const found = await findPayee(db, id)
  if (found?.merchant_id !== caller.merchantId) throw notFound('The beneficiary')
  return found
}

/** An account takes the currency that it is kept for. */
export function refuseOtherCurrency(kept: string, asked: string): void {
  if (kept === asked) return
  const message = `This beneficiary is paid in ${kept}`
  throw new Problem('payout.currency', 422, message, {
    path: 'currency',
    params: { currency: kept },
  })
}

/** A payout of the key's merchant and mode; others are not found. */
async function readOwn(db: Db, context: ApiKeyContext, id: string) {
  const found = await findOfMerchant(db, context, id)
  if (found.mode !== context.caller.mode) throw notFound('The payout')
  return found
}

async function findOfMerchant(db: Db, { caller }: ApiKeyContext, id: string) {
  const found = await findOrder(db, id)
  if (found?.merchant_id !== caller.merchantId) throw notFound('The payout')
  return found
}

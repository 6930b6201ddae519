import {
  lookOf,
  offeredOn,
  readPayee,
  returnSecretOf,
} from '@counterfoil/features/payments/payment-pages/payment-pages.public.ts'
import { engineOfTenant } from '@counterfoil/features/payments/processing/payments.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { readPagePreview, readReturnSecret } from './websites.contract.ts'
import { websites } from './websites.resource.ts'

const sampleMinor = 4200

export const routes = (providers: Providers): Route[] => [
  ...resourceRoutes(websites),
  route(readPagePreview, async ({ query }, { db, caller, mode }) => {
    if (caller.merchantId === null) throw notFound('The merchant')
    const payee = await readPayee(db, caller.merchantId, query.websiteId ?? null)
    if (query.websiteId !== undefined && payee.methods === null) throw notFound('The website')
    return {
      ...offeredOn({ mode, currency: payee.currency }, lookOf(payee), providers),
      ...{ status: 'open' as const, mode: modeNameOf(mode), description: null, externalId: null },
      ...{ amount: sampleMinor, minAmount: null, maxAmount: null, currency: payee.currency },
      decimalPlaces: decimalPlacesOf(payee.currency),
      ...{
        email: null,
        storedCards: [],
        storeCard: null,
        work: { challenge: '', bits: 0 },
        waitS: 0,
        payment: null,
      },
    }
  }),
  route(readReturnSecret, async (_input, context) => {
    const { merchantId, tenantId } = context.caller
    if (merchantId === null) throw notFound('The merchant')
    const secret = await returnSecretOf(engineOfTenant(context, providers, tenantId), merchantId)
    await context.transaction((db) =>
      context.audit(db, {
        type: 'merchants',
        id: merchantId,
        merchantId,
        after: { isShown: true },
      }),
    )
    return { secret }
  }),
]

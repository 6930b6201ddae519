import {
  lookOf,
  offeredOn,
  readPayee,
  readReturnSecrets,
  updateReturnSecretMade,
  updateReturnSecretUsed,
} from '@counterfoil/features/payments/payment-pages/payment-pages.public.ts'
import { engineOfTenant } from '@counterfoil/features/payments/processing/payments.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  makeReturnSecret,
  readPagePreview,
  readReturnSecret,
  replaceReturnSecret,
} from './websites.contract.ts'
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
      },
    }
  }),
  route(readReturnSecret, async (_input, context) => {
    const merchantId = merchantOf(context)
    const secrets = await secretsOf(context, providers, merchantId)
    await context.transaction((db) => note(db, context, merchantId, { isShown: true }))
    return secrets
  }),
  route(makeReturnSecret, async ({ body: { newest } }, context) => {
    const merchantId = merchantOf(context)
    await context.transaction(async (db) => {
      if (!(await updateReturnSecretMade(db, merchantId, newest))) throw secretChanged()
      await note(db, context, merchantId, { returnSecretNewest: newest + 1 })
    })
    return secretsOf(context, providers, merchantId)
  }),
  route(replaceReturnSecret, async ({ body: { newest } }, context) => {
    const merchantId = merchantOf(context)
    await context.transaction(async (db) => {
      if (!(await updateReturnSecretUsed(db, merchantId, newest))) throw secretChanged()
      await note(db, context, merchantId, { returnSecretInUse: newest })
    })
    return secretsOf(context, providers, merchantId)
  }),
]

type UserContext = Context<UserCaller>

function merchantOf({ caller: { merchantId } }: UserContext): string {
  if (merchantId === null) throw notFound('The merchant')
  return merchantId
}

const secretsOf = (context: UserContext, providers: Providers, merchantId: string) =>
  readReturnSecrets(engineOfTenant(context, providers, context.caller.tenantId), merchantId)

/** In the audit trail; the secrets themselves are not. */
const note = (db: Db, context: UserContext, merchantId: string, after: object) =>
  context.audit(db, { type: 'merchants', id: merchantId, merchantId, after })

function secretChanged(): Problem {
  const message = 'The return secrets were changed meanwhile. Look at them again first.'
  return new Problem('return_secret.changed', 409, message)
}

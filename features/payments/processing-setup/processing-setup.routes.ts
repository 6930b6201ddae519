import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  type ActionResult,
  type Engine,
  engineOfTenant,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { findMerchantAccount } from '@counterfoil/features/payments/websites/websites.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { type AskedOfMany, type Called, lookAtSetup, lookAtSetups } from './look-at-setups.ts'
import {
  createTestPayment,
  listSetups,
  type MerchantSetup,
  readSetup,
  readTestPayment,
} from './processing-setup.contract.ts'
import {
  listSetupMerchants,
  type MerchantKey,
  type MerchantsAsked,
} from './processing-setup.queries.ts'
import { sampleAmount, sampleOrder } from './sample-orders.ts'
import { readSteps } from './test-payment-steps.ts'

const testMode = 1

export const routes = (providers: Providers): Route[] => [
  route(readSetup, async ({ query }, context) => {
    const merchant = await merchantOf(context, query.merchantId)
    const { method, currency = merchant.homeCurrency, channel, websiteId } = query
    const engine = engineOfTenant(context, providers, merchant.tenantId)
    const db = context.database.reader(await context.writeScope(merchant.tenantId))
    return lookAtSetup(context, engine, db, merchant, {
      ...{ merchantId: merchant.id, mode: context.mode, method, currency, channel, websiteId },
      brand: method === 'card' ? (query.brand ?? 'visa') : null,
      amountMinor: query.amount === undefined ? sampleAmount(currency) : BigInt(query.amount),
    })
  }),
  route(listSetups, async ({ query }, context) => {
    const { tenantId, searchKey, method, brand, currency, state, cursor, pageSize } = query
    const asked = { mode: context.mode, method, brand, currency }
    const after = cursor === undefined ? undefined : keyOf(cursor)
    const found = await findSetups(context, providers, asked, {
      ...{ tenantId, searchKey, after, pageSize },
      isAsked: (one) => state === undefined || one.isReady === (state === 'ready'),
    })
    const nextCursor = found.next === undefined ? null : cursorOf(found.next)
    return { data: found.setups, count: null, nextCursor, previousCursor: null }
  }),
  route(createTestPayment, async ({ body }, context) => {
    const merchant = await merchantOf(context, body.merchantId)
    if (context.mode !== testMode) {
      const text = 'Test payments are taken in Test mode alone. Change the mode first.'
      throw new Problem('processing_setup.test_mode', 409, text)
    }
    const engine = engineOfTenant(context, providers, merchant.tenantId)
    const { method, currency, channel, websiteId, amount } = body
    const order = sampleOrder(
      {
        ...{ merchantId: merchant.id, mode: testMode, method, currency, channel, websiteId },
        brand: method === 'card' ? (body.brand ?? 'visa') : null,
        amountMinor: BigInt(amount),
      },
      context.now,
    )
    return takePayment(engine, order, {
      toResponse: ({ payment: { id, status } }) => ({ id, status }),
      idempotencyKey: await keyFor(engine, context, body),
      audit: (db: Db, { payment }: ActionResult) =>
        context.audit(db, {
          ...{ type: 'payment', id: payment.id, merchantId: merchant.id },
          after: { status: payment.status, method, amount, currency },
        }),
    })
  }),
  route(readTestPayment, ({ params }, { db, caller }) =>
    readSteps(db, params.id, caller.userType === 'merchant'),
  ),
]

const keyFor = (engine: Engine, { caller, mode, idempotencyKey }: Called, body: unknown) =>
  idempotencyKeyFor(engine, {
    ...{ callerId: caller.id, mode, key: idempotencyKey ?? '' },
    ...{ endpointId: createTestPayment.id, params: null, body },
  })

/** The caller's own merchant, or the one that an operator named. */
async function merchantOf({ caller, db }: Called, named: string | undefined) {
  const id = caller.merchantId ?? named
  if (id === undefined) {
    const message = 'Choose the merchant'
    throw new Problem('processing_setup.merchant', 400, message, { path: 'merchantId' })
  }
  const merchant = await findMerchantAccount(db, id)
  if (merchant === undefined || (named !== undefined && named !== id))
    throw notFound('The merchant')
  return { id, ...merchant }
}

/** A request looks at no more merchants than this, however few of them are asked for. */
const maxLookedAt = 200

interface SetupsAsked extends Omit<MerchantsAsked, 'limit'> {
  readonly pageSize: number
  readonly isAsked: (setup: MerchantSetup) => boolean
}

/** Pages of merchants until enough of them are as asked; `next` is the last one that was looked at, if there are more. */
async function findSetups(
  context: Called,
  providers: Providers,
  asked: AskedOfMany,
  { pageSize, isAsked, ...search }: SetupsAsked,
): Promise<{ setups: MerchantSetup[]; next: MerchantKey | undefined }> {
  const setups: MerchantSetup[] = []
  let { after } = search
  for (let looked = 0; looked < maxLookedAt; looked += pageSize) {
    const rows = await listSetupMerchants(context.db, { ...search, after, limit: pageSize + 1 })
    const page = rows.slice(0, pageSize)
    const byTenant = Map.groupBy(page, ({ tenantId }) => tenantId)
    const looks = await Promise.all(
      [...byTenant].map(([tenantId, merchants]) =>
        lookAtSetups({ providers, at: context.now }, readerOf(context, tenantId), merchants, asked),
      ),
    )
    const wanted = looks.flat().filter(isAsked)
    const room = pageSize - setups.length
    const taken = wanted.slice(0, room)
    setups.push(...taken)
    if (wanted.length > room) {
      const last = page.find(({ id }) => id === taken.at(-1)?.merchantId)
      return { setups, next: last ?? after }
    }
    after = page.at(-1) ?? after
    if (rows.length <= pageSize) return { setups, next: undefined }
    if (setups.length === pageSize) break
  }
  return { setups, next: after }
}

/** Platform staff read across tenants; a merchant's set-up is read in its own. */
const readerOf = ({ db, database, caller }: Called, tenantId: string): Db =>
  caller.userType === 'platform' ? database.reader(tenantScope(tenantId)) : db

const cursorOf = ({ tenantId, name, id }: MerchantKey): string =>
  Buffer.from(JSON.stringify([tenantId, name, id])).toString('base64url')

function keyOf(cursor: string): MerchantKey {
  const refused = () =>
    new Problem('cursor.invalid', 400, 'This cursor is not valid', { path: 'cursor' })
  try {
    const [tenantId, name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isUuid = (text: unknown) => typeof text === 'string' && /^[\da-f-]{36}$/.test(text)
    if (!isUuid(tenantId) || !isUuid(id) || typeof name !== 'string') throw refused()
    return { tenantId, name, id }
  } catch {
    throw refused()
  }
}

import {
  createCardToken,
  openCardToken,
  tokenGone,
  useCardToken,
} from '@counterfoil/features/payments/card-tokens/card-tokens.public.ts'
import {
  answerAgainOr,
  idempotencyKeyFor,
} from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { accountProblem } from '@counterfoil/features/payments/processing/order.rules.ts'
import { viewPayment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type Engine,
  engineOfTenant,
  findAccount,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import {
  listUsableCards,
  lockStoredCardFor,
  readStoredCardFor,
} from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  reportedConsent,
  storedCardView,
} from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import { storeOnce } from '@counterfoil/features/payments/stored-cards/verifications.public.ts'
import {
  findMerchantAccount,
  listActiveWebsites,
} from '@counterfoil/features/payments/websites/websites.public.ts'
import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isTenant } from '@counterfoil/kit/database/tenants.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { createTicket, readTicket, requireTicket } from './terminal-tickets.ts'
import {
  createTerminalPayment,
  createTerminalToken,
  listTerminalCards,
  openTerminal,
  storeTerminalCard,
} from './virtual-terminal.contract.ts'
import { howItCame, isSandboxAlone, requireOneCard } from './virtual-terminal.rules.ts'

type UserContext = Context<UserCaller>

export const routes = (providers: Providers): Route[] => [
  route(
    openTerminal,
    async ({ body }, context) => {
      const { id, name, homeCurrency, tenantId } = await readMerchant(context, body.merchantId)
      const engine = engineOfTenant(context, providers, tenantId)
      const account = await findAccount(context.db, { merchantId: id, currency: homeCurrency })
      const problem = account && accountProblem(context.mode, account)
      if (problem !== undefined) throw problem
      return {
        isSandbox: isSandboxAlone(
          await listMids(context.db, id),
          context.mode,
          providers.acquirers,
        ),
        ticket: await createTicket(engine, id, context.mode),
        mode: modeNameOf(context.mode),
        ...{ merchantName: name, homeCurrency },
        websites: await listActiveWebsites(context.db, id),
      }
    },
    // opening the page changes nothing
    { isAudited: false },
  ),
  publicRoute(createTerminalToken, async ({ body }, { database, now: at }) => {
    const { ticket, ...card } = body
    const { tenantId, merchantId, mode } = readTicket(ticket)
    // a key is made on its first use, for tenants alone
    if (!(await isTenant(database.shared, tenantId))) throw notFound('The merchant')
    const scope = tenantScope(tenantId, [merchantId])
    const holder = {
      ...{ database, tenantId, providers },
      transaction: <T>(work: (db: Db) => Promise<T>) => database.transaction(scope, work),
      now: () => at,
    }
    await requireTicket(holder, ticket)
    return holder.transaction((db) => createCardToken(db, holder, { merchantId, mode }, card, ''))
  }),
  route(listTerminalCards, async ({ query }, context) => {
    const { id: merchantId } = await readMerchant(context, query.merchantId)
    const { db, mode, now } = context
    const data = await listUsableCards(db, { merchantId, mode }, query.email, now)
    return { data: data.map((card) => ({ ...card, uses: [...card.uses] })), count: data.length }
  }),
  route(storeTerminalCard, async ({ body }, context) => {
    const { id: merchantId, tenantId } = await readMerchant(context, body.merchantId)
    const engine = engineOfTenant(context, providers, tenantId)
    const { caller, mode } = context
    const owner = { merchantId, mode }
    const idempotencyKey = await idempotencyKeyFor(engine, {
      ...{ callerId: caller.id, mode, key: context.idempotencyKey ?? '' },
      ...{ endpointId: storeTerminalCard.id, params: null, body },
    })
    const method = await openCardToken(engine, owner, body.token)
    const card = await storeOnce(engine, { idempotencyKey, method }, tokenGone('token'), {
      ...{ ...owner, currency: body.currency, orderType: body.orderType },
      storing: reportedConsent({ consent: true, uses: body.uses }),
      customer: { email: body.email, country: null },
      channel: 'virtual_terminal',
      claim: async (db, id) => {
        await useCardToken(db, owner, body.token, 'token')
        await context.audit(db, {
          ...{ type: 'stored_card', id, merchantId },
          after: { uses: body.uses, orderType: body.orderType, isVerified: true },
        })
      },
    })
    const { verification } = storedCardView(card)
    if (verification == null) throw new Error(`Stored card ${card.id} was not verified`)
    return { id: card.id, brand: card.brand, last4: card.last4, verification }
  }),
  route(createTerminalPayment, async ({ body }, context) => {
    const { id: merchantId, tenantId } = await readMerchant(context, body.merchantId)
    const engine = engineOfTenant(context, providers, tenantId)
    const { caller, mode } = context
    const owner = { merchantId, mode }
    const paying = requireOneCard(body)
    const orderType = howItCame(body)
    const options = {
      toResponse: ({ payment, today }: Parameters<typeof viewOf>[0]) => viewOf({ payment, today }),
      idempotencyKey: await idempotencyKeyFor(engine, {
        ...{ callerId: caller.id, mode, key: context.idempotencyKey ?? '' },
        ...{ endpointId: createTerminalPayment.id, params: null, body },
      }),
      audit: (db: Db, { payment }: Parameters<typeof viewOf>[0]) =>
        context.audit(db, {
          ...{ type: 'payment', id: payment.id, merchantId },
          after: {
            ...{ status: payment.status, amount: body.amount, currency: body.currency },
            orderType: orderType ?? null,
            storedCard: paying.storedCard?.id ?? null,
          },
        }),
    }
    const method = await methodOf(engine, owner, paying)
    if (method instanceof Problem) return answerAgainOr(engine, options, method)
    return takePayment(
      engine,
      {
        ...owner,
        amountMinor: BigInt(body.amount),
        currency: body.currency,
        capture: body.capture,
        method,
        orderType,
        externalId: body.externalId ?? null,
        description: body.description ?? null,
        customer: {
          email: body.email ?? ('storedCard' in method ? method.storedCard.customerEmail : null),
          country: null,
        },
        websiteId: body.websiteId,
        channel: 'virtual_terminal',
      },
      {
        ...options,
        claim: async (db) => {
          const { token, storedCard } = paying
          if (token === undefined) await lockStoredCardFor(db, owner, storedCard, engine.now())
          else await useCardToken(db, owner, token, 'token')
        },
      },
    )
  }),
]

/** The card that was typed, or the stored one; the Problem for which it is not charged. */
async function methodOf(
  engine: Engine,
  owner: { readonly merchantId: string; readonly mode: Mode },
  { token, storedCard }: ReturnType<typeof requireOneCard>,
) {
  if (token !== undefined) return (await openCardToken(engine, owner, token)) ?? tokenGone('token')
  try {
    return await engine.transaction((db) => readStoredCardFor(db, owner, storedCard, engine.now()))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const viewOf = ({
  payment,
  today,
}: {
  payment: Parameters<typeof viewPayment>[0]
  today: string
}) => viewPayment(payment, today)

/** The caller's own merchant, or the one that an operator named. */
async function readMerchant({ caller, db }: UserContext, named: string | undefined) {
  const id = caller.merchantId ?? named
  if (id === undefined) {
    const message = 'Choose the merchant that the payment is for'
    throw new Problem('virtual_terminal.merchant', 400, message, { path: 'merchantId' })
  }
  const merchant = await findMerchantAccount(db, id)
  if (merchant === undefined || (named !== undefined && named !== id))
    throw notFound('The merchant')
  return { id, ...merchant }
}

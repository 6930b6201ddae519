import { browserAtPage } from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import type { PageBrowser } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import {
  createCardToken,
  openCardToken,
  tokenGone,
  useCardToken,
} from '@counterfoil/features/payments/card-tokens/card-tokens.public.ts'
import { keyedHash } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import {
  answerAgainOr,
  idempotencyKeyFor,
} from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  abandonPayment,
  type Engine,
  findPayment,
  type ResponseOptions,
  resolvePayment,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { lockStoredCardFor } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { readOfferedCard } from './offered-cards.ts'
import {
  abandonPayerPayment,
  createPayerPayment,
  createPayerToken,
  readPayerPage,
  readPayerPayment,
} from './payer.contract.ts'
import { banksOf, lookOf, viewPayerPage, viewPayerPayment } from './payer.views.ts'
import {
  addressHashOf,
  cardHashOf,
  claimPage,
  consentTo,
  notKept,
  notOffered,
  openPayerPage,
  ownerOf,
  refusalsOf,
  refuseHaste,
} from './payer-page.ts'
import { findPageOfPayment, insertPagePayment, readPayee } from './payment-pages.queries.ts'
import {
  amountToPay,
  type PaymentPage,
  pageUrl,
  requireOpen,
  savesCard,
} from './payment-pages.rules.ts'
import { receiptJob } from './receipts.schema.ts'

type PublicContext = Context<undefined>

export const routes = (providers: Providers): Route[] => [
  publicRoute(readPayerPage, async ({ params }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const refusals = await refusalsOf(engine, page, context.ip)
    return viewPayerPage(engine, page, refusals)
  }),
  publicRoute(createPayerToken, async ({ params, body }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    requireOpen(page, engine.now())
    refuseHaste(await refusalsOf(engine, page, context.ip), engine.now())
    return engine.transaction((db) => createCardToken(db, engine, ownerOf(page), body, ''))
  }),
  publicRoute(createPayerPayment, async ({ params, body }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const key = context.idempotencyKey ?? ''
    const { method: said } = body
    const options: ResponseOptions<{ id: string }> = {
      toResponse: ({ payment }) => ({ id: payment.id }),
      idempotencyKey: await idempotencyKeyFor(engine, {
        ...{ callerId: page.id, mode: page.mode as Mode, key, endpointId: createPayerPayment.id },
        // a page that has lost the answer asks again with the same key; what it found out anew does not count
        ...{ params: null, body: { method: withoutCode(said), amount: body.amount } },
      }),
    }
    const method =
      said.type === 'token'
        ? await openCardToken(engine, ownerOf(page), said.token)
        : said.type === 'stored'
          ? await openOfferedCard(engine, page, said)
          : said.type === 'pay_by_bank'
            ? { type: 'alternative' as const, bank: said.bank }
            : said
    const { id } =
      method === undefined
        ? await answerAgainOr(engine, options, said.type === 'stored' ? codeMissing() : tokenGone())
        : await pay(
            engine,
            page,
            { ...body, browser: browserIn(context, body), method, key, ip: context.ip, said },
            options,
          )
    return viewPayerPayment(engine, page, await readOf(engine, page, id))
  }),
  publicRoute(readPayerPayment, async ({ params }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const found = await readOf(engine, page, params.id)
    // a payer who comes back from the bank does not wait for a notice that is late
    if (found.status === 'pending') await resolvePayment(engine, found.id)
    return viewPayerPayment(engine, page, await readOf(engine, page, params.id))
  }),
  publicRoute(abandonPayerPayment, async ({ params }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const found = await readOf(engine, page, params.id)
    await abandonPayment(engine, found.id)
    const after = await readOf(engine, page, params.id)
    if (after.status === 'pending') throw notAbandoned()
    return viewPayerPayment(engine, page, after)
  }),
]

/** Its bank has it already, or cannot be asked at the moment. */
function notAbandoned(): Problem {
  const message = 'This payment cannot be given up now. Wait for its outcome, or try again.'
  return new Problem('payment_page.not_abandoned', 409, message)
}

const browserIn = (
  { request: { headers }, ip }: PublicContext,
  { browser }: { readonly browser?: PageBrowser | undefined },
) => browser && browserAtPage(browser, { headers, ip })

/** Undefined: without its security code nothing is paid with it. A page that was loaded again has the code no more. */
async function openOfferedCard(
  engine: Engine,
  page: PaymentPage,
  { id, securityCode }: { readonly id: string; readonly securityCode?: string | undefined },
) {
  return securityCode === undefined
    ? undefined
    : readOfferedCard(engine, page, { id, securityCode })
}

function codeMissing(): Problem {
  const message = 'Type the security code of the card again'
  const errors = [{ message, path: 'method.securityCode' }]
  return new Problem('payment_page.code_missing', 400, message, { errors })
}

/** A security code is kept nowhere, and in no hash. */
const withoutCode = (said: { readonly type: string }) => ({ ...said, securityCode: undefined })

interface Order {
  readonly method: PaymentOrder['method']
  readonly said: {
    readonly type: string
    readonly token?: string
    readonly id?: string
    readonly bank?: string
  }
  readonly amount?: number | undefined
  readonly email?: string | undefined
  readonly storeCard?: { readonly version: string } | undefined
  readonly language: 'en' | 'tr'
  readonly work: { readonly challenge: string; readonly number: number }
  readonly browser: PaymentOrder['browser']
  readonly key: string
  readonly ip: string
}

async function pay(
  engine: Engine,
  page: PaymentPage,
  order: Order,
  options: ResponseOptions<{ id: string }>,
): Promise<{ id: string }> {
  const cardHash = await hashOfMethod(engine, order.method)
  const storing = await requireOffered(engine, page, order)
  const addressHash = await addressHashOf(engine, order.ip)
  const amountMinor = amountToPay(page, order.amount)
  return takePayment(
    engine,
    {
      merchantId: page.merchantId,
      mode: page.mode as Mode,
      amountMinor,
      currency: page.currency,
      capture: true,
      method: order.method,
      storing,
      externalId: page.externalId,
      description: page.description,
      metadata: page.metadata ?? undefined,
      customer: {
        email: order.email ?? page.customerEmail,
        country: page.customerCountry,
        ip: order.ip,
      },
      browser: order.browser,
      returnUrl: pageUrl(page, engine.providers.publicUrl),
      websiteId: page.websiteId ?? undefined,
      pageId: page.id,
      channel: page.kind === 'link' ? 'payment_link' : 'api',
    },
    {
      ...options,
      claim: async (db, payment) => {
        requireUnheld(order, payment)
        const { said, work, key } = order
        await claimPage(db, engine, page, { work, key, addressHash, cardHash })
        const now = engine.now()
        if (said.type === 'token') await useCardToken(db, ownerOf(page), said.token ?? '')
        if (said.type === 'stored') {
          const use = { id: said.id ?? '', initiator: 'customer' } as const
          await lockStoredCardFor(db, ownerOf(page), use, now)
        }
        await insertPagePayment(db, {
          ...{ paymentId: payment.id, merchantId: page.merchantId, pageId: page.id },
          ...{ language: order.language, addressHash, cardHash, at: now },
        })
        await engine.jobs.enqueue(db, receiptJob, {
          tenantId: engine.tenantId,
          paymentId: payment.id,
        })
      },
    },
  )
}

/** What tries with one card are counted by. */
async function hashOfMethod(engine: Engine, method: PaymentOrder['method']) {
  if (method.type !== 'card') return null
  return 'storedCard' in method
    ? keyedHash(engine, 'request', `stored ${method.storedCard.id}`)
    : cardHashOf(engine, method.number)
}

/** Throws unless the page offers it; answers the payer's consent to the card being kept. */
async function requireOffered(
  engine: Engine,
  page: PaymentPage,
  order: Order,
): Promise<PaymentOrder['storing']> {
  const { type, bank } = order.said
  if (savesCard(page)) throw notPaid()
  const payee = await engine.transaction((db) => readPayee(db, page.merchantId, page.websiteId))
  const method = type === 'token' || type === 'stored' ? 'card' : type
  if (!lookOf(payee).methods.some((one) => one === method)) throw notOffered('method')
  if (bank !== undefined && !banksOf(page, engine.providers).some(({ id }) => id === bank)) {
    throw notOffered('method.bank')
  }
  if (order.storeCard === undefined) return undefined
  if (order.method.type !== 'card' || 'storedCard' in order.method) throw notKept()
  return consentTo(page, payee.name, { ...order, version: order.storeCard.version })
}

function notPaid(): Problem {
  const message = 'This page saves a card: nothing is paid on it'
  return new Problem('payment_page.saves_card', 409, message)
}

/** A payer approves at the bank at once: a payment that is held first cannot be paid so. */
function requireUnheld({ said }: Order, { status }: { readonly status: string }): void {
  if (said.bank === undefined || status !== 'waiting_for_approval') return
  const message = 'This payment cannot be paid by bank. Choose another method.'
  throw new Problem('payment_page.not_by_bank', 409, message)
}

/** A payment of this page; others are not found. */
function readOf(engine: Engine, page: PaymentPage, id: string) {
  return engine.transaction(async (db) => {
    const made = await findPageOfPayment(db, id)
    const payment = made?.pageId === page.id ? await findPayment(db, id) : undefined
    if (payment === undefined) throw notFound('The payment')
    return payment
  })
}

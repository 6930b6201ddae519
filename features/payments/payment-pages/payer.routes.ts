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
  type Engine,
  findPayment,
  type ResponseOptions,
  resolvePayment,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { lockStoredCardFor } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { noCustomer } from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { cardConsentOf } from './card-consent.rules.ts'
import { readOfferedCard } from './offered-cards.ts'
import {
  createPayerPayment,
  createPayerToken,
  readPayerPage,
  readPayerPayment,
} from './payer.contract.ts'
import { banksOf, lookOf, viewPayerPage, viewPayerPayment } from './payer.views.ts'
import { hashOfToken } from './payment-pages.public.ts'
import {
  findPage,
  findPageOfPayment,
  findPagePlace,
  insertPagePayment,
  lockPage,
  readPayee,
  readRefusals,
} from './payment-pages.queries.ts'
import {
  amountToPay,
  delayAfter,
  isDemoToken,
  type PaymentPage,
  pageUrl,
  proofBits,
  requireOpen,
} from './payment-pages.rules.ts'
import { requireWork } from './proof-of-work.ts'
import { receiptJob } from './receipts.schema.ts'

type PublicContext = Context<undefined>

export const routes = (providers: Providers): Route[] => [
  publicRoute(readPayerPage, async ({ params }, context) => {
    const { engine, page } = await open(context, providers, params.token)
    const refusals = await refusalsOf(engine, page, context.ip, null)
    return viewPayerPage(engine, page, refusals)
  }),
  publicRoute(createPayerToken, async ({ params, body }, context) => {
    const { engine, page } = await open(context, providers, params.token)
    requireOpen(page, engine.now())
    await requireCalm(engine, page, context.ip, null)
    return engine.transaction((db) => createCardToken(db, engine, ownerOf(page), body, ''))
  }),
  publicRoute(createPayerPayment, async ({ params, body }, context) => {
    const { engine, page } = await open(context, providers, params.token)
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
          ? await readOfferedCard(engine, page, said)
          : said.type === 'pay_by_bank'
            ? { type: 'alternative' as const, bank: said.bank }
            : said
    const { id } =
      method === undefined
        ? await answerAgainOr(engine, options, tokenGone())
        : await pay(
            engine,
            page,
            { ...body, browser: browserIn(context, body), method, key, ip: context.ip, said },
            options,
          )
    return viewPayerPayment(engine, page, await readOf(engine, page, id))
  }),
  publicRoute(readPayerPayment, async ({ params }, context) => {
    const { engine, page } = await open(context, providers, params.token)
    const found = await readOf(engine, page, params.id)
    // a payer who comes back from the bank does not wait for a notice that is late
    if (found.status === 'pending') await resolvePayment(engine, found.id)
    return viewPayerPayment(engine, page, await readOf(engine, page, params.id))
  }),
]

const browserIn = (
  { request: { headers }, ip }: PublicContext,
  { browser }: { readonly browser?: PageBrowser | undefined },
) => browser && browserAtPage(browser, { headers, ip })

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
  const cardHash = await cardHashOf(engine, order.method)
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
      customer: {
        email: order.email ?? page.customerEmail,
        country: page.customerCountry,
        ip: order.ip,
      },
      browser: order.browser,
      returnUrl: pageUrl(page, engine.providers.publicUrl),
      websiteId: page.websiteId ?? undefined,
      channel: page.kind === 'link' ? 'payment_link' : 'api',
    },
    {
      ...options,
      claim: async (db, payment) => {
        const now = engine.now()
        requireUnheld(order, payment)
        // locked until the intent is stored: a single-use page is paid once
        const locked = await lockPage(db, page.id)
        if (locked === undefined) throw pageGone()
        requireOpen(locked, now)
        const keys = { ...keysOf(page), addressHash }
        refuseHaste(await readRefusals(db, { ...keys, cardHash }, now), now)
        // the page knew no card when it was given its task
        const bits = proofBits(await readRefusals(db, { ...keys, cardHash: null }, now))
        await requireWork(engine, page.id, order.work, order.key, bits)
        const { said } = order
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
async function cardHashOf(engine: Engine, method: PaymentOrder['method']): Promise<string | null> {
  if (method.type !== 'card') return null
  const card = 'storedCard' in method ? `stored ${method.storedCard.id}` : `card ${method.number}`
  return keyedHash(engine, 'request', card)
}

type Storing = NonNullable<PaymentOrder['storing']>

/** Throws unless the page offers it; answers the payer's consent to the card being kept. */
async function requireOffered(
  engine: Engine,
  page: PaymentPage,
  order: Order,
): Promise<Storing | undefined> {
  const { type, bank } = order.said
  const payee = await engine.transaction((db) => readPayee(db, page.merchantId, page.websiteId))
  const method = type === 'token' || type === 'stored' ? 'card' : type
  if (!lookOf(payee).methods.some((one) => one === method)) throw notOffered('type')
  if (bank !== undefined && !banksOf(page, engine.providers).some(({ id }) => id === bank)) {
    throw notOffered('bank')
  }
  return order.storeCard && consentTo(page, payee.name, order, order.storeCard.version)
}

/** What the payer agreed to on the page: the text as it was shown. */
function consentTo(
  { cardUses, customerEmail }: PaymentPage,
  merchant: string,
  { method, email, language }: Order,
  version: string,
): Storing {
  const refuse = (code: string, message: string, path: string) =>
    new Problem(code, 400, message, { errors: [{ message, path }] })
  if (cardUses === null || method.type !== 'card' || 'storedCard' in method) {
    throw refuse(
      'payment_page.store_card',
      'This page does not offer to keep the card',
      'storeCard',
    )
  }
  const shown = cardConsentOf(cardUses, merchant)
  if (shown.version !== version) {
    const message = 'The text that you agree to has changed. Load the page again.'
    throw refuse('payment_page.consent_changed', message, 'storeCard.version')
  }
  const customer = customerEmail ?? email
  if (customer === undefined) throw noCustomer('email')
  return {
    ...{ uses: cardUses, source: 'page', version, text: shown.text[language], language },
    email: customer,
  }
}

function notOffered(field: 'type' | 'bank'): Problem {
  const message = 'This page does not offer this method'
  const path = field === 'bank' ? 'method.bank' : 'method'
  return new Problem('payment_page.method', 400, message, { errors: [{ message, path }] })
}

/** A payer approves at the bank at once: a payment that is held first cannot be paid so. */
function requireUnheld({ said }: Order, { status }: { readonly status: string }): void {
  if (said.bank === undefined || status !== 'waiting_for_approval') return
  const message = 'This payment cannot be paid by bank. Choose another method.'
  throw new Problem('payment_page.not_by_bank', 409, message)
}

const ownerOf = ({ merchantId, mode }: PaymentPage) => ({ merchantId, mode: mode as Mode })
const keysOf = ({ merchantId, id }: PaymentPage) => ({ merchantId, pageId: id })

const addressHashOf = (engine: Engine, ip: string) => keyedHash(engine, 'request', `address ${ip}`)

async function refusalsOf(engine: Engine, page: PaymentPage, ip: string, cardHash: string | null) {
  const addressHash = await addressHashOf(engine, ip)
  return engine.transaction((db) =>
    readRefusals(db, { ...keysOf(page), addressHash, cardHash }, engine.now()),
  )
}

async function requireCalm(engine: Engine, page: PaymentPage, ip: string, cardHash: string | null) {
  refuseHaste(await refusalsOf(engine, page, ip, cardHash), engine.now())
}

function refuseHaste(refusals: Parameters<typeof delayAfter>[0], now: Date): void {
  const seconds = delayAfter(refusals, now)
  if (seconds === 0) return
  const text = `Too many payments were refused. Try again in ${seconds} seconds.`
  throw new Problem('payment_page.too_many', 429, text, {
    retryAfterS: seconds,
    params: { seconds },
  })
}

const pageGone = () => notFound('The payment page')

/** The page of an address. One that is wrong, and the demo's outside of the demo, are not found. */
async function open(
  context: PublicContext,
  providers: Providers,
  token: string,
): Promise<{ engine: Engine; page: PaymentPage }> {
  const { database, jobs, log, settings } = context
  if (isDemoToken(token) && !settings.isDemo) throw pageGone()
  const place = await findPagePlace(database, hashOfToken(token))
  if (place === undefined) throw pageGone()
  const { tenantId } = place
  const page = await findPage(database.reader(tenantScope(tenantId)), place.id)
  if (page === undefined) throw pageGone()
  const scope = tenantScope(tenantId, [page.merchantId])
  const engine: Engine = {
    ...{ database, jobs, log, providers, tenantId },
    transaction: <T>(work: (db: Db) => Promise<T>) => database.transaction(scope, work),
    actor: { type: 'payer', id: null },
    now: database.now,
  }
  return { engine, page }
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

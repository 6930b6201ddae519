import { keyedHash } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { noCustomer } from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { cardConsentOf } from './card-consent.rules.ts'
import { hashOfToken } from './payment-pages.public.ts'
import { findPage, findPagePlace, lockPage } from './payment-pages.queries.ts'
import {
  delayAfter,
  isDemoToken,
  mostOf,
  type PaymentPage,
  proofBits,
  requireOpen,
} from './payment-pages.rules.ts'
import { requireWork } from './proof-of-work.ts'
import { readTries } from './refusals.queries.ts'

const pageGone = () => notFound('The payment page')

/** The page of an address. One that is wrong, and the demo's outside of the demo, are not found. */
export async function openPayerPage(
  context: Context<undefined>,
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
    transaction: <T>(work: (db: Db) => Promise<T>) => database.repeatable(scope, work),
    actor: { type: 'payer', id: null },
    now: database.now,
  }
  return { engine, page }
}

export const ownerOf = ({ merchantId, mode }: PaymentPage) => ({ merchantId, mode: mode as Mode })
const keysOf = ({ merchantId, id }: PaymentPage) => ({ merchantId, pageId: id })

export const addressHashOf = (engine: Engine, ip: string) =>
  keyedHash(engine, 'request', `address ${ip}`)

/** What tries with one card are counted by. */
export const cardHashOf = (engine: Engine, number: string) =>
  keyedHash(engine, 'request', `card ${number}`)

export async function refusalsOf(engine: Engine, page: PaymentPage, ip: string) {
  const addressHash = await addressHashOf(engine, ip)
  const keys = { ...keysOf(page), addressHash, cardHash: null }
  const { page: ofPage, address } = await engine.transaction((db) =>
    readTries(db, keys, engine.now()),
  )
  return mostOf([ofPage, address])
}

export function refuseHaste(refusals: Parameters<typeof delayAfter>[0], now: Date): void {
  const seconds = delayAfter(refusals, now)
  if (seconds === 0) return
  const text = `Too many payments were refused. Try again in ${seconds} seconds.`
  throw new Problem('payment_page.too_many', 429, text, {
    retryAfterS: seconds,
    params: { seconds },
  })
}

/** One try at a page: with which request, from which address, and with which card, if with one. */
export interface PageTry {
  readonly work: { readonly challenge: string; readonly number: number }
  readonly key: string
  readonly addressHash: string
  readonly cardHash: string | null
}

/** Throws while the payer has to wait, and without the work that the page gave. */
async function requireCalm(
  db: Db,
  engine: Engine,
  page: PaymentPage,
  { work, key, addressHash, cardHash }: PageTry,
): Promise<void> {
  const now = engine.now()
  const tries = await readTries(db, { ...keysOf(page), addressHash, cardHash }, now)
  refuseHaste(mostOf(Object.values(tries)), now)
  // the page knew no card when it was given its task
  const bits = proofBits(mostOf([tries.page, tries.address]))
  await requireWork(engine, page.id, work, key, bits)
}

/** Locks the page until the intent is stored, so that a single-use page is used once; throws unless it is open to this try. */
export async function claimPage(
  db: Db,
  engine: Engine,
  page: PaymentPage,
  tried: PageTry,
): Promise<void> {
  const locked = await lockPage(db, page.id)
  if (locked === undefined) throw pageGone()
  requireOpen(locked, engine.now())
  await requireCalm(db, engine, page, tried)
}

/** What the payer agreed to on the page: the text as it was shown. */
export function consentTo(
  { cardUses, customerEmail }: PaymentPage,
  merchant: string,
  {
    version,
    language,
    email,
  }: {
    readonly version: string
    readonly language: 'en' | 'tr'
    readonly email?: string | undefined
  },
): NonNullable<PaymentOrder['storing']> {
  if (cardUses === null) throw notKept()
  const shown = cardConsentOf(cardUses, merchant)
  if (shown.version !== version) {
    const message = 'The text that you agree to has changed. Load the page again.'
    throw refusal('payment_page.consent_changed', message, 'storeCard.version')
  }
  const customer = customerEmail ?? email
  if (customer === undefined) throw noCustomer('email')
  return {
    ...{ uses: cardUses, source: 'page', version, text: shown.text[language], language },
    email: customer,
  }
}

export const notKept = (): Problem =>
  refusal('payment_page.store_card', 'This page does not offer to keep the card', 'storeCard')

export const notOffered = (path: 'method' | 'method.bank'): Problem =>
  refusal('payment_page.method', 'This page does not offer this method', path)

const refusal = (code: string, message: string, path: string) =>
  new Problem(code, 400, message, { path })

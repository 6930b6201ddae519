import { browserAtPage } from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import {
  openCardToken,
  tokenGone,
  useCardToken,
} from '@counterfoil/features/payments/card-tokens/card-tokens.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { findStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  resolveVerification,
  storeOnce,
} from '@counterfoil/features/payments/stored-cards/verifications.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { createPayerCard, readPayerCard } from './payer.contract.ts'
import { lookOf, viewPayerCard } from './payer.views.ts'
import {
  addressHashOf,
  cardHashOf,
  claimPage,
  consentTo,
  notKept,
  notOffered,
  openPayerPage,
  ownerOf,
  type PageTry,
} from './payer-page.ts'
import { insertPageCard, readPayee } from './payment-pages.queries.ts'
import { type PaymentPage, pageUrl, savesCard } from './payment-pages.rules.ts'

export const routes = (providers: Providers): Route[] => [
  publicRoute(createPayerCard, async ({ params, body }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const { request, ip, idempotencyKey: key = '' } = context
    if (!savesCard(page)) throw notKept()
    const storing = await readConsent(engine, page, {
      ...{ version: body.storeCard.version, language: body.language },
    })
    const idempotencyKey = await idempotencyKeyFor(engine, {
      ...{ callerId: page.id, mode: page.mode as Mode, key, endpointId: createPayerCard.id },
      // a page that has lost the answer asks again with the same key; what it found out anew does not count
      ...{ params: null, body: { token: body.token } },
    })
    const method = await openCardToken(engine, ownerOf(page), body.token)
    const cardHash = await cardHashOf(engine, method?.number ?? '')
    const addressHash = await addressHashOf(engine, ip)
    const tried = { work: body.work, key, addressHash, cardHash }
    const keep = (id: string, storedCardId: string | null) => ({
      ...{ id, storedCardId, merchantId: page.merchantId, pageId: page.id },
      ...{ addressHash, cardHash, at: engine.now() },
    })
    const card = await storeOnce(engine, { idempotencyKey, method }, tokenGone('token'), {
      ...{ ...ownerOf(page), currency: page.currency, storing },
      customer: { email: storing.email, country: page.customerCountry, ip },
      ...(body.browser && {
        browser: browserAtPage(body.browser, { headers: request.headers, ip }),
      }),
      ...{ returnUrl: pageUrl(page, providers.publicUrl), channel: 'api' },
      claim: async (db, id) => {
        await claimPage(db, engine, page, tried)
        await useCardToken(db, ownerOf(page), body.token, 'token')
        await insertPageCard(db, keep(id, id))
      },
    }).catch((error: unknown) => refuseHere(engine, page, tried, keep, error))
    return viewPayerCard(engine, page, card)
  }),
  publicRoute(readPayerCard, async ({ params }, context) => {
    const { engine, page } = await openPayerPage(context, providers, params.token)
    const found = await readOf(engine, page, params.id)
    // a payer who comes back from the bank does not wait for a notice that is late
    if (found.verification === 'pending') await resolveVerification(engine, found.id)
    return viewPayerCard(engine, page, await readOf(engine, page, params.id))
  }),
]

/** The payer's consent; throws unless the page takes cards. */
async function readConsent(
  engine: Engine,
  page: PaymentPage,
  agreed: { readonly version: string; readonly language: 'en' | 'tr' },
) {
  const payee = await engine.transaction((db) => readPayee(db, page.merchantId, page.websiteId))
  if (!lookOf(payee).methods.includes('card')) throw notOffered('method')
  const { email, ...consent } = consentTo(page, payee.name, agreed)
  // a session that saves a card names its customer
  return { ...consent, email: email ?? '' }
}

/** What a payer can do nothing about but take another card; why exactly is the merchant's to know. */
const refusalsHere = ['stored_card.refused_here', 'stored_card.no_verification']

/** A card that is refused before its issuer is asked counts as a try as well. */
async function refuseHere(
  engine: Engine,
  page: PaymentPage,
  tried: PageTry,
  keep: (id: string, storedCardId: null) => Parameters<typeof insertPageCard>[1],
  error: unknown,
): Promise<never> {
  if (!(error instanceof Problem) || !refusalsHere.includes(error.code)) throw error
  engine.log.info({ code: error.code, pageId: page.id }, 'a card was refused on a page')
  await engine.transaction(async (db) => {
    await claimPage(db, engine, page, tried)
    await insertPageCard(db, keep(newId(engine.now()), null))
  })
  const message = 'This card cannot be saved here. Take another one, or ask the merchant.'
  throw new Problem('payment_page.card_refused', 409, message)
}

/** A card of this page; others are not found. */
async function readOf(engine: Engine, page: PaymentPage, id: string) {
  const card = page.cards.some((one) => one.id === id)
    ? await engine.transaction((db) => findStoredCard(db, id))
    : undefined
  if (card === undefined) throw notFound('The stored card')
  return card
}

import { withResult } from '@counterfoil/features/payments/payment-pages/payment-pages.rules.ts'
import {
  type Engine,
  findPayment,
  jobEngine,
  resolvePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { findStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { resolveVerification } from '@counterfoil/features/payments/stored-cards/verifications.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { AcquirerMetadata } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { answerChallenge, showChallenge } from './three-d-secure.contract.ts'
import { challengePage, outcomePage, pagePolicy } from './three-d-secure-pages.ts'

/** For so long the page waits until the acquirer has sent its notice. */
const noticeMs = 3_000

export const routes = (providers: Providers): Route[] => [
  publicRoute(showChallenge, async ({ params }, context) => {
    const { provider, reference } = params
    asPage(context.reply)
    const record = await find(providers, provider, reference)
    // who loads the page again, or goes back to it, is sent on to the shop as well
    if (hasEnded(record, context.now)) return showOutcome(context, providers, record.metadata)
    return challengePage({ provider, reference, record })
  }),
  publicRoute(answerChallenge, async ({ params }, context) => {
    const { provider, reference, choice } = params
    asPage(context.reply)
    const { metadata } = await find(providers, provider, reference)
    await providers.challenges.answer(provider, reference, choice === 'confirm')
    await providers.sandboxNotices
      .send(AbortSignal.timeout(noticeMs))
      .catch((error: unknown) => context.log.warn({ err: error }, 'a notice was not sent'))
    return showOutcome(context, providers, metadata)
  }),
]

/** The time to confirm may be over before the acquirer has decided it. */
const hasEnded = ({ settlesAt }: { settlesAt: Date | null }, now: Date) =>
  settlesAt === null || settlesAt <= now

async function showOutcome(
  context: Context<undefined>,
  providers: Providers,
  { tenantId, paymentId }: AcquirerMetadata,
): Promise<string> {
  const engine = jobEngine(
    providers,
    { ...context, now: context.database.now },
    tenantId,
    'acquirer',
  )
  // the shop to which a customer comes back does not wait for a notice that is late
  await resolvePayment(engine, paymentId)
  const payment = await engine.transaction((db) => findPayment(db, paymentId))
  if (payment === undefined) return showStored(engine, paymentId)
  return outcomePage(payment.status, returnTo(payment.returnUrl, { paymentId }))
}

/** A card that was confirmed without a payment. */
async function showStored(engine: Engine, storedCardId: string): Promise<string> {
  const before = await engine.transaction((db) => findStoredCard(db, storedCardId))
  await resolveVerification(engine, storedCardId)
  const card = await engine.transaction((db) => findStoredCard(db, storedCardId))
  const returnUrl = before?.returnUrl ?? card?.returnUrl ?? null
  return outcomePage(card?.verification ?? 'unknown', returnTo(returnUrl, { storedCardId }))
}

function returnTo(returnUrl: string | null, said: Readonly<Record<string, string>>) {
  return returnUrl === null ? null : withResult(returnUrl, new URLSearchParams(said))
}

function asPage(reply: Context<undefined>['reply']): void {
  reply.header('content-security-policy', pagePolicy).header('cache-control', 'no-store')
}

async function find(providers: Providers, provider: string, reference: string) {
  const record = await providers.challenges.find(provider, reference)
  if (record === undefined) throw notFound('The payment to confirm')
  return record
}

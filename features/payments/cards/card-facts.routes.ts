import { otherMode } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import { findPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import { liftRestrictions } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readBinData, resetRestriction } from './card-facts.contract.ts'
import { findBin, updateBinData } from './card-facts.queries.ts'

type UserContext = Context<UserCaller>

async function readPayment({ db }: UserContext, id: string): Promise<Payment> {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment
}

/** Checks that the named merchant and tenant are the payment's. */
function checkNamed(
  payment: Payment,
  {
    organizationId,
    tenantId,
  }: { organizationId?: string | undefined; tenantId?: string | undefined },
): void {
  const isNamed =
    (organizationId ?? payment.merchantId) === payment.merchantId &&
    (tenantId ?? payment.tenantId) === payment.tenantId
  if (!isNamed) throw notFound('The payment')
}

async function reset(
  id: string,
  named: Parameters<typeof checkNamed>[1],
  context: UserContext,
): Promise<{ lifted: number; counters: number }> {
  const payment = await readPayment(context, id)
  checkNamed(payment, named)
  const { tenantId, merchantId, mode, cardToken } = payment
  if (mode !== context.mode) throw otherMode(mode, context.mode)
  const { caller, now } = context
  return context.transaction(async (db) => {
    const reset =
      cardToken === null
        ? { lifted: 0, counters: 0 }
        : await liftRestrictions(db, { merchantId, mode, cardToken }, caller.id, now)
    if (reset.lifted + reset.counters === 0) {
      throw new Problem('restriction.none', 409, 'Nothing keeps this card from paying the merchant')
    }
    const change = { before: { lifted: 0, counters: 0 }, after: reset }
    await context.audit(db, { type: 'payment', id, merchantId, ...change })
    return reset
  }, tenantId)
}

async function readAnew(id: string, context: UserContext) {
  const payment = await readPayment(context, id)
  const { tenantId, merchantId, cardFirst6 } = payment
  const bin = cardFirst6 === null ? undefined : await findBin(context.database.shared, cardFirst6)
  if (bin === undefined) {
    throw new Problem('bin.unknown', 404, 'Nothing is known of who issued this card')
  }
  const { brand, card_type: cardType, issuer, country: issuerCountry } = bin
  const after = { brand, cardType, issuer, issuerCountry }
  const { cardBrand, cardIssuer, cardIssuerCountry } = payment
  const before = {
    brand: cardBrand,
    cardType: payment.cardType,
    issuer: cardIssuer,
    issuerCountry: cardIssuerCountry,
  }
  await context.transaction(async (db) => {
    await updateBinData(db, id, bin)
    await context.audit(db, { type: 'payment', id, merchantId, before, after })
  }, tenantId)
  return after
}

export const routes: Route[] = [
  route(resetRestriction, ({ params, query }, context) => reset(params.id, query, context)),
  route(readBinData, ({ params }, context) => readAnew(params.id, context)),
]

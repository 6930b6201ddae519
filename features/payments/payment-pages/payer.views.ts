import { readPayerDecline } from '@counterfoil/features/payments/error-mappings/error-mappings.public.ts'
import { banksFor } from '@counterfoil/features/payments/open-banking/connectable-banks.public.ts'
import {
  accountProblem,
  type OrderAccount,
} from '@counterfoil/features/payments/processing/order.rules.ts'
import { isAbandonable } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type Engine,
  findAccount,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { StoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import qrcode from 'qrcode'
import { cardConsentOf } from './card-consent.rules.ts'
import { listOfferedCards } from './offered-cards.ts'
import type { PayerCard, PayerPage, PayerPayment } from './payer.contract.ts'
import { findPayTo, readPayee } from './payment-pages.queries.ts'
import {
  delayAfter,
  type PaymentPage,
  payerOutcome,
  proofBits,
  type RecentRefusals,
  savesCard,
  statusOf,
} from './payment-pages.rules.ts'
import type { PageStatus } from './payment-pages.schema.ts'
import { createChallenge } from './proof-of-work.ts'
import { signedReturn } from './return-address.ts'

const defaultColour = '#3554a5'

/** How the page of a website looks and what it offers; without a website: the organisation's colour, and everything. */
export function lookOf(payee: Awaited<ReturnType<typeof readPayee>>) {
  const { buttonsLinkColor } = payee.theme as { buttonsLinkColor?: unknown }
  return {
    merchantName: payee.name,
    tenantName: payee.tenantName,
    logo: payee.logo,
    colour: payee.colour ?? String(buttonsLinkColor ?? defaultColour),
    languages: payee.languages ?? [...languageCodes],
    methods: (payee.methods ?? ['card', 'bank_transfer', 'pay_by_bank']) as PayerPage['methods'],
  }
}

interface Payable {
  readonly mode: number
  readonly currency: string
}

/** None: no bank can be asked for a payment in the page's currency. */
export const banksOf = ({ mode, currency }: Payable, providers: Engine['providers']) =>
  banksFor(providers, mode as Mode, currency)

/** What a page offers; without a bank that can be asked it does not offer to pay by bank. */
export function offeredOn(
  page: Payable,
  look: ReturnType<typeof lookOf>,
  providers: Engine['providers'],
) {
  const banks = look.methods.includes('pay_by_bank') ? banksOf(page, providers) : []
  const methods = look.methods.filter((one) => one !== 'pay_by_bank' || banks.length > 0)
  return { ...look, methods, banks }
}

export async function viewPayerPage(
  engine: Engine,
  page: PaymentPage,
  refusals: RecentRefusals,
): Promise<PayerPage> {
  const now = engine.now()
  const { merchantId, currency, websiteId } = page
  const [payee, account] = await engine.transaction(async (db) => [
    await readPayee(db, merchantId, websiteId),
    await findAccount(db, { merchantId, currency }),
  ])
  const status = shownStatusOf(page, now, account)
  const offered = offeredOn(page, lookOf(payee), engine.providers)
  return {
    status,
    mode: modeNameOf(page.mode),
    ...offered,
    ...(savesCard(page) ? { methods: offered.methods.filter(isCard), banks: [] } : {}),
    description: page.description,
    externalId: page.externalId,
    amount: page.amountMinor === null ? null : Number(page.amountMinor),
    minAmount: page.minMinor === null ? null : Number(page.minMinor),
    maxAmount: page.maxMinor === null ? null : Number(page.maxMinor),
    currency: page.currency,
    decimalPlaces: decimalPlacesOf(page.currency),
    email: shownEmailOf(page, status),
    storedCards: status === 'open' && !savesCard(page) ? await listOfferedCards(engine, page) : [],
    storeCard: page.cardUses && cardConsentOf(page.cardUses, payee.name),
    work: await createChallenge(engine, page.id, proofBits(refusals)),
    waitS: delayAfter(refusals, now),
  }
}

/** Closed, too, while its merchant takes no payment at all: nobody is asked for a card that is refused whatever it is. */
function shownStatusOf(page: PaymentPage, now: Date, account: OrderAccount | undefined) {
  const status = statusOf(page, now)
  const isTaken = account !== undefined && accountProblem(page.mode as Mode, account) === undefined
  return status === 'open' && !isTaken ? 'disabled' : status
}

/** An address that is passed on, or found later, says no more of the customer than the page needs. */
function shownEmailOf({ customerEmail }: PaymentPage, status: PageStatus): string | null {
  if (status === 'expired' || status === 'disabled') return null
  // enough for the customer to know where the receipt went
  const isDone = status === 'paid' || status === 'stored'
  return isDone ? (customerEmail?.replace(/^(.).*(?=@)/u, '$1•••') ?? null) : customerEmail
}

const isCard = (method: string) => method === 'card'

export async function viewPayerCard(
  engine: Engine,
  page: PaymentPage,
  card: StoredCard,
): Promise<PayerCard> {
  const { id, merchantId, provider, verification, verificationCode } = card
  const isRefused = verification !== 'approved' && verification !== 'pending'
  const refused = isRefused
    ? await engine.transaction((db) =>
        readPayerDecline(db, {
          ...{ merchantId, provider, declineCode: verificationCode, declineAdvice: null },
        }),
      )
    : undefined
  return {
    id,
    outcome: isRefused ? 'refused' : verification === 'approved' ? 'stored' : 'pending',
    method: { type: 'card', brand: card.brand, last4: card.last4 },
    reason: refused === undefined ? null : reasonOf(refused.code),
    refusal: refused?.text ?? null,
    confirmUrl: card.confirmUrl,
    returnUrl: await signedReturn(engine, page, {
      ...{ storedCardId: id, status: verification ?? 'pending' },
    }),
    createdAt: card.createdAt.toISOString(),
  }
}

export async function viewPayerPayment(
  engine: Engine,
  page: PaymentPage,
  payment: Payment,
): Promise<PayerPayment> {
  const outcome = payerOutcome(payment.status)
  const refused =
    outcome === 'refused'
      ? await engine.transaction((db) => readPayerDecline(db, payment))
      : undefined
  return {
    id: payment.id,
    outcome,
    amount: Number(payment.amountMinor),
    currency: payment.currency,
    // a page offers no other alternative
    method: {
      type: payment.method === 'alternative' ? 'pay_by_bank' : payment.method,
      brand: payment.cardBrand,
      last4: payment.cardLast4,
    },
    reason: refused === undefined ? null : reasonOf(refused.code),
    refusal: refused?.text ?? null,
    confirmUrl: payment.nextAction?.url ?? null,
    mayAbandon: isAbandonable(payment),
    transfer: payment.method === 'bank_transfer' ? await transferOf(engine, payment) : null,
    returnUrl: await signedReturn(engine, page, {
      ...{ paymentId: payment.id, status: payment.status },
    }),
    createdAt: payment.createdAt.toISOString(),
  }
}

/** What the payer can do about it; why exactly is the merchant's to know, and nobody's who tries cards. */
function reasonOf(code: string | null): NonNullable<PayerPayment['reason']> {
  switch (code) {
    case 'insufficient_funds':
    case 'limit_exceeded':
      return 'funds'
    case 'incorrect_security_code':
    case 'invalid_card_number':
    case 'incorrect_pin':
      return 'details'
    case 'expired_card':
      return 'expired'
    case 'authentication_failed':
    case 'authentication_rejected':
    case 'authentication_required':
    case 'challenge_expired':
      return 'confirmation'
    case 'payer.abandoned':
      return 'abandoned'
    case 'bank_refused':
      return 'bank'
    case 'bank_unavailable':
      return 'bankAway'
    default:
      return 'other'
  }
}

async function transferOf(engine: Engine, payment: Payment): Promise<PayerPayment['transfer']> {
  const found = await engine.transaction((db) => findPayTo(db, payment.id))
  if (found === undefined) return null
  const { reference, accountHolder, iban, bic } = found
  const isSepa = iban !== null && accountHolder !== null && payment.currency === 'EUR'
  return {
    ...{ reference, accountHolder, iban, bic },
    qr: isSepa
      ? await qrcode.toString(epcText({ accountHolder, iban, bic, reference }, payment), {
          ...{ type: 'svg', margin: 2, errorCorrectionLevel: 'M' },
        })
      : null,
  }
}

/** EPC069-12: what banking apps read a SEPA credit transfer from. */
function epcText(
  to: { accountHolder: string; iban: string; bic: string | null; reference: string },
  { amountMinor }: Payment,
): string {
  const amount = `EUR${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`
  const name = to.accountHolder.slice(0, 70)
  return ['BCD', '002', '1', 'SCT', to.bic ?? '', name, to.iban, amount, '', to.reference].join(
    '\n',
  )
}

import type {
  PaymentMetadata,
  PaymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  noCustomer,
  type StoredCard,
} from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { CardUse } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { type LanguageCode, localeOf } from '@counterfoil/kit/contract/languages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { LinkStatus, MerchantLink, PageStatus, PaymentLink } from './payment-pages.schema.ts'

export interface PagePayment {
  readonly id: string
  readonly status: PaymentStatus
}

/** A card that a payer saved on a page, or tried to, with what its issuer said. */
export interface PageCard {
  readonly id: string
  readonly verification: NonNullable<StoredCard['verification']>
}

/** A payment page as it is stored, with its payments or cards, the newest first. */
export interface PaymentPage {
  readonly tenantId: string
  readonly id: string
  readonly merchantId: string
  readonly mode: number
  readonly kind: 'link' | 'session'
  readonly token: string
  readonly currency: string
  readonly amountMinor: bigint | null
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
  readonly description: string | null
  readonly externalId: string | null
  readonly usage: 'single' | 'multiple'
  readonly returnUrl: string | null
  readonly customerEmail: string | null
  readonly customerCountry: string | null
  readonly websiteId: string | null
  /** What payers may let the merchant keep the card for; null: they are not asked. */
  readonly cardUses: readonly CardUse[] | null
  /** Of the merchant's server, for its payments. */
  readonly metadata: PaymentMetadata | null
  readonly expiresAt: Date | null
  readonly disabledAt: Date | null
  readonly creatorName: string
  readonly createdAt: Date
  readonly payments: readonly PagePayment[]
  /** Of a page that saves a card and takes no payment. */
  readonly cards: readonly PageCard[]
}

/** A page of an amount of zero saves its payer's card, and takes no payment. */
export const savesCard = ({ amountMinor }: Pick<PaymentPage, 'amountMinor'>): boolean =>
  amountMinor === 0n

const refused: readonly PaymentStatus[] = ['declined', 'failed', 'blocked']
const underWay: readonly PaymentStatus[] = ['created', 'validated', 'pending']

/** What a payer is told of a payment. Held for approval is received: the merchant decides, not the payer. */
export function payerOutcome(status: PaymentStatus): 'paid' | 'pending' | 'refused' {
  if (refused.includes(status) || status === 'voided' || status === 'reversed') return 'refused'
  return underWay.includes(status) ? 'pending' : 'paid'
}

/** The payment that uses up a single-use page: one that was not refused. */
const usingPayment = ({ payments }: Pick<PaymentPage, 'payments'>): PagePayment | undefined =>
  payments.find(({ status }) => !refused.includes(status))

/** The card that uses up a page which saves one: it is saved, or its issuer has not decided. */
const usingCard = ({ cards }: Pick<PaymentPage, 'cards'>): PageCard | undefined =>
  cards.find(({ verification }) => verification === 'approved' || verification === 'pending')

export function statusOf(page: PaymentPage, now: Date): PageStatus {
  const card = usingCard(page)
  if (card === undefined) return linkStatusOf(page, now)
  return card.verification === 'pending' ? 'pending' : 'stored'
}

// a payment that its merchant voided or reversed closes the link: the payer must not pay again what was cancelled
const statusByOutcome = { paid: 'paid', pending: 'pending', refused: 'disabled' } as const

/** A link takes payments alone. */
function linkStatusOf(page: PaymentPage, now: Date): LinkStatus {
  const used = page.usage === 'single' ? usingPayment(page) : undefined
  if (used !== undefined) return statusByOutcome[payerOutcome(used.status)]
  if (page.disabledAt !== null) return 'disabled'
  return page.expiresAt !== null && page.expiresAt <= now ? 'expired' : 'open'
}

/** Throws the Problem for which nothing more is paid or saved on the page. */
export function requireOpen(page: PaymentPage, now: Date): void {
  const status = statusOf(page, now)
  if (status === 'open') return
  if (status === 'pending' && savesCard(page)) {
    const text = 'A card is being checked already: one is saved'
    throw new Problem('payment_page.card_pending', 409, text)
  }
  const texts = {
    pending: 'A payment is under way already: nothing is paid twice',
    paid: 'This was paid already: nothing is paid twice',
    stored: 'The card is saved already',
    expired: 'This payment link has expired',
    disabled: 'This payment link is no longer in use',
  }
  throw new Problem(`payment_page.${status}`, 409, texts[status])
}

/** The amount that is paid: the page's own, or the payer's within the limits. */
export function amountToPay(page: PaymentPage, chosen: number | undefined): bigint {
  const { amountMinor, minMinor, maxMinor, currency } = page
  if (amountMinor !== null) {
    if (chosen === undefined || BigInt(chosen) === amountMinor) return amountMinor
    throw amountProblem('payment_page.amount_fixed', 'The amount of this payment is fixed', {})
  }
  const [min, max] = [minMinor ?? 1n, maxMinor ?? 0n]
  if (chosen !== undefined && BigInt(chosen) >= min && BigInt(chosen) <= max) return BigInt(chosen)
  const params = { least: moneyText(min, currency), most: moneyText(max, currency) }
  const text = `The amount is from ${params.least.en} to ${params.most.en}`
  throw amountProblem('payment_page.amount_range', text, params)
}

function amountProblem(code: string, message: string, params: Problem['params'] & object): Problem {
  return new Problem(code, 400, message, { path: 'amount', params })
}

/** An amount of zero saves a card: for what, and for whom, is said with it. */
function checkZero({ storeCard, customer }: Parameters<typeof checkNewPage>[0]): void {
  const message = 'An amount of zero saves a card and takes no payment: say storeCard'
  if (storeCard === undefined) {
    const errors = [{ message, path: 'storeCard' }]
    throw new Problem('checkout_session.amount_zero', 400, message, { errors })
  }
  if (customer?.email === undefined) throw noCustomer('customer.email')
}

/** Throws the Problem for which a new page is refused. */
export function checkNewPage(
  page: {
    readonly storeCard?: object | undefined
    readonly customer?: { readonly email?: string | undefined } | undefined
    readonly amount?: number | undefined
    readonly minAmount?: number | undefined
    readonly maxAmount?: number | undefined
    readonly expiresAt?: string | undefined
  },
  now: Date,
): void {
  const refuse = (code: string, message: string, path: string) => {
    throw new Problem(code, 400, message, { path })
  }
  const { amount, minAmount, maxAmount, expiresAt } = page
  if (amount !== undefined && (minAmount !== undefined || maxAmount !== undefined)) {
    refuse('payment_link.amount_both', 'Say a fixed amount or limits, not both', 'amount')
  }
  if (amount === undefined && (minAmount === undefined || maxAmount === undefined)) {
    const path =
      minAmount === undefined && maxAmount === undefined
        ? 'amount'
        : minAmount === undefined
          ? 'minAmount'
          : 'maxAmount'
    refuse('payment_link.amount_missing', 'Say a fixed amount, or the least and the most', path)
  }
  if (amount === 0) checkZero(page)
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount) {
    refuse('payment_link.amount_order', 'The least is not more than the most', 'minAmount')
  }
  if (expiresAt !== undefined && new Date(expiresAt) <= now) {
    refuse('payment_link.expiry_past', 'The expiry lies in the past', 'expiresAt')
  }
}

/** Whether a return address begins with one of a website's: same origin, and its path or one below it. None: any. */
export function mayReturnTo(returnUrl: string, addresses: readonly string[]): boolean {
  const { origin, pathname } = new URL(returnUrl)
  return (
    addresses.length === 0 ||
    addresses.some((address) => {
      const allowed = new URL(address)
      const below = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`
      const isBelow = pathname === allowed.pathname || pathname.startsWith(below)
      return origin === allowed.origin && isBelow
    })
  )
}

/**
 * A shop's address with the result at the end of its query, in this order. What the address has of its own stays as it was
 * given, letter by letter, because shops sign and compare it; but parameters of the same names go, of which a shop reads the first.
 */
export function withResult(address: string, result: URLSearchParams): string {
  const url = new URL(address)
  const own = url.search
    .slice(1)
    .split('&')
    .filter(
      (part) =>
        part !== '' && ![...new URLSearchParams(part).keys()].some((name) => result.has(name)),
    )
  url.search = [...own, result.toString()].join('&')
  return url.href
}

const offeredStorageOf = ({ cardUses }: Pick<PaymentPage, 'cardUses'>) =>
  cardUses === null ? null : { uses: [...cardUses] }

const minorOf = (amount: bigint | null) => (amount === null ? null : Number(amount))

export function linkView(page: PaymentPage, publicUrl: string, now: Date): PaymentLink {
  return {
    id: page.id,
    url: pageUrl(page, publicUrl),
    status: linkStatusOf(page, now),
    usage: page.usage,
    amount: minorOf(page.amountMinor),
    minAmount: minorOf(page.minMinor),
    maxAmount: minorOf(page.maxMinor),
    currency: page.currency,
    description: page.description,
    externalId: page.externalId,
    returnUrl: page.returnUrl,
    websiteId: page.websiteId,
    storeCard: offeredStorageOf(page),
    mode: modeNameOf(page.mode),
    payments: page.payments.map(({ id }) => id),
    createdBy: page.creatorName,
    expiresAt: page.expiresAt?.toISOString() ?? null,
    createdAt: page.createdAt.toISOString(),
  }
}

/** As `/v1` answers it: with what the portal does not show. */
export const merchantLinkView = (
  page: PaymentPage,
  publicUrl: string,
  now: Date,
): MerchantLink => ({
  ...linkView(page, publicUrl, now),
  metadata: page.metadata,
})

export function sessionView(page: PaymentPage, publicUrl: string, now: Date) {
  return {
    id: page.id,
    url: pageUrl(page, publicUrl),
    status: statusOf(page, now),
    paymentId: (usingPayment(page) ?? page.payments[0])?.id ?? null,
    storedCardId: (usingCard(page) ?? page.cards[0])?.id ?? null,
    amount: Number(page.amountMinor),
    currency: page.currency,
    externalId: page.externalId,
    returnUrl: page.returnUrl ?? '',
    storeCard: offeredStorageOf(page),
    metadata: page.metadata,
    mode: modeNameOf(page.mode),
    expiresAt: page.expiresAt?.toISOString() ?? null,
    createdAt: page.createdAt.toISOString(),
  }
}

export const pageUrl = ({ token }: Pick<PaymentPage, 'token'>, publicUrl: string) =>
  `${publicUrl.replace(/\/$/, '')}/pay/${token}`

const demoToken = /^demo_/

/** The demo's link is published, so it works only in the demo. */
export const isDemoToken = (token: string): boolean => demoToken.test(token)

/** So long a refusal counts. */
export const watchedMs = hourMs

/** What was refused lately, and the last time; of nothing that counts none. */
export interface RecentRefusals {
  readonly count: number
  readonly lastAt: Date | null
}

/** What was refused lately on this page, from this address, and with this card. */
export type RecentTries = Readonly<Record<'page' | 'address' | 'card', RecentRefusals>>

/**
 * The refusals that count. Of a page, and of an address behind which many are, those alone that are more than what was paid:
 * some of many payers always are refused, and who tests stolen cards is far more often than not.
 */
export function refusalsOf(
  tries:
    | { readonly refused: number; readonly taken: number; readonly lastAt: Date | null }
    | undefined,
  of: keyof RecentTries,
): RecentRefusals {
  const { refused = 0, taken = 0, lastAt = null } = tries ?? {}
  const count = Math.max(0, of === 'card' ? refused : refused - taken)
  return { count, lastAt: count === 0 ? null : lastAt }
}

/** The most of them, and the last time. */
export function mostOf(some: readonly RecentRefusals[]): RecentRefusals {
  const times = some.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt.getTime()]))
  return {
    count: Math.max(0, ...some.map(({ count }) => count)),
    lastAt: times.length === 0 ? null : new Date(Math.max(...times)),
  }
}

const freeRefusals = 3
const firstDelayS = 5
const maxDelayS = 900
const maxPerHour = 12

/** Seconds until the next try; 0: now. Testers of stolen cards try hundreds; a payer mistypes twice. */
export function delayAfter({ count, lastAt }: RecentRefusals, now: Date): number {
  if (lastAt === null || count < freeRefusals) return 0
  const delayS =
    count >= maxPerHour ? 3600 : Math.min(firstDelayS * 2 ** (count - freeRefusals), maxDelayS)
  return Math.max(0, Math.ceil(delayS - (now.getTime() - lastAt.getTime()) / 1000))
}

/** Leading zero bits of a proof of work: a fraction of a second for a payer, dear by the thousand. */
export const proofBits = ({ count }: Pick<RecentRefusals, 'count'>): number =>
  Math.min(12 + 2 * Math.max(0, count - 1), 18)

/** A payer may be in another zone than the merchant: the time says in which it is. */
export const timeText = (at: Date, language: LanguageCode, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf[language], {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).format(at)

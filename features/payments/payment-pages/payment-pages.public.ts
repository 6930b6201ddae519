import { hash, randomBytes } from 'node:crypto'
import type { PaymentMetadata } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { CardUse } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { findPage, insertPage, isCurrency, readMerchantOfWebsite } from './payment-pages.queries.ts'
import { checkNewPage, mayReturnTo } from './payment-pages.rules.ts'

export { lookOf, offeredOn } from './payer.views.ts'
export {
  readPayee,
  updateReturnSecretMade,
  updateReturnSecretUsed,
} from './payment-pages.queries.ts'
export { readReturnSecrets } from './return-address.ts'

/** All that is looked up by of a page's address. A token is long and random, so a plain hash cannot be reversed. */
export const hashOfToken = (token: string): string => hash('sha256', token)

const sessionHours = 24

export interface PageOrder {
  readonly amount?: number | undefined
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  readonly currency: string
  readonly description?: string | undefined
  readonly externalId?: string | undefined
  readonly usage: 'single' | 'multiple'
  readonly expiresAt?: string | undefined
  readonly returnUrl?: string | undefined
  readonly websiteId?: string | undefined
  readonly storeCard?: { readonly uses: readonly CardUse[] } | undefined
  readonly metadata?: PaymentMetadata | undefined
  readonly customer?:
    | { readonly email?: string | undefined; readonly country?: string | undefined }
    | undefined
}

/** Creates a link or a session; the Problem of its fields where it cannot be one. */
export async function createPage(
  db: Db,
  order: PageOrder,
  about: {
    readonly kind: 'link' | 'session'
    readonly merchantId: string
    readonly mode: Mode
    readonly creator: { readonly id: string | null; readonly name: string }
    readonly now: Date
    /** The demo's, which is published. */
    readonly demo?: { readonly id: string; readonly token: string }
  },
) {
  const { kind, merchantId, mode, creator, now, demo } = about
  checkNewPage(order, now)
  await requireCurrency(db, order.currency)
  if (order.websiteId !== undefined) {
    await requireWebsite(db, merchantId, order.websiteId, order.returnUrl)
  }
  const token = demo?.token ?? randomBytes(24).toString('base64url')
  const id = demo?.id ?? newId(now)
  const minor = (amount: number | undefined) => (amount === undefined ? null : BigInt(amount))
  const sessionEnd = new Date(now.getTime() + sessionHours * hourMs)
  await insertPage(db, {
    ...{ id, merchantId, mode, kind, token, tokenHash: hashOfToken(token), usage: order.usage },
    currency: order.currency,
    amountMinor: minor(order.amount),
    minMinor: minor(order.minAmount),
    maxMinor: minor(order.maxAmount),
    description: order.description ?? null,
    externalId: order.externalId ?? null,
    returnUrl: order.returnUrl ?? null,
    customerEmail: order.customer?.email ?? null,
    customerCountry: order.customer?.country ?? null,
    websiteId: order.websiteId ?? null,
    cardUses: order.storeCard?.uses ?? null,
    metadata: order.metadata ?? null,
    expiresAt:
      order.expiresAt === undefined
        ? kind === 'session'
          ? sessionEnd
          : null
        : new Date(order.expiresAt),
    createdBy: creator.id,
    creatorName: creator.name,
    at: now,
  })
  const page = await findPage(db, id)
  if (page === undefined) throw new Error('The payment page was not stored')
  return page
}

async function requireCurrency(db: Db, currency: string): Promise<void> {
  if (await isCurrency(db, currency)) return
  const message = `${currency} is not a currency that can be paid in`
  throw new Problem('currency.unknown', 400, message, {
    path: 'currency',
    params: { currency },
  })
}

async function requireWebsite(
  db: Db,
  merchantId: string,
  id: string,
  returnUrl: string | undefined,
): Promise<void> {
  const merchant = await readMerchantOfWebsite(db, merchantId, id)
  if (merchant.isActive !== true) {
    const message = `${merchant.name} has no such website in use`
    throw new Problem('website.unknown', 400, message, {
      path: 'websiteId',
      params: { merchant: merchant.name },
    })
  }
  if (returnUrl === undefined || mayReturnTo(returnUrl, merchant.returnAddresses ?? [])) return
  const message = 'The website names the addresses to which payers return; this is none of them'
  throw new Problem('website.return_address', 400, message, { path: 'returnUrl' })
}

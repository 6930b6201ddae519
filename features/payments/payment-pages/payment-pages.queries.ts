import type { PaymentMetadata } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { CardUse } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { PageCard, PagePayment, PaymentPage } from './payment-pages.rules.ts'

export interface NewPage {
  readonly id: string
  readonly merchantId: string
  readonly mode: Mode
  readonly kind: 'link' | 'session'
  readonly token: string
  readonly tokenHash: string
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
  readonly cardUses: readonly CardUse[] | null
  readonly metadata: PaymentMetadata | null
  readonly expiresAt: Date | null
  readonly createdBy: string | null
  readonly creatorName: string
  readonly at: Date
}

export async function insertPage(db: Db, page: NewPage): Promise<void> {
  const tenantId = tenantOf(db)
  await db
    .insertInto('payment_page')
    .values({
      tenant_id: tenantId,
      id: page.id,
      merchant_id: page.merchantId,
      mode: page.mode,
      kind: page.kind,
      token: page.token,
      currency: page.currency,
      amount_minor: page.amountMinor,
      min_minor: page.minMinor,
      max_minor: page.maxMinor,
      description: page.description,
      external_id: page.externalId,
      usage: page.usage,
      return_url: page.returnUrl,
      customer_email: page.customerEmail,
      customer_country: page.customerCountry,
      website_id: page.websiteId,
      card_uses: page.cardUses === null ? null : [...page.cardUses],
      metadata: page.metadata === null ? null : JSON.stringify(page.metadata),
      expires_at: page.expiresAt,
      created_by: page.createdBy,
      creator_name: page.creatorName,
      created_at: page.at,
    })
    .execute()
  await db
    .insertInto('payment_page_directory')
    .values({ token_hash: page.tokenHash, tenant_id: tenantId, page_id: page.id })
    .execute()
}

/** Where a page is, by the hash of the token in its address. */
export function findPagePlace(database: Database, tokenHash: string) {
  return database.shared
    .selectFrom('payment_page_directory')
    .select(['tenant_id as tenantId', 'page_id as id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

const paymentsShown = 100

function pages(db: Db) {
  return db
    .selectFrom('payment_page as l')
    .select([
      'l.tenant_id as tenantId',
      'l.id',
      'l.merchant_id as merchantId',
      'l.mode',
      'l.kind',
      'l.token',
      'l.currency',
      'l.amount_minor as amountMinor',
      'l.min_minor as minMinor',
      'l.max_minor as maxMinor',
      'l.description',
      'l.external_id as externalId',
      'l.usage',
      'l.return_url as returnUrl',
      'l.customer_email as customerEmail',
      'l.customer_country as customerCountry',
      'l.website_id as websiteId',
      sql<CardUse[] | null>`l.card_uses`.as('cardUses'),
      sql<PaymentMetadata | null>`l.metadata`.as('metadata'),
      'l.expires_at as expiresAt',
      'l.disabled_at as disabledAt',
      'l.creator_name as creatorName',
      'l.created_at as createdAt',
      sql<PagePayment[]>`coalesce((
        select json_agg(json_build_object('id', x.id, 'status', x.status) order by x.id desc) from (
          select p.id, p.status from payment_page_payment as o
          join payment as p on p.tenant_id = o.tenant_id and p.id = o.payment_id
          where o.tenant_id = l.tenant_id and o.page_id = l.id
          order by o.payment_id desc limit ${sql.lit(paymentsShown)}) as x), '[]')`.as('payments'),
      sql<PageCard[]>`coalesce((
        select json_agg(json_build_object('id', x.id, 'verification', x.verification) order by x.id desc) from (
          select c.id, c.verification from payment_page_card as o
          join stored_card as c on c.tenant_id = o.tenant_id and c.id = o.stored_card_id
          where o.tenant_id = l.tenant_id and o.page_id = l.id
          order by o.id desc limit ${sql.lit(paymentsShown)}) as x), '[]')`.as('cards'),
    ])
    .where(within(db, 'l'))
    .$narrowType<{ kind: PaymentPage['kind']; usage: PaymentPage['usage'] }>()
}

export function findPage(db: Db, id: string): Promise<PaymentPage | undefined> {
  return pages(db).where('l.id', '=', id).executeTakeFirst()
}

export interface PageSearch {
  readonly mode: Mode
  readonly kind: 'link'
  readonly searchKey?: string | undefined
  readonly usage?: 'single' | 'multiple' | undefined
}

function searched(db: Db, { mode, kind, searchKey, usage }: PageSearch) {
  let query = pages(db).where('l.mode', '=', mode).where('l.kind', '=', kind)
  if (usage !== undefined) query = query.where('l.usage', '=', usage)
  if (searchKey !== undefined && searchKey !== '') {
    const texts = sql`concat_ws(' ', l.description, l.external_id, l.creator_name)`
    query = query.where(contains(texts, searchKey))
  }
  return query
}

export function listPages(db: Db, search: PageSearch, page: Part): Promise<PaymentPage[]> {
  return searched(db, search)
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** A merchant's links, the newest first, those older than `after`. */
export function listMerchantLinks(
  db: Db,
  search: {
    readonly merchantId: string
    readonly mode: Mode
    readonly externalId: string | undefined
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<PaymentPage[]> {
  const { merchantId, mode, externalId, after, limit } = search
  return searched(db, { mode, kind: 'link' })
    .where('l.merchant_id', '=', merchantId)
    .$if(externalId !== undefined, (query) => query.where('l.external_id', '=', externalId ?? ''))
    .$if(after !== undefined, (query) => query.where('l.id', '<', after ?? ''))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()
}

/** The links of a mode, made since an instant, that have one of these descriptions. */
export function listLinksDescribed(
  db: Db,
  { mode, descriptions, since }: { mode: Mode; descriptions: readonly string[]; since: Date },
) {
  return db
    .selectFrom('payment_page as l')
    .select(['l.amount_minor as amountMinor', 'l.currency', 'l.description'])
    .select('l.external_id as externalId')
    .where(within(db, 'l'))
    .where('l.mode', '=', mode)
    .where('l.kind', '=', 'link')
    .where('l.id', '>=', firstIdAt(since))
    .where('l.disabled_at', 'is', null)
    .where('l.description', 'in', [...descriptions])
    .execute()
}

export function countPages(db: Db, search: PageSearch): Promise<number> {
  return countRows(searched(db, search).clearSelect())
}

/** Locked until the transaction ends: of two payments at once the second sees the first. */
export async function lockPage(db: Db, id: string): Promise<PaymentPage | undefined> {
  await db
    .selectFrom('payment_page')
    .select('id')
    .where(within(db, 'payment_page'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return findPage(db, id)
}

export async function updatePageDisabled(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('payment_page')
    .set({ disabled_at: at })
    .where(within(db, 'payment_page'))
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute()
}

export async function insertPagePayment(
  db: Db,
  payment: {
    readonly paymentId: string
    readonly merchantId: string
    readonly pageId: string
    readonly language: string
    readonly addressHash: string
    readonly cardHash: string | null
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('payment_page_payment')
    .values({
      tenant_id: tenantOf(db),
      payment_id: payment.paymentId,
      merchant_id: payment.merchantId,
      page_id: payment.pageId,
      language: payment.language,
      address_hash: payment.addressHash,
      card_hash: payment.cardHash,
      created_at: payment.at,
    })
    .execute()
}

/** A card that a payer tries to save on a page; its own id where it was refused before its issuer was asked. */
export async function insertPageCard(
  db: Db,
  card: {
    readonly id: string
    readonly storedCardId: string | null
    readonly merchantId: string
    readonly pageId: string
    readonly addressHash: string
    readonly cardHash: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('payment_page_card')
    .values({
      tenant_id: tenantOf(db),
      id: card.id,
      stored_card_id: card.storedCardId,
      merchant_id: card.merchantId,
      page_id: card.pageId,
      address_hash: card.addressHash,
      card_hash: card.cardHash,
      created_at: card.at,
    })
    .execute()
}

/** The page that a payment was made on. */
export function findPageOfPayment(db: Db, paymentId: string) {
  return db
    .selectFrom('payment_page_payment')
    .select(['page_id as pageId', 'language'])
    .where(within(db, 'payment_page_payment'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** What a payer reads of whom they pay. */
export function readPayee(db: Db, merchantId: string, websiteId: string | null = null) {
  return db
    .selectFrom('merchant as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .leftJoin('website as w', (join) =>
      join
        .onRef('w.tenant_id', '=', 'm.tenant_id')
        .onRef('w.merchant_id', '=', 'm.id')
        .on('w.id', '=', websiteId),
    )
    .select([
      'm.legal_business_name as name',
      'm.logo',
      'm.home_currency as currency',
      't.name as tenantName',
      't.theme',
      't.locale',
      't.time_zone as timeZone',
      'w.colour',
      'w.methods',
      'w.languages',
    ])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

/** Which return secret of a merchant is in use, and which is the newest that was made. */
export function readReturnSecretVersions(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select(['return_secret_version as version', 'return_secret_newest as newest'])
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

/** A return secret after the newest that the caller knows. False: another was made meanwhile. */
export async function updateReturnSecretMade(
  db: Db,
  merchantId: string,
  newest: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant')
    .set({ return_secret_newest: newest + 1 })
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .where('return_secret_newest', '=', newest)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** From now on returns are signed with the newest. False: it is in use, or another was made meanwhile. */
export async function updateReturnSecretUsed(
  db: Db,
  merchantId: string,
  newest: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant')
    .set({ return_secret_version: newest })
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .where('return_secret_newest', '=', newest)
    .where('return_secret_version', '<', newest)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Where the payer of a bank transfer pays to; undefined where no account is set. */
export function findPayTo(db: Db, paymentId: string) {
  return db
    .selectFrom('account_reference as r')
    .leftJoin('banking_channel as b', (join) =>
      join.onRef('b.tenant_id', '=', 'r.tenant_id').onRef('b.id', '=', 'r.banking_channel_id'),
    )
    .select([
      'r.reference',
      'b.account_holder as accountHolder',
      'b.iban',
      'b.bic',
      'b.bank_name as bankName',
    ])
    .where(within(db, 'r'))
    .where('r.payment_id', '=', paymentId)
    .executeTakeFirst()
}

export async function isCurrency(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('currency')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** A merchant, and whether it uses this website; null: it has no such one. */
export function readMerchantOfWebsite(db: Db, merchantId: string, websiteId: string) {
  return db
    .selectFrom('merchant as m')
    .leftJoin('website as w', (join) =>
      join
        .onRef('w.tenant_id', '=', 'm.tenant_id')
        .onRef('w.merchant_id', '=', 'm.id')
        .on('w.id', '=', websiteId),
    )
    .select([
      'm.legal_business_name as name',
      'w.is_active as isActive',
      'w.return_addresses as returnAddresses',
    ])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Consent, expiryOf, type StoredCard } from './stored-cards.rules.ts'
import type { CardUse, StoredCardState } from './stored-cards.schema.ts'

/** A verification at an acquirer that is about to be asked for. */
interface NewVerification {
  readonly provider: string
  readonly currency: string
  /** When it is looked up, should its answer be lost. */
  readonly checkAt: Date
  readonly returnUrl: string | null
}

/** Whose a stored card is. */
export interface CardOwner {
  readonly merchantId: string
  readonly mode: Mode
}

export async function insertPendingCard(
  db: Db,
  card: CardOwner & {
    readonly id: string
    /** Null: it is verified without a payment. */
    readonly paymentId: string | null
    readonly verification?: NewVerification
    readonly brand: string
    readonly first6: string
    readonly last4: string
    readonly expiryMonth: number
    readonly expiryYear: number
    readonly fingerprint: string
    readonly customerEmail: string | null
    readonly consent: Consent
    readonly at: Date
  },
): Promise<void> {
  const { consent, at, verification } = card
  await db
    .insertInto('stored_card')
    .values({
      tenant_id: tenantOf(db),
      id: card.id,
      merchant_id: card.merchantId,
      mode: card.mode,
      payment_id: card.paymentId,
      state: 'pending',
      card_brand: card.brand,
      card_first6: card.first6,
      card_last4: card.last4,
      card_expiry_month: card.expiryMonth,
      card_expiry_year: card.expiryYear,
      card_fingerprint: card.fingerprint,
      customer_email: card.customerEmail,
      uses: [...consent.uses],
      consent_source: consent.source,
      consent_version: consent.version,
      consent_text: consent.text,
      consent_language: consent.language,
      consented_at: at,
      expires_at: expiryOf(card.expiryYear, card.expiryMonth),
      ...(verification && {
        provider: verification.provider,
        verification: 'pending',
        verification_currency: verification.currency,
        verification_check_at: verification.checkAt,
        return_url: verification.returnUrl,
      }),
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** A card that was verified without a payment is seen by those who would see a payment with it. */
function withinVerified(db: Db): Expression<SqlBool> {
  const seen = db.scope.kind === 'tenant' ? db.scope.payments : undefined
  const { methods = null, providers = null } = seen ?? {}
  if (methods?.includes('card') === false) return sql<SqlBool>`c.payment_id is not null`
  if (providers === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(c.payment_id is not null or c.provider = any (${providers as string[]}::text[]))`
}

function cards(db: Db) {
  return db
    .selectFrom('stored_card as c')
    .select([
      'c.tenant_id as tenantId',
      'c.id',
      'c.merchant_id as merchantId',
      'c.mode',
      'c.payment_id as paymentId',
      'c.state',
      'c.provider',
      'c.vault_reference as vaultReference',
      'c.card_brand as brand',
      'c.card_first6 as first6',
      'c.card_last4 as last4',
      'c.card_expiry_month as expiryMonth',
      'c.card_expiry_year as expiryYear',
      'c.card_fingerprint as fingerprint',
      'c.customer_email as customerEmail',
      sql<CardUse[]>`c.uses`.as('uses'),
      'c.consent_source as consentSource',
      'c.consent_version as consentVersion',
      'c.consent_text as consentText',
      'c.consent_language as consentLanguage',
      'c.consented_at as consentedAt',
      'c.scheme_transaction_id as schemeTransactionId',
      'c.scheme_link_id as schemeLinkId',
      'c.stopped_by as stoppedBy',
      'c.stopped_for as stoppedFor',
      'c.stopped_at as stoppedAt',
      'c.last_used_at as lastUsedAt',
      'c.expires_at as expiresAt',
      'c.created_at as createdAt',
      'c.deleted_at as deletedAt',
      'c.verification',
      'c.security_code_check as securityCodeCheck',
      'c.verification_code as verificationCode',
      'c.verification_reason as verificationReason',
      'c.verification_currency as verificationCurrency',
      'c.verification_checks as verificationChecks',
      'c.verified_at as verifiedAt',
      'c.confirm_url as confirmUrl',
      'c.confirm_until as confirmUntil',
      'c.return_url as returnUrl',
      sql<StoredCard['threeDSecure']>`c.three_d_secure`.as('threeDSecure'),
    ])
    .where(withinAboutPayments(db, 'c'))
    .where(withinVerified(db))
    .$narrowType<
      Pick<
        StoredCard,
        'state' | 'consentSource' | 'stoppedFor' | 'verification' | 'securityCodeCheck'
      >
    >()
}

/** Undefined if the caller does not see it. */
export function findStoredCard(db: Db, id: string): Promise<StoredCard | undefined> {
  return cards(db).where('c.id', '=', id).executeTakeFirst()
}

/** Locked until the transaction ends: of a payment and a deletion at once the second sees the first. */
export function lockStoredCard(db: Db, id: string): Promise<StoredCard | undefined> {
  return cards(db).where('c.id', '=', id).forUpdate().executeTakeFirst()
}

/** A merchant's stored cards in one mode, newest first, after a cursor. */
export function listStoredCards(
  db: Db,
  search: CardOwner & {
    readonly customerEmail: string | undefined
    readonly state: StoredCardState | undefined
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<StoredCard[]> {
  let query = cards(db)
    .where('c.merchant_id', '=', search.merchantId)
    .where('c.mode', '=', search.mode)
  if (search.customerEmail !== undefined) {
    query = query.where('c.customer_email_key', '=', search.customerEmail.toLowerCase())
  }
  query =
    search.state === undefined
      ? query.where('c.state', '<>', 'deleted')
      : query.where('c.state', '=', search.state)
  if (search.after !== undefined) query = query.where('c.id', '<', search.after)
  return query.orderBy('c.id', 'desc').limit(search.limit).execute()
}

const maxOfPayer = 50

/** What a payer let merchants keep, newest first: by the e-mail, or this card alone. */
export function listCardsOfPayer(
  db: Db,
  payer: {
    readonly tenantId: string
    readonly mode: number
    readonly emailKey?: string | null
    readonly fingerprint?: string | null
  },
): Promise<(StoredCard & { readonly merchantName: string })[]> {
  const { emailKey, fingerprint } = payer
  return cards(db)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.id', '=', 'c.merchant_id'),
    )
    .select('m.legal_business_name as merchantName')
    .where('c.tenant_id', '=', payer.tenantId)
    .where('c.mode', '=', payer.mode)
    .where('c.state', 'in', ['active', 'expired'])
    .$if(emailKey !== undefined, (query) =>
      query.where('c.customer_email_key', '=', emailKey ?? null),
    )
    .$if(fingerprint !== undefined, (query) =>
      query.where('c.card_fingerprint', '=', fingerprint ?? null),
    )
    .orderBy('c.id', 'desc')
    .limit(maxOfPayer)
    .execute()
}

/** The payer's payment is approved, and the acquirer's vault has the card. False: it was deleted meanwhile. */
export async function updateCardStored(
  db: Db,
  paymentId: string,
  kept: {
    readonly provider: string
    readonly vaultReference: string
    readonly schemeTransactionId: string
    readonly schemeLinkId: string | null
    /** The payment waits for approval, and the card with it. */
    readonly isHeld: boolean
  },
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('stored_card')
    .set({
      state: kept.isHeld ? 'pending' : 'active',
      provider: kept.provider,
      vault_reference: kept.vaultReference,
      scheme_transaction_id: kept.schemeTransactionId,
      scheme_link_id: kept.schemeLinkId,
      updated_at: at,
    })
    .where(within(db, 'stored_card'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The payment that was held is approved. */
export async function updateHeldCardStored(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ state: 'active', updated_at: at })
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('vault_reference', 'is not', null)
    .execute()
}

/** All that identifies a card or its payer. The consent and its scheme's id stay as evidence. */
export const erased = {
  card_first6: null,
  card_last4: null,
  card_expiry_month: null,
  card_expiry_year: null,
  card_fingerprint: null,
  customer_email: null,
  expires_at: null,
  confirm_url: null,
  confirm_until: null,
  authentication_value: null,
} as const

export async function updateCardDeleted(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ ...erased, state: 'deleted', deleted_at: at, updated_at: at })
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .execute()
}

/** The payment with which a card was to be stored came to nothing. */
export async function updatePendingCardDeleted(db: Db, paymentId: string, at: Date): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ ...erased, state: 'deleted', deleted_at: at, updated_at: at })
    .where(within(db, 'stored_card'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'pending')
    .execute()
}

/** A vault keeps a card that is deleted here: it is deleted there too. */
export async function updateVaultOfDeleted(
  db: Db,
  paymentId: string,
  { provider, vaultReference }: { readonly provider: string; readonly vaultReference: string },
): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ provider, vault_reference: vaultReference })
    .where(within(db, 'stored_card'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'deleted')
    .execute()
}

export async function updateCardUsed(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ last_used_at: at, updated_at: at })
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .execute()
}

export async function updateCardStopped(
  db: Db,
  id: string,
  stop: { readonly by: string; readonly for: 'merchant' | 'everyone'; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ stopped_by: stop.by, stopped_for: stop.for, stopped_at: stop.at, updated_at: stop.at })
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .execute()
}

// What jobs work off.

/** Deleted cards that an acquirer's vault still has. */
export function listToDelete(db: Db, { after, limit }: VaultPage): Promise<LeftInVault[]> {
  return db
    .selectFrom('stored_card')
    .select(['id', 'provider', 'vault_reference as vaultReference'])
    .where(within(db, 'stored_card'))
    .where('state', '=', 'deleted')
    .where('vault_reference', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface LeftInVault {
  readonly id: string
  readonly provider: string | null
  readonly vaultReference: string | null
}

interface VaultPage {
  /** The last id of the page before. */
  readonly after: string | null
  readonly limit: number
}

export async function updateDeletedAtVault(db: Db, id: string): Promise<void> {
  await db
    .updateTable('stored_card')
    .set({ vault_reference: null })
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .execute()
}

/** What is in a vault and of no stored card: it goes as well. */
export async function insertVaultRemoval(
  db: Db,
  removal: {
    readonly id: string
    readonly merchantId: string
    readonly provider: string
    readonly vaultReference: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('vault_removal')
    .values({
      ...{ tenant_id: tenantOf(db), id: removal.id, merchant_id: removal.merchantId },
      ...{ provider: removal.provider, vault_reference: removal.vaultReference },
      created_at: removal.at,
    })
    .execute()
}

export const listVaultRemovals = (db: Db, { after, limit }: VaultPage): Promise<LeftInVault[]> =>
  db
    .selectFrom('vault_removal')
    .select(['id', 'provider', 'vault_reference as vaultReference'])
    .where(within(db, 'vault_removal'))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

export async function deleteVaultRemoval(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('vault_removal')
    .where(within(db, 'vault_removal'))
    .where('id', '=', id)
    .execute()
}

/** Active cards that expire up to an instant, locked, and passed over where another worker has them. */
export function lockExpiring(
  db: Db,
  until: Date,
  of: { readonly isNotified?: false },
  limit: number,
): Promise<StoredCard[]> {
  let query = cards(db).where('c.state', '=', 'active').where('c.expires_at', '<=', until)
  if (of.isNotified === false) query = query.where('c.expiry_notified_at', 'is', null)
  return query.orderBy('c.expires_at').limit(limit).forUpdate().skipLocked().execute()
}

export async function updateExpiry(
  db: Db,
  ids: readonly string[],
  change: { readonly notifiedAt: Date } | { readonly expiredAt: Date },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('stored_card')
    .set(
      'notifiedAt' in change
        ? { expiry_notified_at: change.notifiedAt }
        : { state: 'expired', updated_at: change.expiredAt },
    )
    .where(within(db, 'stored_card'))
    .where('id', 'in', [...ids])
    .execute()
}

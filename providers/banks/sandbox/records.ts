import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'

// The records of the sandbox's banks: SQL on schema `sandbox`, which stands for their own databases.

export interface ConsentRecord {
  readonly id: string
  readonly bank: string
  readonly kind: 'accounts' | 'payments'
  readonly client: string
  readonly body: { readonly Data: Readonly<Record<string, unknown>>; readonly Risk?: unknown }
  readonly bodyHash: string
  readonly status: string
  readonly customer: string | null
  readonly accounts: readonly string[]
  readonly expiresAt: Date | null
  readonly refusals: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const consentColumns = `id, bank, kind, client_id as client, body, body_hash as "bodyHash", status, customer, accounts,
  expires_at as "expiresAt", refusals, created_at as "createdAt", updated_at as "updatedAt"`

/** Stores a new consent; the one that its key has made before is answered as it is. */
export async function addConsent(
  on: ForeignConnection,
  consent: Pick<
    ConsentRecord,
    'id' | 'bank' | 'kind' | 'client' | 'body' | 'bodyHash' | 'expiresAt'
  >,
  key: string,
  at: Date,
): Promise<ConsentRecord> {
  await on.query(
    `insert into bank_consent (id, bank, kind, client_id, idempotency_key, body, body_hash, status, expires_at,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'AWAU', $8, $9, $9) on conflict do nothing`,
    [
      ...[consent.id, consent.bank, consent.kind, consent.client, key],
      ...[JSON.stringify(consent.body), consent.bodyHash, consent.expiresAt, at],
    ],
  )
  const [row] = await on.query<ConsentRecord>(
    `select ${consentColumns} from bank_consent
     where bank = $1 and client_id = $2 and kind = $3 and idempotency_key = $4`,
    [consent.bank, consent.client, consent.kind, key],
  )
  if (row === undefined) throw new Error('The consent was not stored')
  return row
}

export async function findConsent(
  on: ForeignConnection,
  bank: string,
  id: string,
  lock = false,
): Promise<ConsentRecord | undefined> {
  const [row] = await on.query<ConsentRecord>(
    `select ${consentColumns} from bank_consent where bank = $1 and id::text = $2${lock ? ' for update' : ''}`,
    [bank, id],
  )
  return row
}

export async function changeConsent(
  on: ForeignConnection,
  id: string,
  to: {
    readonly status: string
    readonly customer?: string
    readonly accounts?: readonly string[]
  },
  at: Date,
): Promise<void> {
  await on.query(
    `update bank_consent set status = $2, customer = coalesce($3, customer), accounts = coalesce($4, accounts),
       updated_at = $5 where id = $1`,
    [id, to.status, to.customer ?? null, to.accounts ?? null, at],
  )
}

/** One more refusal; answers how many there are. */
export async function countRefusal(on: ForeignConnection, id: string): Promise<number> {
  const [row] = await on.query<{ refusals: number }>(
    'update bank_consent set refusals = refusals + 1 where id = $1 returning refusals',
    [id],
  )
  return row?.refusals ?? 0
}

export interface AuthorisationRecord {
  readonly id: string
  readonly consentId: string
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
  readonly codeExpiresAt: Date | null
  readonly usedAt: Date | null
}

const authorisationColumns = `a.id, a.consent_id as "consentId", a.redirect_uri as "redirectUri", a.state,
  a.code_challenge as "codeChallenge", a.code_expires_at as "codeExpiresAt", a.used_at as "usedAt"`

export async function addAuthorisation(
  on: ForeignConnection,
  one: Pick<AuthorisationRecord, 'id' | 'consentId' | 'redirectUri' | 'state' | 'codeChallenge'>,
  at: Date,
): Promise<void> {
  await on.query(
    `insert into bank_authorisation (id, consent_id, redirect_uri, state, code_challenge, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [one.id, one.consentId, one.redirectUri, one.state, one.codeChallenge, at],
  )
}

export async function findAuthorisation(
  on: ForeignConnection,
  bank: string,
  id: string,
): Promise<AuthorisationRecord | undefined> {
  const [row] = await on.query<AuthorisationRecord>(
    `select ${authorisationColumns} from bank_authorisation a join bank_consent c on c.id = a.consent_id
     where c.bank = $1 and a.id = $2`,
    [bank, id],
  )
  return row
}

export async function storeCode(
  on: ForeignConnection,
  id: string,
  hash: string,
  expiresAt: Date,
): Promise<void> {
  await on.query(
    'update bank_authorisation set code_hash = $2, code_expires_at = $3 where id = $1',
    [...[id, hash, expiresAt]],
  )
}

/** The authorisation of a code, which is used up by this; undefined: there is none, or it was used. */
export async function useCode(
  on: ForeignConnection,
  bank: string,
  hash: string,
  at: Date,
): Promise<AuthorisationRecord | undefined> {
  const [row] = await on.query<AuthorisationRecord>(
    `update bank_authorisation a set used_at = $3 from bank_consent c
     where c.id = a.consent_id and c.bank = $1 and a.code_hash = $2 and a.used_at is null
     returning ${authorisationColumns}`,
    [bank, hash, at],
  )
  return row
}

export interface TokenRecord {
  readonly hash: string
  readonly kind: 'client' | 'access' | 'refresh'
  readonly bank: string
  readonly client: string
  readonly consentId: string | null
  readonly expiresAt: Date
}

export async function addToken(on: ForeignConnection, token: TokenRecord): Promise<void> {
  await on.query(
    `insert into bank_token (hash, kind, bank, client_id, consent_id, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [token.hash, token.kind, token.bank, token.client, token.consentId, token.expiresAt],
  )
}

export async function findToken(
  on: ForeignConnection,
  bank: string,
  hash: string,
  at: Date,
): Promise<TokenRecord | undefined> {
  const [row] = await on.query<TokenRecord>(
    `select hash, kind, bank, client_id as client, consent_id as "consentId", expires_at as "expiresAt"
     from bank_token where bank = $1 and hash = $2 and expires_at > $3`,
    [bank, hash, at],
  )
  return row
}

export async function deleteTokens(on: ForeignConnection, consentId: string): Promise<void> {
  await on.query('delete from bank_token where consent_id = $1', [consentId])
}

export interface PaymentRecord {
  readonly id: string
  readonly bank: string
  readonly client: string
  readonly consentId: string
  readonly bodyHash: string
  readonly status: string
  readonly reason: string | null
  readonly settlesAt: Date | null
  readonly endsAs: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const paymentColumns = `id, bank, client_id as client, consent_id as "consentId", body_hash as "bodyHash", status, reason,
  settles_at as "settlesAt", ends_as as "endsAs", created_at as "createdAt", updated_at as "updatedAt"`

export async function addPayment(
  on: ForeignConnection,
  payment: Omit<PaymentRecord, 'createdAt' | 'updatedAt'>,
  key: string,
  at: Date,
): Promise<void> {
  await on.query(
    `insert into bank_payment (id, bank, client_id, consent_id, idempotency_key, body_hash, status, reason, settles_at,
       ends_as, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      ...[payment.id, payment.bank, payment.client, payment.consentId, key, payment.bodyHash],
      ...[payment.status, payment.reason, payment.settlesAt, payment.endsAs, at],
    ],
  )
}

export async function findPayment(
  on: ForeignConnection,
  bank: string,
  by: { readonly id: string } | { readonly key: string },
): Promise<PaymentRecord | undefined> {
  const [column, value] = 'id' in by ? ['id::text', by.id] : ['idempotency_key', by.key]
  const [row] = await on.query<PaymentRecord>(
    `select ${paymentColumns} from bank_payment where bank = $1 and ${column} = $2`,
    [bank, value],
  )
  return row
}

export async function settlePayment(
  on: ForeignConnection,
  { id, endsAs, settlesAt }: PaymentRecord,
): Promise<void> {
  const [status, ...reason] = (endsAs ?? '').split(' ')
  await on.query(
    `update bank_payment set status = $2, reason = $3, settles_at = null, ends_as = null, updated_at = $4
     where id = $1 and ends_as is not null`,
    [id, status, reason.length === 0 ? null : reason.join(' '), settlesAt],
  )
}

export interface EntryRecord {
  readonly id: string
  readonly bookedAt: Date
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly counterparty: string
}

export async function addEntry(
  on: ForeignConnection,
  bank: string,
  account: string,
  entry: EntryRecord,
): Promise<void> {
  await on.query(
    `insert into bank_entry (id, bank, account, booked_at, amount_minor, currency, reference, counterparty)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      ...[entry.id, bank, account, entry.bookedAt, entry.amountMinor, entry.currency],
      ...[entry.reference, entry.counterparty],
    ],
  )
}

export const hasEntries = async (on: ForeignConnection, bank: string, account: string) =>
  (
    await on.query('select 1 from bank_entry where bank = $1 and account = $2 limit 1', [
      bank,
      account,
    ])
  ).length > 0

export function listEntries(
  on: ForeignConnection,
  bank: string,
  account: string,
  from: Date,
): Promise<readonly EntryRecord[]> {
  return on.query<EntryRecord>(
    `select id, booked_at as "bookedAt", amount_minor as "amountMinor", currency, reference, counterparty
     from bank_entry where bank = $1 and account = $2 and booked_at >= $3 order by booked_at desc limit 500`,
    [bank, account, from],
  )
}

export async function sumEntries(
  on: ForeignConnection,
  bank: string,
  account: string,
): Promise<bigint> {
  const [row] = await on.query<{ sum: string }>(
    'select coalesce(sum(amount_minor), 0)::text as sum from bank_entry where bank = $1 and account = $2',
    [bank, account],
  )
  return BigInt(row?.sum ?? '0')
}

import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { ConnectionState } from './open-banking.schema.ts'

export interface NewConnection {
  readonly id: string
  readonly merchantId: string
  readonly mode: Mode
  readonly bank: string
  readonly bankName: string
  readonly bankStatus: string
  readonly consentId: string
  readonly renewsId: string | null
  readonly stateHash: string
  readonly verifier: string
  readonly createdBy: string
  readonly creatorName: string
  readonly expiresAt: Date
  readonly at: Date
}

export async function insertConnection(db: Db, one: NewConnection): Promise<void> {
  await db
    .insertInto('bank_connection')
    .values({
      ...{ tenant_id: tenantOf(db), id: one.id, merchant_id: one.merchantId, mode: one.mode },
      ...{ bank: one.bank, bank_name: one.bankName, state: 'AwaitingAuthorisation' },
      ...{ bank_status: one.bankStatus, consent_id: one.consentId, renews_id: one.renewsId },
      ...{ state_hash: one.stateHash, verifier: one.verifier, created_by: one.createdBy },
      ...{ creator_name: one.creatorName, created_at: one.at, expires_at: one.expiresAt },
    })
    .execute()
}

const columns = [
  ...(['id', 'merchant_id as merchantId', 'mode', 'bank', 'bank_name as bankName'] as const),
  ...(['state', 'bank_status as bankStatus', 'consent_id as consentId'] as const),
  ...(['renews_id as renewsId', 'renewed_by_id as renewedById', 'verifier'] as const),
  ...(['tokens', 'tokens_expire_at as tokensExpireAt', 'created_by as createdBy'] as const),
  ...(['creator_name as creatorName', 'created_at as createdAt'] as const),
  ...(['authorised_at as authorisedAt', 'expires_at as expiresAt', 'ended_at as endedAt'] as const),
  ...(['revoke_at as revokeAt', 'revoke_tries as revokeTries', 'read_at as readAt'] as const),
  ...(['read_error as readError', 'notified_at as notifiedAt'] as const),
] as const

const connections = (db: Db) =>
  db.selectFrom('bank_connection as c').select(columns).where(within(db, 'c'))

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

export async function findConnection(db: Db, id: string) {
  const row = await connections(db).where('c.id', '=', id).executeTakeFirst()
  return row && { ...row, state: row.state as ConnectionState }
}

/** Locked until the transaction ends. */
export async function lockConnection(db: Db, id: string): Promise<ConnectionRow | undefined> {
  const row = await connections(db).where('c.id', '=', id).forUpdate().executeTakeFirst()
  return row && { ...row, state: row.state as ConnectionState }
}

interface Search {
  readonly mode: Mode
  readonly state?: ConnectionState | undefined
}

export async function listConnectionRows(
  db: Db,
  { mode, state }: Search,
  page: Part,
): Promise<ConnectionRow[]> {
  const rows = await connections(db)
    .where('c.mode', '=', mode)
    .$if(state !== undefined, (query) => query.where('c.state', '=', state ?? ''))
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as ConnectionState }))
}

export function countConnections(db: Db, { mode, state }: Search): Promise<number> {
  return countRows(
    db
      .selectFrom('bank_connection as c')
      .where(within(db, 'c'))
      .where('c.mode', '=', mode)
      .$if(state !== undefined, (query) => query.where('c.state', '=', state ?? '')),
  )
}

/** The redirect of a state, used up by this; undefined: none is waited for, or not from this user. */
export async function useState(
  db: Db,
  by: { readonly id: string; readonly stateHash: string; readonly userId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('bank_connection')
    .set({ state_hash: null })
    .where(within(db, 'bank_connection'))
    .where('id', '=', by.id)
    .where('state_hash', '=', by.stateHash)
    .where('created_by', '=', by.userId)
    .where('state', '=', 'AwaitingAuthorisation')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ConnectionChange {
  readonly state?: ConnectionState
  readonly bank_status?: string
  readonly state_hash?: string | null
  readonly verifier?: string | null
  readonly tokens?: string | null
  readonly tokens_expire_at?: Date | null
  readonly created_by?: string
  readonly authorised_at?: Date
  readonly expires_at?: Date
  readonly ended_at?: Date
  readonly renewed_by_id?: string
  readonly revoke_at?: Date | null
  readonly revoke_tries?: number
  readonly read_at?: Date
  readonly read_error?: string | null
  readonly notified_at?: Date
}

/** False when it is no longer in the state that it is to change from. */
export async function updateConnection(
  db: Db,
  id: string,
  change: ConnectionChange,
  from?: ConnectionState,
): Promise<boolean> {
  const row = await db
    .updateTable('bank_connection')
    .set(change)
    .where(within(db, 'bank_connection'))
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('state', '=', from ?? ''))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of connections that a run has something to do with, each kind the oldest first. */
export async function listDue(
  db: Db,
  now: Date,
  limits: {
    readonly awaitingBefore: Date
    readonly noticeBefore: Date
    readonly readBefore: Date
    readonly limit: number
  },
) {
  const ids = (state?: ConnectionState) =>
    db
      .selectFrom('bank_connection')
      .select('id')
      .where(within(db, 'bank_connection'))
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
      .limit(limits.limit)
  const idsOf = async (query: ReturnType<typeof ids>) => (await query.execute()).map(({ id }) => id)
  return {
    toRevoke: await idsOf(ids().where('revoke_at', '<=', now).orderBy('revoke_at')),
    expired: await idsOf(ids('Authorised').where('expires_at', '<=', now).orderBy('expires_at')),
    abandoned: await idsOf(
      ids('AwaitingAuthorisation').where('created_at', '<=', limits.awaitingBefore).orderBy('id'),
    ),
    toNotify: await idsOf(
      ids('Authorised')
        .where('expires_at', '<=', limits.noticeBefore)
        .where('notified_at', 'is', null)
        .orderBy('expires_at'),
    ),
    toRead: await idsOf(
      ids('Authorised')
        .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', limits.readBefore)]))
        .orderBy('read_at', (order) => order.asc().nullsFirst()),
    ),
  }
}

/** The accounts go on under the connection that takes the place of theirs, with all that was read of them. */
export async function updateAccountsConnection(
  db: Db,
  fromId: string,
  toId: string,
): Promise<void> {
  await db
    .updateTable('bank_account')
    .set({ connection_id: toId })
    .where(within(db, 'bank_account'))
    .where('connection_id', '=', fromId)
    .execute()
}

export interface ReadAccount {
  readonly accountId: string
  readonly name: string
  readonly number: string
  readonly currency: string
  readonly balanceMinor: bigint
  readonly balanceAt: Date
}

/** Stores an account as the bank has it; answers our id of it. */
export async function upsertAccount(
  db: Db,
  of: { readonly id: string; readonly merchantId: string; readonly connectionId: string },
  account: ReadAccount,
): Promise<string> {
  const read = {
    ...{ name: account.name, number: account.number, currency: account.currency },
    ...{ balance_minor: account.balanceMinor, balance_at: account.balanceAt },
  }
  const row = await db
    .insertInto('bank_account')
    .values({
      ...{ tenant_id: tenantOf(db), id: of.id, merchant_id: of.merchantId },
      ...{ connection_id: of.connectionId, account_id: account.accountId },
      ...read,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'connection_id', 'account_id']).doUpdateSet(read),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface NewEntry {
  readonly id: string
  readonly entryId: string
  readonly bookedAt: Date
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly counterparty: string | null
  readonly paymentId: string | null
}

/** Stores entries that are not stored yet; answers how many. */
export async function insertEntries(
  db: Db,
  of: { readonly merchantId: string; readonly accountId: string; readonly at: Date },
  entries: readonly NewEntry[],
): Promise<number> {
  if (entries.length === 0) return 0
  const rows = await db
    .insertInto('bank_entry')
    .values(
      entries.map((one) => ({
        ...{ tenant_id: tenantOf(db), id: one.id, merchant_id: of.merchantId },
        ...{ account_id: of.accountId, entry_id: one.entryId, booked_at: one.bookedAt },
        ...{ amount_minor: one.amountMinor, currency: one.currency, reference: one.reference },
        ...{ counterparty: one.counterparty, payment_id: one.paymentId, created_at: of.at },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length
}

export const listAccountRows = (db: Db, connectionId: string) =>
  db
    .selectFrom('bank_account as a')
    .select(['a.id', 'a.name', 'a.number', 'a.currency', 'a.balance_minor as balanceMinor'])
    .select('a.balance_at as balanceAt')
    .where(within(db, 'a'))
    .where('a.connection_id', '=', connectionId)
    .orderBy('a.name')
    .limit(100)
    .execute()

export interface EntrySearch {
  readonly mode: Mode
  readonly connectionId?: string | undefined
  readonly accountId?: string | undefined
  readonly searchKey?: string | undefined
  readonly direction?: 'in' | 'out' | undefined
  readonly after?: { readonly bookedAt: Date; readonly id: string } | undefined
}

/** Entries, the last first, beyond a row; of those that a payment is of, the ones whose payment the caller sees. */
export function listEntryRows(db: Db, search: EntrySearch, limit: number) {
  const { connectionId, accountId, searchKey, direction, after } = search
  return db
    .selectFrom('bank_entry as e')
    .innerJoin('bank_account as a', (join) =>
      join.onRef('a.tenant_id', '=', 'e.tenant_id').onRef('a.id', '=', 'e.account_id'),
    )
    .innerJoin('bank_connection as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.connection_id'),
    )
    .select(['e.id', 'e.account_id as accountId', 'a.name as accountName', 'e.currency'])
    .select(['e.booked_at as bookedAt', 'e.amount_minor as amountMinor', 'e.reference'])
    .select(['e.counterparty', 'e.payment_id as paymentId'])
    .where(withinAboutPayments(db, 'e'))
    .where('c.mode', '=', search.mode)
    .$if(connectionId !== undefined, (query) => query.where('c.id', '=', connectionId ?? ''))
    .$if(accountId !== undefined, (query) => query.where('e.account_id', '=', accountId ?? ''))
    .$if(direction === 'in', (query) => query.where('e.amount_minor', '>', 0n))
    .$if(direction === 'out', (query) => query.where('e.amount_minor', '<', 0n))
    .$if(searchKey !== undefined, (query) =>
      query.where(contains(sql`concat_ws(' ', e.reference, e.counterparty)`, searchKey)),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(e.booked_at, e.id) < (${after?.bookedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('e.booked_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

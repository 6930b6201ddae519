import { setTimeout as sleep } from 'node:timers/promises'
import { findReferences } from '@counterfoil/features/payments/bank-transfers/account-references.public.ts'
import { referencesIn } from '@counterfoil/features/payments/bank-transfers/account-references.rules.ts'
import { maskCardNumbers } from '@counterfoil/kit/contract/card-number.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { holdLock } from '@counterfoil/kit/database/named-locks.ts'
import {
  type Bank,
  type BankAccount,
  type BankBalance,
  type BankEntry,
  BankFailure,
  type BankTokens,
} from '@counterfoil/providers/banks/bank.ts'
import {
  type ConnectionRow,
  findConnection,
  insertEntries,
  updateConnection,
  upsertAccount,
} from './connections.queries.ts'
import { type BankWork, inTenant, openSealed, sealTokens } from './connections.ts'

/** Banks book late, and give no more than this without the customer being there. */
const daysRead = 89
/** A token that ends within this time is renewed before it is used. */
const spareMs = 30_000
const entriesAtOnce = 200
/** A reading waits so long for the tokens that another one refreshes: as long as a bank may take. */
const askEveryMs = 250
const askedForOther = 60

interface Read {
  readonly account: BankAccount
  readonly balance: BankBalance
  readonly entries: readonly BankEntry[]
}

/** Reads what a connection lets be read. What was read before stays as it is; a failure is stored for the screen. */
export async function readConnected(work: BankWork, row: ConnectionRow): Promise<void> {
  const bank = work.providers.banks.get(row.bank)
  if (bank === undefined || row.state !== 'Authorised' || row.tokens === null) return
  try {
    const token = await currentToken(work, bank, row)
    if (token === undefined) return
    const from = new Date(work.now().getTime() - daysRead * dayMs)
    const read: Read[] = []
    for (const account of await bank.listAccounts(token)) {
      const balance = await bank.readBalance(token, account)
      read.push({ account, balance, entries: await bank.listEntries(token, account, from) })
    }
    await inTenant(work, (db) => store(db, work, row, read))
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error
    await recordFailure(work, bank, row, error)
  }
}

/**
 * The token to read with; undefined when the connection is over. A refresh token counts once: banks refuse the second use of
 * one, and may revoke the consent for it. So one reading at a time refreshes, and the others take what it has stored.
 */
async function currentToken(
  work: BankWork,
  bank: Bank,
  row: ConnectionRow,
): Promise<string | undefined> {
  const { accessToken, refreshToken } = await openTokens(work, row.tokens ?? '')
  if (isFresh(work, row) || refreshToken === null) return accessToken
  const lock = await holdLock(work.database, `tokens of bank connection ${row.id}`)
  if (lock === undefined) return tokenOfOther(work, row.id)
  try {
    // another reading may have refreshed them since the row was read
    const stored = await findReadable(work, row.id)
    if (stored === undefined) return undefined
    return isFresh(work, stored)
      ? (await openTokens(work, stored.tokens)).accessToken
      : await refreshStored(work, bank, stored)
  } finally {
    await lock.release()
  }
}

async function refreshStored(
  work: BankWork,
  bank: Bank,
  { id, tokens: sealed }: ReadableRow,
): Promise<string> {
  const { accessToken, refreshToken } = await openTokens(work, sealed)
  if (refreshToken === null) return accessToken
  const tokens = await bank.refreshTokens(refreshToken)
  await inTenant(work, async (db) => {
    const kept = { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
    const change = {
      tokens: await sealTokens(db, work, kept),
      tokens_expire_at: tokens.expiresAt,
    }
    // one that ended meanwhile keeps no tokens
    await updateConnection(db, id, change, 'Authorised')
  })
  return tokens.accessToken
}

/** The token that another reading is about to store; undefined when it does not within the time that is waited. */
async function tokenOfOther(work: BankWork, id: string): Promise<string | undefined> {
  for (let asked = 0; asked < askedForOther; asked += 1) {
    await sleep(askEveryMs)
    const stored = await findReadable(work, id)
    if (stored === undefined) return undefined
    if (isFresh(work, stored)) return (await openTokens(work, stored.tokens)).accessToken
  }
  return undefined
}

type ReadableRow = ConnectionRow & { readonly tokens: string }

/** The connection as it is stored now, where it lets anything be read. */
async function findReadable(work: BankWork, id: string): Promise<ReadableRow | undefined> {
  const row = await inTenant(work, (db) => findConnection(db, id))
  if (row === undefined || row.state !== 'Authorised' || row.tokens === null) return undefined
  return { ...row, tokens: row.tokens }
}

const isFresh = ({ now }: BankWork, { tokensExpireAt }: ConnectionRow): boolean =>
  (tokensExpireAt?.getTime() ?? 0) > now().getTime() + spareMs

async function openTokens(
  work: BankWork,
  sealed: string,
): Promise<Pick<BankTokens, 'accessToken' | 'refreshToken'>> {
  return JSON.parse(await openSealed(work, sealed))
}

async function store(
  db: Db,
  { now }: BankWork,
  row: ConnectionRow,
  read: readonly Read[],
): Promise<void> {
  const at = now()
  const change = { read_at: at, read_error: null }
  if (!(await updateConnection(db, row.id, change, 'Authorised'))) return
  const { merchantId, id: connectionId } = row
  for (const { account, balance, entries } of read) {
    const about = { balanceMinor: balance.amountMinor, balanceAt: balance.at }
    const accountId = await upsertAccount(
      db,
      { id: newId(at), merchantId, connectionId },
      { ...account, ...about },
    )
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const some = entries.slice(from, from + entriesAtOnce)
      const payments = await quotedPayments(db, row, some)
      const rows = some.map((entry) => ({
        ...entry,
        id: newId(at),
        reference: maskCardNumbers(entry.reference.slice(0, 500)),
        counterparty: entry.counterparty === null ? null : maskCardNumbers(entry.counterparty),
        paymentId: payments.get(referencesIn(entry.reference)[0] ?? '') ?? null,
      }))
      await insertEntries(db, { merchantId, accountId, at }, rows)
    }
  }
}

/** The payments of this merchant whose references incoming entries quote. */
async function quotedPayments(
  db: Db,
  { merchantId }: ConnectionRow,
  entries: readonly BankEntry[],
): Promise<ReadonlyMap<string, string>> {
  const quoted = entries
    .filter(({ amountMinor }) => amountMinor > 0n)
    .flatMap(({ reference }) => referencesIn(reference))
  const found = await findReferences(db, [...new Set(quoted)])
  return new Map(
    found
      .filter((one) => one.merchantId === merchantId)
      .map(({ reference, paymentId }) => [reference, paymentId]),
  )
}

/** A consent that its customer has ended at the bank ends here too. */
async function recordFailure(
  work: BankWork,
  bank: Bank,
  row: ConnectionRow,
  failure: BankFailure,
): Promise<void> {
  const at = work.now()
  const consent =
    failure.kind === 'refused'
      ? await bank.readConsent('accounts', row.consentId).catch(() => undefined)
      : undefined
  const isOver = consent?.state === 'Revoked' || consent?.state === 'Expired'
  await inTenant(work, (db) =>
    updateConnection(
      db,
      row.id,
      isOver
        ? {
            ...{ state: consent.state as 'Revoked' | 'Expired', bank_status: consent.status },
            ...{ tokens: null, ended_at: at },
          }
        : { read_at: at, read_error: failure.message },
      'Authorised',
    ),
  )
}

/** The connection after it was read. */
export async function readAgain(work: BankWork, row: ConnectionRow): Promise<ConnectionRow> {
  await readConnected(work, row)
  return (await inTenant(work, (db) => findConnection(db, row.id))) ?? row
}

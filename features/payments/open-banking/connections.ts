import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { openText, sealText } from '@counterfoil/kit/database/vault.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { type Bank, BankFailure, type BankTokens } from '@counterfoil/providers/banks/bank.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { type ConnectionRow, updateConnection } from './connections.queries.ts'
import { mayRenew, retryAt } from './connections.rules.ts'
import type { ConnectedAccount, Connection } from './open-banking.schema.ts'

/** What talking to banks about a tenant's connections takes. */
export interface BankWork {
  readonly database: Database
  readonly providers: Providers
  readonly tenantId: string
  readonly log: Pick<JobContext['log'], 'warn'>
  readonly now: () => Date
}

const table = 'bank_connection'

export const inTenant = <T>({ database, tenantId }: BankWork, work: (db: Db) => Promise<T>) =>
  database.transaction(tenantScope(tenantId), work)

/** The page that banks send customers back to. */
export const returnAddress = ({ publicUrl }: Pick<Providers, 'publicUrl'>): string =>
  `${publicUrl.replace(/\/$/, '')}/merchant/payments/open-banking-connections`

export function requireBank({ banks }: Providers, id: string): Bank {
  const bank = banks.get(id)
  if (bank === undefined) {
    const message = 'There is no such bank to connect'
    throw new Problem('open_banking.no_bank', 400, message, { path: 'bank' })
  }
  return bank
}

/** The Problem of what a bank did not do. */
export function bankProblem(error: unknown, name: string): unknown {
  if (!(error instanceof BankFailure)) return error
  const params = { bank: name }
  return error.kind === 'refused'
    ? new Problem('open_banking.refused', 409, `${name} refused: ${error.message}`, {
        params: { bank: name, why: error.message },
      })
    : new Problem('open_banking.unavailable', 503, `${name} cannot be reached. Try again later.`, {
        params,
      })
}

/** Tokens are stored sealed, and are in no log. */
export const sealTokens = (
  db: Db,
  { providers, now }: Pick<BankWork, 'providers' | 'now'>,
  { accessToken, refreshToken }: BankTokens,
): Promise<string> =>
  sealText(db, providers.keys, {
    ...{ table, now: now() },
    text: JSON.stringify({ accessToken, refreshToken }),
  })

export const sealVerifier = (
  db: Db,
  { providers, now }: Pick<BankWork, 'providers' | 'now'>,
  text: string,
): Promise<string> => sealText(db, providers.keys, { table, text, now: now() })

export const openSealed = (work: BankWork, stored: string): Promise<string> =>
  openText(
    {
      ...{ database: work.database, tenantId: work.tenantId },
      ...{ keys: work.providers.keys, now: work.now() },
    },
    table,
    stored,
  )

/** Notifies the bank that a connection has ended. A bank that cannot be reached is notified again by the job. */
export async function notifyBank(work: BankWork, row: ConnectionRow): Promise<boolean> {
  const bank = work.providers.banks.get(row.bank)
  try {
    await bank?.revokeAccountConsent(row.consentId)
  } catch (error) {
    const at = retryAt(work.now(), row.revokeTries)
    const change = { revoke_at: at, revoke_tries: Math.min(row.revokeTries + 1, 1_000) }
    await inTenant(work, (db) => updateConnection(db, row.id, change))
    work.log.warn({ err: error, connectionId: row.id }, 'a bank was not notified of a revocation')
    return false
  }
  const notified = { revoke_at: null, bank_status: 'CANC' }
  await inTenant(work, (db) => updateConnection(db, row.id, notified))
  return true
}

export function connectionView(row: ConnectionRow, { banks }: Providers): Connection {
  const at = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...{ id: row.id, bank: row.bank, bankName: row.bankName, mode: modeNameOf(row.mode) },
    isSandbox: banks.get(row.bank)?.isSandbox ?? false,
    ...{ state: row.state, bankStatus: row.bankStatus, consentId: row.consentId },
    ...{ renewsId: row.renewsId, renewedById: row.renewedById, createdBy: row.creatorName },
    createdAt: row.createdAt.toISOString(),
    authorisedAt: at(row.authorisedAt),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: at(row.endedAt),
    isBankToBeNotified: row.revokeAt !== null,
    mayRenew: mayRenew(row),
    readAt: at(row.readAt),
    readError: row.readError,
  }
}

export const accountView = (row: {
  readonly id: string
  readonly name: string
  readonly number: string
  readonly currency: string
  readonly balanceMinor: bigint | null
  readonly balanceAt: Date | null
}): ConnectedAccount => ({
  ...{ id: row.id, name: row.name, numberEnd: row.number.slice(-4), currency: row.currency },
  balance: row.balanceMinor === null ? null : Number(row.balanceMinor),
  balanceAt: row.balanceAt?.toISOString() ?? null,
})

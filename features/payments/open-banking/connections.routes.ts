import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Bank, BankTokens, Consent } from '@counterfoil/providers/banks/bank.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { banksFor } from './connectable-banks.public.ts'
import {
  completeConnection,
  continueConnection,
  createConnection,
  listBankEntries,
  listBanks,
  listConnections,
  readConnection,
  refreshConnection,
  renewConnection,
  revokeConnection,
} from './connections.contract.ts'
import {
  type ConnectionRow,
  countConnections,
  findConnection,
  insertConnection,
  listAccountRows,
  listConnectionRows,
  listEntryRows,
  lockConnection,
  updateAccountsConnection,
  updateConnection,
  useState,
} from './connections.queries.ts'
import { consentEnd, requireRenewable, requireRevocable, stateParts } from './connections.rules.ts'
import {
  accountView,
  type BankWork,
  bankProblem,
  connectionView,
  notifyBank,
  openSealed,
  requireBank,
  returnAddress,
  sealTokens,
  sealVerifier,
} from './connections.ts'
import { readAgain } from './read-accounts.ts'
import { newRedirectSecrets, stateHashOf } from './redirect-secrets.public.ts'

type UserContext = Context<UserCaller>

export const routes = (providers: Providers): Route[] => [
  route(listBanks, async (_input, { mode }) => ({ data: banksFor(providers, mode) })),
  route(listConnections, async ({ query }, { db, mode }) => {
    const { state } = query
    const page = pageOf(query)
    const [rows, count] = [
      await listConnectionRows(db, { mode, state }, page),
      await countConnections(db, { mode, state }),
    ]
    return { data: rows.map((row) => connectionView(row, providers)), count }
  }),
  route(readConnection, async ({ params }, { db }) =>
    details(db, providers, await requireConnection(db, params.id)),
  ),
  route(createConnection, ({ body }, context) => {
    if (!banksFor(providers, context.mode).some(({ id }) => id === body.bank)) {
      requireBank(providers, '')
    }
    return begin(context, providers, requireBank(providers, body.bank), null)
  }),
  route(continueConnection, async ({ params }, context) => {
    const row = await requireConnection(context.db, params.id)
    if (row.state !== 'AwaitingAuthorisation') throw notWaiting()
    const secrets = newRedirectSecrets(row.id)
    await context.transaction(async (db) => {
      const isWaiting = await updateConnection(
        db,
        row.id,
        {
          state_hash: secrets.stateHash,
          verifier: await sealVerifier(db, workOf(context, providers), secrets.verifier),
          // the reader goes there and comes back
          created_by: context.caller.id,
        },
        'AwaitingAuthorisation',
      )
      if (!isWaiting) throw notWaiting()
      await auditConnection(db, context, row, { isContinued: true })
    })
    const bank = requireBank(providers, row.bank)
    return { id: row.id, url: await addressAt(bank, providers, row, secrets) }
  }),
  route(renewConnection, async ({ params }, context) => {
    const row = await requireConnection(context.db, params.id)
    requireRenewable(row)
    return begin(context, providers, requireBank(providers, row.bank), row)
  }),
  route(revokeConnection, async ({ params }, context) => {
    const ended = await context.transaction(async (db) => {
      const row = await lockConnection(db, params.id)
      if (row === undefined) throw notFound('The connection')
      requireRevocable(row)
      const change = { state: 'Revoked', tokens: null, verifier: null, state_hash: null } as const
      const at = context.now
      await updateConnection(db, row.id, { ...change, ended_at: at, revoke_at: at })
      await auditConnection(db, context, row, { state: 'Revoked' })
      return row
    })
    await notifyBank(workOf(context, providers), ended)
    return connectionView(await requireConnection(context.db, params.id), providers)
  }),
  route(completeConnection, ({ body }, context) => complete(context, providers, body)),
  route(
    refreshConnection,
    async ({ params }, context) => {
      const row = await requireConnection(context.db, params.id)
      await readAgain(workOf(context, providers), row)
      return details(context.db, providers, await requireConnection(context.db, params.id))
    },
    { isAudited: false },
  ),
  route(listBankEntries, async ({ query }, { db, mode }) => {
    const { cursor, pageSize, ...search } = query
    const after = cursor === undefined ? undefined : positionOf(cursor)
    const rows = await listEntryRows(db, { ...search, mode, after }, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      data: page.map((row) => ({
        ...{ id: row.id, accountId: row.accountId, accountName: row.accountName },
        ...{ bookedAt: row.bookedAt.toISOString(), amount: Number(row.amountMinor) },
        ...{ currency: row.currency, reference: row.reference, counterparty: row.counterparty },
        paymentId: row.paymentId,
      })),
      count: null,
      nextCursor: last === undefined ? null : `${last.bookedAt.toISOString()}_${last.id}`,
      previousCursor: null,
    }
  }),
]

const notWaiting = () =>
  new Problem(
    'open_banking.not_waiting',
    409,
    'This connection does not wait for the bank any more',
  )

function positionOf(cursor: string): { readonly bookedAt: Date; readonly id: string } {
  const [, at = '', id = ''] = /^(\d{4}-[\dT:.-]{10,25}Z)_([0-9a-f-]{36})$/.exec(cursor) ?? []
  const bookedAt = new Date(at)
  if (id !== '' && !Number.isNaN(bookedAt.getTime())) return { bookedAt, id }
  const message = 'This cursor is not valid'
  throw new Problem('cursor.invalid', 400, message, { path: 'cursor' })
}

const workOf = ({ database, caller, log }: UserContext, providers: Providers): BankWork => ({
  ...{ database, providers, log, tenantId: caller.tenantId },
  now: database.now,
})

/** Asks the bank for a consent and stores it; nothing is read until its customer has approved it there. */
async function begin(
  context: UserContext,
  providers: Providers,
  bank: Bank,
  renews: ConnectionRow | null,
): Promise<{ id: string; url: string }> {
  const { caller, now } = context
  const id = newId(now)
  const expiresAt = consentEnd(now)
  const consent = await bank
    .createAccountConsent({ idempotencyKey: id, expiresAt })
    .catch((error: unknown) => {
      throw bankProblem(error, bank.name)
    })
  const secrets = newRedirectSecrets(id)
  const row = await context.transaction(async (db) => {
    await insertConnection(db, {
      // the permission is of merchants alone
      ...{ id, merchantId: caller.merchantId ?? '', mode: (renews?.mode ?? context.mode) as Mode },
      ...{ bank: bank.id, bankName: bank.name, renewsId: renews?.id ?? null },
      ...{ consentId: consent.consentId, bankStatus: consent.status },
      stateHash: secrets.stateHash,
      verifier: await sealVerifier(db, workOf(context, providers), secrets.verifier),
      ...{ createdBy: caller.id, creatorName: caller.name, at: now },
      expiresAt: consent.expiresAt ?? expiresAt,
    })
    const stored = await requireConnection(db, id)
    await auditConnection(db, context, stored, { bank: bank.name, renews: renews?.id ?? null })
    return stored
  })
  return { id, url: await addressAt(bank, providers, row, secrets) }
}

const addressAt = (
  bank: Bank,
  providers: Providers,
  { consentId, merchantId, mode }: ConnectionRow,
  { state, codeChallenge }: ReturnType<typeof newRedirectSecrets>,
): Promise<string> =>
  bank.redirectUrl({
    ...{ consentId, kind: 'accounts', state, codeChallenge },
    redirectUri: returnAddress(providers),
    loginHint: `${merchantId}/${mode}`,
  })

interface Returned {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
}

/** The customer is back from the bank. The state is used up first, so that nothing of it counts twice. */
async function complete(context: UserContext, providers: Providers, body: Returned) {
  const parts = stateParts(body.state)
  const { caller, database } = context
  // the audit entry is stored with what came of it: neither state nor code stands in one
  const row = await database.transaction(await context.writeScope(), async (db) => {
    const isWaited =
      parts !== undefined &&
      (await useState(db, {
        ...{ id: parts.id, stateHash: stateHashOf(parts.secret), userId: caller.id },
      }))
    if (!isWaited) {
      const text =
        'This answer of the bank was used already, or belongs to somebody else. Begin again.'
      throw new Problem('open_banking.state', 409, text)
    }
    return requireConnection(db, parts.id)
  })
  const bank = requireBank(providers, row.bank)
  const work = workOf(context, providers)
  const { code } = body
  const tokens =
    code === undefined
      ? undefined
      : await bank
          .exchangeCode({
            ...{ code, redirectUri: returnAddress(providers) },
            verifier: await openSealed(work, row.verifier ?? ''),
          })
          .catch((error: unknown) => {
            throw bankProblem(error, bank.name)
          })
  const consent = await bank.readConsent('accounts', row.consentId).catch(() => undefined)
  const replaced = await context.transaction((db) =>
    tokens === undefined
      ? reject(db, context, row, consent)
      : authorise(db, context, work, row, { tokens, consent }),
  )
  // the old consent ends at the bank when the new one stands
  if (replaced !== undefined) await notifyBank(work, replaced)
  const after = await requireConnection(context.db, row.id)
  return connectionView(await readAgain(work, after), providers)
}

async function reject(
  db: Db,
  context: UserContext,
  row: ConnectionRow,
  consent: Consent | undefined,
): Promise<undefined> {
  const bankStatus = consent?.status ?? row.bankStatus
  const change = { state: 'Rejected', bank_status: bankStatus, verifier: null } as const
  await updateConnection(db, row.id, { ...change, ended_at: context.now }, 'AwaitingAuthorisation')
  await auditConnection(db, context, row, { state: 'Rejected' })
}

/** The new tokens are stored and what they replace ends in one transaction: there is always one connection that reads. */
async function authorise(
  db: Db,
  context: UserContext,
  work: BankWork,
  row: ConnectionRow,
  got: { readonly tokens: BankTokens; readonly consent: Consent | undefined },
): Promise<ConnectionRow | undefined> {
  const { now } = context
  const isFirst = await updateConnection(
    db,
    row.id,
    {
      ...{ state: 'Authorised', verifier: null, authorised_at: now },
      bank_status: got.consent?.status ?? 'AUTH',
      tokens: await sealTokens(db, work, got.tokens),
      tokens_expire_at: got.tokens.expiresAt,
      ...(got.consent?.expiresAt == null ? {} : { expires_at: got.consent.expiresAt }),
    },
    'AwaitingAuthorisation',
  )
  if (!isFirst) {
    const text = 'This connection was ended while the bank was asked. Connect it again.'
    throw new Problem('open_banking.ended', 409, text)
  }
  await auditConnection(db, context, row, { state: 'Authorised' })
  if (row.renewsId === null) return undefined
  const old = await lockInForce(db, row.renewsId)
  if (old === undefined) return undefined
  await updateAccountsConnection(db, old.id, row.id)
  const isOpen = old.state === 'Authorised'
  await updateConnection(db, old.id, {
    ...{ renewed_by_id: row.id, tokens: null },
    ...(isOpen ? { state: 'Revoked', ended_at: now, revoke_at: now } : {}),
  })
  return isOpen ? old : undefined
}

/**
 * What stands in the place of a connection now. Two people may renew one at once: then the second takes the place of the first
 * one's, and one consent is in force at the bank.
 */
async function lockInForce(db: Db, id: string): Promise<ConnectionRow | undefined> {
  let row = await lockConnection(db, id)
  while (row !== undefined && row.renewedById !== null)
    row = await lockConnection(db, row.renewedById)
  return row
}

function auditConnection(
  db: Db,
  context: UserContext,
  { id, merchantId }: Pick<ConnectionRow, 'id' | 'merchantId'>,
  after: unknown,
): Promise<void> {
  return context.audit(db, { type: 'bank_connection', id, merchantId, after })
}

async function requireConnection(db: Db, id: string): Promise<ConnectionRow> {
  const row = await findConnection(db, id)
  if (row === undefined) throw notFound('The connection')
  return row
}

const details = async (db: Db, providers: Providers, row: ConnectionRow) => ({
  ...connectionView(row, providers),
  accounts: (await listAccountRows(db, row.id)).map(accountView),
})

import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, openText, sealText } from '@counterfoil/kit/database/vault.ts'
import { readOrInsertKey } from './tenant-keys.queries.ts'

/** Access to a tenant's keys, with a transaction in that tenant. */
export interface KeyHolder {
  readonly database: Database
  readonly tenantId: string
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly providers: { readonly keys: KeyWrapper }
  readonly now: () => Date
}

type Purpose = 'card' | 'request'

/** Keys never change, so each process reads them once. */
const known = new WeakMap<Database, Map<string, Buffer>>()

/** A keyed hash. A plain hash of a card number could be reversed by trying all numbers. */
export async function keyedHash(
  holder: KeyHolder,
  purpose: Purpose,
  text: string,
): Promise<string> {
  const key = await keyOf(holder, purpose)
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** The token that recognises a card without revealing its number. */
export const cardTokenOf = async (holder: KeyHolder, digits: string): Promise<string> =>
  `card_${await keyedHash(holder, 'card', digits)}`

async function keyOf(holder: KeyHolder, purpose: Purpose): Promise<Buffer> {
  const keys = known.get(holder.database) ?? new Map<string, Buffer>()
  known.set(holder.database, keys)
  const name = `${holder.tenantId}/${purpose}`
  const found = keys.get(name)
  if (found !== undefined) return found
  const now = holder.now()
  const { database, tenantId, providers } = holder
  const stored = await holder.transaction((db) =>
    readOrInsertKey(db, purpose, now, () => {
      const text = randomBytes(32).toString('base64')
      return sealText(db, providers.keys, { table: 'tenant_key', text, now })
    }),
  )
  const vaultEntry = { database, keys: providers.keys, tenantId, now }
  const key = Buffer.from(await openText(vaultEntry, 'tenant_key', stored), 'base64')
  keys.set(name, key)
  return key
}

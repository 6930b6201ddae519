import { randomBytes } from 'node:crypto'
import type { Database, Db } from './database.ts'
import { newId } from './ids.ts'
import { tenantScope } from './scope.ts'
import { secretBox } from './secret-box.ts'
import { tenantOf } from './tenant-of.ts'
import { within } from './within.ts'

/** Wraps the keys that tenants' secrets are sealed with. */
export interface KeyWrapper {
  /** Without one, nothing is sealed: what is stored waits for a process that has one. */
  readonly isOpen: boolean
  wrap(key: Buffer, owner: string): string
  unwrap(wrapped: string, owner: string): Buffer
}

/** `k1.<key>.<what is sealed>`: it says which key it is sealed under. */
const form = /^k1\.([0-9a-f-]{36})\.(.+)$/s
export const sealedUnder = (keyId: string): string => `k1.${keyId}.`

/** Whose a sealed text is: in another tenant or another table it does not open. */
const ownerOf = (tenantId: string, table: string) => `${tenantId}/${table}`

interface Unwrapped {
  readonly key: Buffer
  touchedAt: number
}

/** Keys never change under their id, so each process unwraps them once. */
const known = new WeakMap<Database, Map<string, Unwrapped>>()
/** Last uses are kept this exactly. */
const touchEveryMs = 60_000

/** Seals a text for a table of the transaction's tenant, under the tenant's active key; the first one makes it. */
export async function sealText(
  db: Db,
  keys: KeyWrapper,
  { table, text, now }: { readonly table: string; readonly text: string; readonly now: Date },
): Promise<string> {
  if (!keys.isOpen) return text
  const tenantId = tenantOf(db)
  const active = await holdActiveKey(db, keys, now)
  const key = keys.unwrap(active.wrapped, `${tenantId}/${active.id}`)
  return sealedUnder(active.id) + secretBox(key).seal(text, ownerOf(tenantId, table))
}

/** The active key, held: until the transaction ends it is not replaced, so that nothing is sealed under an old one. */
async function holdActiveKey(db: Db, keys: KeyWrapper, now: Date) {
  const found = await findActive(db)
  if (found !== undefined) return found
  await insertKey(db, keys, { id: newId(now), createdBy: null, now })
  const made = await findActive(db)
  if (made === undefined) throw new Error('The encryption key was not stored')
  return made
}

async function findActive(db: Db) {
  const row = await db
    .selectFrom('encryption_key')
    .select(['id', 'wrapped'])
    .where(within(db, 'encryption_key', null))
    .where('state', '=', 'active')
    // whoever replaces it locks it wholly; that it was used may be noted meanwhile
    .forKeyShare()
    .executeTakeFirst()
  return row === undefined ? undefined : { id: row.id, wrapped: row.wrapped ?? '' }
}

/** Makes a tenant's active key; nothing where there is one. */
export async function insertKey(
  db: Db,
  keys: KeyWrapper,
  {
    id,
    createdBy,
    now,
  }: { readonly id: string; readonly createdBy: string | null; readonly now: Date },
): Promise<boolean> {
  const tenant_id = tenantOf(db)
  const made = await db
    .insertInto('encryption_key')
    .values({
      tenant_id,
      id,
      wrapped: keys.wrap(randomBytes(32), `${tenant_id}/${id}`),
      state: 'active',
      created_by: createdBy,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

interface Place {
  readonly database: Database
  readonly keys: KeyWrapper
  readonly tenantId: string
  readonly now: Date
}

/** The text that was sealed. What is not sealed yet, because no process with a key has seen it, is as it is stored. */
export async function openText(place: Place, table: string, stored: string): Promise<string> {
  const [, keyId = '', sealed = ''] = form.exec(stored) ?? []
  if (keyId === '') return stored
  const key = await unwrapped(place, keyId)
  return secretBox(key).open(sealed, ownerOf(place.tenantId, table))
}

async function unwrapped({ database, keys, tenantId, now }: Place, id: string): Promise<Buffer> {
  const mine = known.get(database) ?? new Map<string, Unwrapped>()
  known.set(database, mine)
  const name = `${tenantId}/${id}`
  const db = database.reader(tenantScope(tenantId))
  let found = mine.get(name)
  if (found === undefined) {
    const row = await db
      .selectFrom('encryption_key')
      .select('wrapped')
      .where(within(db, 'encryption_key', null))
      .where('id', '=', id)
      .executeTakeFirst()
    if (typeof row?.wrapped !== 'string') throw new Error(`There is no encryption key ${id}`)
    found = { key: keys.unwrap(row.wrapped, name), touchedAt: 0 }
    mine.set(name, found)
  }
  if (now.getTime() - found.touchedAt >= touchEveryMs) {
    found.touchedAt = now.getTime()
    await database.transaction(tenantScope(tenantId), (tx) =>
      tx
        .updateTable('encryption_key')
        .set({ last_used_at: now })
        .where(within(tx, 'encryption_key', null))
        .where('id', '=', id)
        .execute(),
    )
  }
  return found.key
}

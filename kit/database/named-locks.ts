import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

export interface HeldLock {
  release(): Promise<void>
}

/**
 * A lock that one holder at a time has, whichever process it is in; undefined: another one has it. For what may not be done
 * twice at once where the outside is asked, so that no transaction can hold it. A lost connection has released it.
 */
export async function holdLock(database: Database, name: string): Promise<HeldLock | undefined> {
  const client = await database.connect('app')
  client.on('error', () => undefined)
  const release = () => client.end().catch(() => undefined)
  try {
    const { rows } = await client.query<{ is_held: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('counterfoil.' || $1::text, 0)) as is_held`,
      [name],
    )
    if (rows[0]?.is_held === true) return { release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

/**
 * Waits until no other transaction holds a lock of this name, and holds it until this one ends, whichever process they are in.
 * For what is counted before a row is inserted: of two that count at once the second counts the row of the first.
 */
export async function lockUntilCommit(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('counterfoil.' || ${name}::text, 0))`.execute(
    db,
  )
}

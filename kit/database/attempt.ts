import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Work of a transaction that may fail by itself: what it did is taken back, and the rest of the transaction stands. */
export async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const answer = await work()
    await sql`release savepoint attempt`.execute(db)
    return answer
  } catch (error) {
    // released too: an attempt around this one goes back to its own savepoint, which has the same name
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    throw error
  }
}

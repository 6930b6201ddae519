import type pg from 'pg'

/** Changes rows behind the product, as nobody with its own roles can: no trigger runs. `sql` is one statement or several. */
export async function tamper(owner: pg.Client, sql: string): Promise<void> {
  // what is set for a transaction holds on the machines of a cluster too, which take one statement at a time
  const all = ['begin', 'set local session_replication_role = replica', ...sql.split(';'), 'commit']
  for (const one of all) await owner.query(one)
}

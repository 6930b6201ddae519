import pg from 'pg'

// Any number that no other use of this database takes: 'counterf' as bytes.
const lockKey = '7165065861825654374'

/** Runs `work` as the owner while no other starter prepares the same server; others wait for it. */
export async function withPreparationLock<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  // a lost connection also fails the statement that runs on it
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [lockKey])
    return await work(owner)
  } finally {
    // ends the session, and its lock with it
    await owner.end()
  }
}

// Indexes that are dropped for a large load and made again after it. What was dropped is remembered in the database, so
// that it is made good even when the loader was killed.
import pg from 'pg'

/**
 * Drops the indexes of these tables of `app`, and keeps the vacuum away from rows that are still coming. Keys and unique
 * constraints stay.
 */
export async function suspendIndexes(ownerUrl: string, tables: readonly string[]): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(
      'create table if not exists migration.suspended_index (name text primary key, definition text not null)',
    )
    await owner.query(
      `comment on table migration.suspended_index is 'Indexes to be made again @shard:local'`,
    )
    const { rows } = await owner.query<{ name: string }>(
      `insert into migration.suspended_index (name, definition)
       select indexname, indexdef from pg_indexes i
       where schemaname = 'app' and tablename = any ($1)
         and not exists (select from pg_constraint where conindid = format('app.%I', indexname)::regclass)
       returning name`,
      [tables],
    )
    for (const { name } of rows) await owner.query(`drop index app.${pg.escapeIdentifier(name)}`)
    for (const table of tables) await stopVacuum(owner, table)
    await owner.query('commit')
  })
}

async function stopVacuum(owner: pg.Client, table: string): Promise<void> {
  const { rowCount } = await owner.query(
    `insert into migration.suspended_index (name, definition)
     select $1, format('alter table %s reset (autovacuum_enabled)', oid::regclass)
     from pg_class where oid = to_regclass(format('app.%I', $2::text)) on conflict do nothing`,
    [`vacuum of ${table}`, table],
  )
  if (rowCount === 0) return
  await owner.query(`alter table app.${pg.escapeIdentifier(table)} set (autovacuum_enabled = off)`)
}

/** Makes what was dropped again, two at a time. Safe to repeat; does nothing when nothing is missing. */
export async function resumeIndexes(
  ownerUrl: string,
  say: (what: string) => void = () => undefined,
): Promise<void> {
  const missing = await asOwner(ownerUrl, listSuspended)
  if (missing.length === 0) return
  say('making the indexes')
  const waiting = missing.values()
  let made = 0
  const worker = () =>
    asOwner(ownerUrl, async (owner) => {
      await owner.query("set maintenance_work_mem = '256MB'")
      for (const index of waiting) {
        await resume(owner, index)
        made += 1
        say(`made ${index.name} (${made} of ${missing.length})`)
      }
    })
  await Promise.all([worker(), worker()])
}

interface SuspendedIndex {
  readonly name: string
  readonly definition: string
}

async function listSuspended(owner: pg.Client): Promise<SuspendedIndex[]> {
  const { rows: known } = await owner.query(
    `select from pg_tables where schemaname = 'migration' and tablename = 'suspended_index'`,
  )
  if (known.length === 0) return []
  const { rows } = await owner.query<SuspendedIndex>(
    'select name, definition from migration.suspended_index order by name',
  )
  return rows
}

async function resume(owner: pg.Client, index: SuspendedIndex): Promise<void> {
  await owner.query('begin')
  await owner.query(index.definition)
  await owner.query('delete from migration.suspended_index where name = $1', [index.name])
  await owner.query('commit')
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    // an open transaction ends with its session
    await owner.end()
  }
}

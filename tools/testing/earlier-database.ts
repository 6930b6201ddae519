// A database as an earlier version had it, with data: the migrations up to one of them, and what a demo has of its tables.
import { pipeline } from 'node:stream/promises'
import { migrate, readMigrations } from '@counterfoil/database/migrate.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Rows of each table, by its name. */
export type Counts = Readonly<Record<string, number>>

export interface EarlierDatabase {
  readonly ownerUrl: string
  readonly counts: Counts
}

const tablesOf = `select c.oid::regclass::text as name from pg_class c
  where relnamespace in ('app'::regnamespace, 'identity'::regnamespace, 'sandbox'::regnamespace)
    and relkind in ('r', 'p') and not relispartition order by 1`

/** `last`: the name of the last migration that the earlier version had. `demoUrl`: the owner's, to a demo's database. */
export async function makeEarlierDatabase(demoUrl: string, last: string): Promise<EarlierDatabase> {
  const migrations = readMigrations()
  if (!migrations.some(({ name }) => name === last))
    throw new Error(`There is no migration ${last}`)
  const ownerUrl = await ensureDatabase(demoUrl, `before_${last.replaceAll(/\W/g, '_')}`)
  await migrate(
    ownerUrl,
    migrations.filter(({ name }) => name <= last),
  )
  const [demo, earlier] = await Promise.all([connected(demoUrl), connected(ownerUrl)])
  try {
    // of one moment, because the demo goes on
    await demo.query('begin transaction isolation level repeatable read read only')
    // rows come table by table, so keys are not looked at until all are there
    await earlier.query('set session_replication_role = replica')
    const { rows } = await earlier.query<{ name: string }>(tablesOf)
    for (const { name } of rows) await copyTable(demo, earlier, name)
    return { ownerUrl, counts: await countRows(ownerUrl) }
  } finally {
    await Promise.all([demo.end(), earlier.end()])
  }
}

/** The columns that both have, and the rows that the earlier one took: what it did not know stays away. */
async function copyTable(demo: pg.Client, earlier: pg.Client, table: string): Promise<void> {
  const [theirs, ours] = await Promise.all([columnsOf(demo, table), columnsOf(earlier, table)])
  const shared = ours.filter((one) => theirs.includes(one))
  if (shared.length === 0) return
  // migrations may have filled a table by themselves
  await earlier.query(`delete from ${table}`)
  const columns = shared.map(pg.escapeIdentifier).join(', ')
  const checks = await checksOf(earlier, table, shared)
  const known = ['true', ...checks.map((check) => `(${check}) is not false`)].join(' and ')
  await pipeline(
    demo.query(copyTo(`copy (select ${columns} from ${table} where ${known}) to stdout`)),
    earlier.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  )
}

/** The conditions that a table has on these columns alone. */
async function checksOf(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ check: string }>(
    `select pg_get_expr(conbin, conrelid) as check from pg_constraint as c
     where conrelid = to_regclass($1) and contype = 'c' and not exists (
       select from pg_attribute
       where attrelid = conrelid and attnum = any (conkey) and attname <> all ($2::text[]))`,
    [table, columns],
  )
  return rows.map(({ check }) => check)
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ attname }) => attname)
}

export async function countRows(ownerUrl: string): Promise<Counts> {
  const owner = await connected(ownerUrl)
  try {
    const { rows: tables } = await owner.query<{ name: string }>(tablesOf)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await owner.query<{ count: number }>(`select count(*)::int from ${name}`)
      counts[name] = rows[0]?.count ?? 0
    }
    return counts
  } finally {
    await owner.end()
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

// A Citus cluster is seen by its catalogue: nothing is set for it.
import type { Database } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** Where each kind of table is to be, by the mark in its comment. */
export type Placement = 'tenant' | 'reference' | 'local'

export interface MarkedTable {
  /** `app.payment` */
  readonly name: string
  readonly placement: Placement
  /** It stands where its mark says. */
  readonly isPlaced: boolean
}

export interface Cluster {
  /** Machines beside the coordinator. */
  readonly workers: number
  /** Some table is spread already. */
  readonly isSpread: boolean
}

/** Undefined where DATABASE_URL is a PostgreSQL alone. */
export async function readCluster(owner: pg.ClientBase): Promise<Cluster | undefined> {
  const { rows: extensions } = await owner.query(`select from pg_extension where extname = 'citus'`)
  if (extensions.length === 0) return undefined
  const { rows } = await owner.query<{ workers: number; is_spread: boolean }>(`
    select (select count(*)::int from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary') as workers,
           exists (select from pg_dist_partition where partmethod = 'h') as is_spread`)
  const { workers = 0, is_spread: isSpread = false } = rows[0] ?? {}
  return { workers, isSpread }
}

interface MarkedRow {
  readonly name: string
  readonly placement: Placement
  /** As Citus's catalogue says it. */
  readonly kind: string | null
}

const markedTables = `
    select format('%I.%I', n.nspname, c.relname) as name,
           substring(obj_description(c.oid, 'pg_class') from '@shard:(tenant|reference|local)') as placement,
           (select p.partmethod::text from pg_dist_partition as p where p.logicalrelid = c.oid) as kind
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and obj_description(c.oid, 'pg_class') ~ '@shard:(tenant|reference|local)'
    order by 1`

/** All tables that a migration has marked, in an order that does not change. */
export async function listMarkedTables(owner: pg.ClientBase): Promise<MarkedTable[]> {
  return (await owner.query<MarkedRow>(markedTables)).rows.map(toMarkedTable)
}

const toMarkedTable = ({ name, placement, kind }: MarkedRow): MarkedTable => ({
  name,
  placement,
  isPlaced: kind === placementKind[placement],
})

/** How Citus's catalogue says it: spread by a hash, a copy on each machine, or not known to it. */
const placementKind = { tenant: 'h', reference: 'n', local: null } as const

/**
 * Fails while a part of the tables is spread and a part is not, or a foreign key is parked, as an interrupted
 * `npm run spread` leaves them.
 */
export async function checkSpread(database: Database): Promise<void> {
  const { rows } = await sql<MarkedRow>`${sql.raw(markedTables)}`.execute(database.shared)
  const tables = rows.map(toMarkedTable).filter(({ placement }) => placement !== 'local')
  const missing = tables.filter(({ isPlaced }) => !isPlaced)
  if (missing.length > 0 && missing.length < tables.length) {
    throw new Error(
      `${missing.length} tables are not spread (${missing[0]?.name} …): npm run spread goes on where it ended`,
    )
  }
  // nothing was ever spread, and nothing parked
  if (missing.length > 0) return
  const parked = await sql<{ name: string }>`
    select name from migration.parked_foreign_key limit 1`.execute(database.shared)
  if (parked.rows.length > 0) {
    throw new Error(
      `Foreign keys are parked (${parked.rows[0]?.name} …): npm run spread puts them back`,
    )
  }
}

/** Fails when a machine of the cluster does not answer: its tenants are not served, those of the others are. */
export async function checkWorkers(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string; result: string }>`
    select nodename || ':' || nodeport as name, result
    from run_command_on_workers('select 1') where not success`.execute(database.shared)
  if (rows.length > 0) {
    throw new Error(rows.map(({ name, result }) => `${name}: ${result}`).join('; '))
  }
}

// Brings a database to the state that this build needs: numbered SQL files, forward only, each applied once.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { readCluster } from './cluster.ts'
import { clusterStatements } from './cluster-statements.ts'
import { offerUuidv7, requireSupportedVersion } from './postgres-version.ts'
import { withPreparationLock } from './preparation-lock.ts'
import { prepareSession, spreadMissing } from './spread.ts'

export interface Migration {
  /** `0003-payments` */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** The migrations of this build, in order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const migrations = files.sort().map((file) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) {
      throw new Error(`${file} is not named like a migration: 0042-some-words.sql`)
    }
    const sql = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n')
    return {
      name: file.slice(0, -4),
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    }
  })
  for (const [at, { name }] of migrations.entries()) {
    const next = migrations[at + 1]?.name
    if (next?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`${name} and ${next} share a number`)
  }
  return migrations
}

/**
 * Applies what is missing, each file in a transaction of its own, and returns the names of what it applied. On a cluster
 * that is spread, the tables that came are spread as well.
 */
export function migrate(
  ownerUrl: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  return withPreparationLock(ownerUrl, async (owner) => {
    const major = await requireSupportedVersion(owner)
    const cluster = await readCluster(owner)
    if (cluster !== undefined) await prepareSession(owner)
    await makeList(owner)
    await offerUuidv7(owner, major)
    const missing = findMissing(migrations, await listApplied(owner))
    // rows that a migration moves between machines keep to keys that are checked where they come from
    if (cluster?.isSpread) {
      await owner.query('set session_replication_role = replica')
      // a transaction that changed a table on several connections to a machine may replace no function after it
      await owner.query('set citus.multi_shard_modify_mode = sequential')
    }
    for (const migration of missing) await apply(owner, migration, cluster !== undefined)
    if (cluster?.isSpread && missing.length > 0) {
      await owner.query('reset citus.multi_shard_modify_mode')
      await spreadMissing(owner)
    }
    return missing.map(({ name }) => name)
  })
}

async function makeList(owner: pg.Client): Promise<void> {
  await owner.query('set client_min_messages = warning')
  await owner.query(`
    create schema if not exists migration;
    create table if not exists migration.applied (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    comment on table migration.applied is 'Migrations that this database has had @shard:local';
    grant usage on schema migration to counterfoil_app;
    grant select on migration.applied to counterfoil_app;`)
}

interface Applied {
  name: string
  checksum: string
}

async function listApplied(owner: pg.Client): Promise<Applied[]> {
  const { rows } = await owner.query<Applied>(
    'select name, checksum from migration.applied order by name',
  )
  return rows
}

/** What is still to be applied. Refuses a database whose history is not the beginning of this build's. */
export function findMissing(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const own = known.get(name)
    if (own === undefined) {
      throw new Error(
        `The database has had migration ${name}, which this build does not know: it is newer than this build.`,
      )
    }
    if (own.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after this database had it. Put it back and add a new one.`,
      )
    }
  }
  const had = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const missing = migrations.filter(({ name }) => !had.has(name))
  const late = missing.find(({ name }) => name < last)
  if (late !== undefined) {
    throw new Error(`Migration ${late.name} comes before ${last}, which this database already had.`)
  }
  return missing
}

async function apply(owner: pg.Client, migration: Migration, isCluster: boolean): Promise<void> {
  const statements = isCluster ? clusterStatements(migration.sql) : [migration.sql]
  try {
    await owner.query('begin')
    for (const statement of statements) await owner.query(statement)
    await owner.query('insert into migration.applied (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    const { message, position } = error as { message: string; position?: string }
    const line = position && migration.sql.slice(0, Number(position)).split('\n').length
    throw new Error(
      `Migration ${migration.name} failed${line ? ` at line ${line}` : ''}: ${message}`,
      { cause: error },
    )
  }
}

/** Fails when the database is not where this build needs it; for the readiness check, as the application's role. */
export async function checkMigrated(database: Database): Promise<void> {
  const { rows } = await sql<Applied>`
    select name, checksum from migration.applied order by name`.execute(database.shared)
  const missing = findMissing(readMigrations(), rows)
  if (missing.length > 0) {
    throw new Error(`Migrations are missing: ${missing.map(({ name }) => name).join(', ')}`)
  }
}

// Spreads the tables over the machines of a Citus cluster, as the marks of the migrations say: each tenant's rows
// together on one machine, what all tenants share as a copy on every machine, the rest on the coordinator.
import pg from 'pg'
import { listMarkedTables, type MarkedTable, readCluster } from './cluster.ts'
import { withPreparationLock } from './preparation-lock.ts'

export interface SpreadOptions {
  /** Into how many parts each table is cut, once: more than there will ever be machines. */
  readonly shards: number
  readonly say: (what: string) => void
}

export interface Spread {
  readonly tables: number
  readonly foreignKeys: number
}

/** The table that all others are placed beside: it has what names a tenant's rows, and is never large. */
const anchor = 'app.merchant'

/**
 * Spreads what is not spread yet, and answers what it did; repeating it changes nothing. Foreign keys are parked meanwhile:
 * Citus refuses one between two tables of which only one is spread. A run that is killed leaves them in the list of parked
 * ones, and the next run puts them back.
 * Nothing may write meanwhile: it locks what it moves. Throws where there is no cluster, or none of its workers is active.
 */
export function spreadTables(ownerUrl: string, { shards, say }: SpreadOptions): Promise<Spread> {
  return withPreparationLock(ownerUrl, async (owner) => {
    const cluster = await readCluster(owner)
    if (cluster === undefined) {
      throw new Error(
        'DATABASE_URL is a PostgreSQL alone, which has nothing to spread: it must be the coordinator of a Citus cluster.',
      )
    }
    if (cluster.workers === 0) {
      throw new Error(
        'The cluster has no active worker: add one with citus_add_node on the coordinator first.',
      )
    }
    return spreadMissing(owner, shards, say)
  })
}

/**
 * The same on a connection that holds the lock of starters. Without a number of shards for a cluster that is spread: what
 * comes later has as many as what is there.
 */
export async function spreadMissing(
  owner: pg.Client,
  shards = 32,
  say: (what: string) => void = () => undefined,
): Promise<Spread> {
  await prepareSession(owner)
  const missing = (await listMarkedTables(owner)).filter(({ isPlaced }) => !isPlaced)
  const parked = await parkForeignKeys(owner, missing)
  if (missing.length > 0) say(`${missing.length} tables to place, ${parked} foreign keys parked`)
  for (const { name } of ordered(missing, 'reference')) {
    await owner.query(`select create_reference_table(${pg.escapeLiteral(name)})`)
    await dropLocalRows(owner, name)
    say(`${name}: a copy on each machine`)
  }
  for (const { name } of ordered(missing, 'tenant')) {
    const beside =
      name === anchor
        ? `colocate_with => 'none', shard_count => ${shards}`
        : `colocate_with => '${anchor}'`
    await owner.query(
      `select create_distributed_table(${pg.escapeLiteral(name)}, 'tenant_id', ${beside})`,
    )
    await dropLocalRows(owner, name)
    say(`${name}: by tenant`)
  }
  const foreignKeys = await restoreForeignKeys(owner, say)
  await replaceFunctions(owner)
  if (missing.length > 0) await owner.query('analyze')
  return { tables: missing.length, foreignKeys }
}

/** What the coordinator still has of a table that lies elsewhere now; while foreign keys are parked none refers to it. */
async function dropLocalRows(owner: pg.Client, table: string): Promise<void> {
  const name = pg.escapeLiteral(table)
  await owner.query(`select truncate_local_data_after_distributing_table(${name})`)
}

/** The anchor before what is placed beside it. */
function ordered(tables: readonly MarkedTable[], placement: 'tenant' | 'reference'): MarkedTable[] {
  const of = tables.filter((table) => table.placement === placement)
  return [...of.filter(({ name }) => name === anchor), ...of.filter(({ name }) => name !== anchor)]
}

/** What statements of migrations and of a distribution need on a cluster. */
export async function prepareSession(owner: pg.ClientBase): Promise<void> {
  // the triggers of the ledger look at nothing but their own row, which is on the shard
  await owner.query('set citus.enable_unsafe_triggers = on')
  await owner.query('set citus.enable_local_reference_table_foreign_keys = off')
  await owner.query('set client_min_messages = warning')
}

async function parkForeignKeys(owner: pg.Client, missing: readonly MarkedTable[]): Promise<number> {
  await owner.query(`
    create table if not exists migration.parked_foreign_key (
      table_name text not null, name text not null, definition text not null, primary key (table_name, name))`)
  await owner.query('grant select on migration.parked_foreign_key to counterfoil_app')
  const names = missing.filter(({ placement }) => placement !== 'local').map(({ name }) => name)
  const { rows } = await owner.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint as k join pg_class as c on c.oid = k.conrelid join pg_namespace as n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0
       and (k.conrelid = any ($1::text[]::regclass[]) or k.confrelid = any ($1::text[]::regclass[]))`,
    [names],
  )
  for (const { table, name, definition } of rows) {
    await owner.query('begin')
    await owner.query(
      'insert into migration.parked_foreign_key values ($1, $2, $3) on conflict do nothing',
      [table, name, definition],
    )
    await owner.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    await owner.query('commit')
  }
  return rows.length
}

async function restoreForeignKeys(owner: pg.Client, say: (what: string) => void): Promise<number> {
  const { rows } = await owner.query<{ table_name: string; name: string; definition: string }>(
    'select table_name, name, definition from migration.parked_foreign_key order by 1, 2',
  )
  for (const { table_name: table, name, definition } of rows) {
    // together, or a run that is killed between the two would leave a key that the next one cannot add
    await owner.query('begin')
    await owner.query(
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
    await owner.query(
      'delete from migration.parked_foreign_key where table_name = $1 and name = $2',
      [table, name],
    )
    await owner.query('commit')
  }
  if (rows.length > 0) say(`${rows.length} foreign keys are back`)
  return rows.length
}

/** What runs with its owner's rights, within the transaction of the application's role on the machine of the tenant. */
const onTenantsMachine = [
  'post_to_ledger(uuid,uuid,smallint,text,uuid,uuid,timestamptz,jsonb)',
  'delete_old_records(uuid,text,timestamptz,integer)',
]

/**
 * On a cluster a statement is planned with the tenant that asks, or it would go to every machine: the server that is
 * asked, the coordinator or a machine, folds `app.current_tenant()`, and keeps no plan in which another tenant's is folded. SET LOCAL reaches the
 * other machines from a function that a function calls.
 */
async function replaceFunctions(owner: pg.Client): Promise<void> {
  await owner.query(`
    create or replace function app.set_locally(tenant text, merchants text) returns void language plpgsql as $$
    begin
      execute format('set local app.tenant_id = %L', coalesce(tenant, ''));
      execute format('set local app.merchant_ids = %L', coalesce(merchants, ''));
    end $$`)
  await owner.query(`
    create or replace function app.set_scope(tenant uuid, merchants uuid[]) returns void language plpgsql as $$
    begin
      execute 'select app.set_locally($1, $2)' using tenant::text, merchants::text;
    end $$`)
  await owner.query(`
    create or replace function app.set_limits_locally(methods text, providers text) returns void language plpgsql as $$
    begin
      set local app.payment_limit = '{';
      execute format('set local app.methods = %L', coalesce(methods, ''));
      execute format('set local app.providers = %L', coalesce(providers, ''));
    end $$`)
  await owner.query(`
    create or replace function app.set_limited_scope(tenant uuid, merchants uuid[], methods text[], providers text[])
    returns void language plpgsql as $$
    begin
      execute 'select app.set_locally($1, $2)' using tenant::text, merchants::text;
      execute 'select app.set_limits_locally($1, $2)' using methods::text, providers::text;
    end $$`)
  await owner.query(`
    create or replace function app.current_tenant() returns uuid language sql immutable parallel safe
    as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$`)
  for (const signature of onTenantsMachine) {
    await owner.query(
      `select create_distributed_function('app.${signature}',
         distribution_arg_name => 'tenant', colocate_with => '${anchor}', force_delegation => true)`,
    )
  }
  await owner.query('alter role counterfoil_app set plan_cache_mode = force_custom_plan')
  // a change of a table that each machine has a copy of locks what it refers to: the right to read that is enough
  for (const role of ['app', 'loader', 'identity']) {
    await owner.query(
      `alter role counterfoil_${role} set citus.skip_advisory_lock_permission_checks = on`,
    )
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { describe, expect, test } from 'vitest'
import { readSources, sourceFile } from './architecture/source.ts'
import { readRowTypes, rowTypesFile } from './row-types.ts'
import { lintSchema, lintSource } from './schema-lint.ts'

const { owner, ownerUrl } = await testDatabase()

test('the migrated schema keeps the rules', async () => {
  expect(await lintSchema(owner)).toEqual([])
  const { rows } = await owner.query(
    `select count(*)::int as tables from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  )
  expect(rows[0].tables).toBeGreaterThan(25)
})

test('every index of payments is there for a plan that the documents name', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'app.payment'::regclass`,
  )
  const text = readFileSync('docs/payment-indexes.md', 'utf8')
  const documented = [...text.matchAll(/^\| `(payment_\w+)`/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual(rows.map(({ name }) => name.replace(/^app\./, '')).sort())
})

const good = `create table app.planted (tenant_id uuid not null, id uuid not null, merchant_id uuid not null, primary key (tenant_id, id));
  comment on table app.planted is 'Planted @shard:tenant';
  select app.protect('app.planted')`
const key = 'foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)'

const planted: readonly [rule: string, sql: string][] = [
  ['S1', 'create table app.planted (id uuid primary key)'],
  [
    'S2',
    `${good}; alter table app.planted drop constraint planted_pkey; alter table app.planted alter tenant_id drop not null`,
  ],
  ['S3', `${good}; alter table app.planted drop constraint planted_pkey`],
  ['S4', `${good}; create unique index on app.planted (id)`],
  ['S4', `${good}; create unique index on app.planted (id, tenant_id)`],
  ['S5', `${good}; create table app.child (check (true)) inherits (app.planted)`],
  [
    'S7',
    `${good}; alter table app.planted drop constraint planted_pkey, add primary key (tenant_id, merchant_id, id), add secret text; comment on column app.planted.secret is '@sealed'`,
  ],
  ['S6', `${good}; alter table app.planted add number bigint generated always as identity`],
  [
    'F1',
    `${good}; alter table app.planted add payment_id uuid, add payment_tenant uuid, add foreign key (payment_tenant, payment_id) references app.payment (tenant_id, id)`,
  ],
  [
    'F2',
    `${good}; alter table app.planted add user_id uuid references app.user_directory (user_id)`,
  ],
  [
    'F2',
    'alter table app.tenant add first_merchant uuid, add foreign key (id, first_merchant) references app.merchant (tenant_id, id)',
  ],
  ['F3', `${good}; alter table app.planted add payment_id uuid, add ${key} on delete set null`],
  [
    'F4',
    `${good}; alter table app.planted add payment_id uuid, add ${key} deferrable initially deferred`,
  ],
  [
    'F5',
    `${good}; create table public.away (id uuid primary key); alter table app.planted add away uuid references public.away (id)`,
  ],
  [
    'T1',
    `${good}; create function app.noop() returns trigger language plpgsql as 'begin return new; end'; create trigger t before insert on app.planted for each row execute function app.noop()`,
  ],
  ['T2', `${good}; create rule r as on delete to app.planted do instead nothing`],
  ['R1', 'alter table app.payment disable row level security'],
  ['R2', 'drop policy own_scope on app.payment'],
  ['R3', 'create policy more on app.payment as restrictive to counterfoil_app using (true)'],
  [
    'R4',
    'create policy more on app.payment to counterfoil_app using (exists (select from app.merchant))',
  ],
  ['R5', 'create policy more on app.payment to counterfoil_app using (true) with check (true)'],
  ['R5', 'create policy more on app.payment using (mode = 1)'],
  ['R5', 'alter policy own_scope on app.payment with check (true)'],
  [
    'R5',
    `alter policy own_scope on app.payment using (tenant_id = app.current_tenant() or mode = 1)`,
  ],
  ['R6', 'alter function app.current_tenant() volatile'],
  [
    'R7',
    'alter policy own_scope on app.payment using (tenant_id = app.current_tenant()) with check (tenant_id = app.current_tenant())',
  ],
  ['R8', 'create policy more on app.payment for insert to counterfoil_platform with check (true)'],
  ['P1', 'grant pg_read_all_data to counterfoil_app; alter role counterfoil_app bypassrls'],
  ['P3', 'grant select on app.payment to public'],
  ['P4', 'grant insert on app.payment to counterfoil_platform'],
  ['P5', 'grant update on app.ledger_entry to counterfoil_app'],
  ['P6', 'grant usage on schema identity to counterfoil_app'],
  ['V1', 'create view app.peek as select * from app.payment'],
  [
    'V2',
    'create materialized view app.kept as select * from app.payment; grant select on app.kept to counterfoil_app',
  ],
  [
    'V3',
    `create function app.paid(t uuid) returns bigint language sql as 'select count(*) from app.payment where tenant_id = t'`,
  ],
  [
    'V4',
    `create function app.become(t uuid) returns void language plpgsql as $$ begin perform set_config('app.tenant_id', t::text, true); end $$`,
  ],
  [
    'V5',
    `create function app.peek() returns bigint language sql security definer as 'select count(*) from app.payment'`,
  ],
  [
    'V6',
    `create function app.mine() returns uuid language plpgsql as $$ declare tenant uuid := app.current_tenant(); begin return tenant; end $$`,
  ],
  [
    'V6',
    `create function app.is_mine(tenant uuid) returns boolean language plpgsql as $$ begin return tenant = app.current_tenant(); end $$`,
  ],
]

describe('a planted fault of the schema is found', () => {
  // a cluster refuses some of the faults at its other machines: they are planted in the one catalogue that is read
  const begin = () => owner.query('begin; set local citus.enable_ddl_propagation = off')

  const cases = planted.map(([rule, sql]) => ({ rule, sql, what: sql.replace(good, 'a table') }))
  test.each(cases)('$rule: $what', async ({ rule, sql }) => {
    await begin()
    try {
      await owner.query(sql)
      const found = await lintSchema(owner)
      expect(found.map((one) => one.rule.split(' ')[0])).toContain(rule)
    } finally {
      await owner.query('rollback')
    }
  })

  test('a table that keeps the rules is let pass', async () => {
    await begin()
    try {
      await owner.query(good)
      expect(await lintSchema(owner)).toEqual([])
    } finally {
      await owner.query('rollback')
    }
  })
})

test('the source keeps the rules', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  expect(lintSource(readSources(root))).toEqual([])
})

const plantedText: readonly [rule: string, path: string, text: string][] = [
  ['set_config', 'kit/database/a.ts', "sql`select set_config('app.tenant_id', $1, true)`"],
  [
    'restrictive',
    'database/migrations/9999-a.sql',
    'create policy p on app.a\n  as restrictive using (true);',
  ],
  [
    'detach concurrently',
    'features/a/a/a.queries.ts',
    'sql`alter table a detach partition b concurrently`',
  ],
  ['merge', 'features/a/a/a.queries.ts', "db.mergeInto('payment')"],
  ['volatile update', 'features/a/a/a.queries.ts', 'sql`update a\n set at = clock_timestamp()`'],
  [
    'insert select',
    'features/a/a/a.queries.ts',
    'sql`insert into a (b)\n select b from unnest($1)`',
  ],
  ['trigger', 'database/migrations/9999-a.sql', 'create or replace trigger t before insert on a'],
  ['set null', 'database/migrations/9999-a.sql', 'references b (id) on delete set null'],
  ['serializable', 'features/a/a/a.queries.ts', "tx.setIsolationLevel('serializable')"],
  [
    'correlated',
    'features/a/a/a.queries.ts',
    'sql`select t.id from tenant t where exists (select from a where a.tenant_id = t.id)`',
  ],
  [
    'no column',
    'features/a/a/a.queries.ts',
    'sql`select count(*) from (\n  select from a as x limit 10) as found`',
  ],
  ['ctid', 'features/a/a/a.queries.ts', 'sql`delete from a where ctid = any (…)`'],
  ['constraint name', 'features/a/a/a.routes.ts', "if (error.constraint === 'a_pkey') return"],
]

test.each(plantedText)('a planted fault of the source is found: %s', (rule, path, text) => {
  expect(lintSource([sourceFile(path, text)]).map((one) => one.rule)).toEqual([rule])
  expect(lintSource([sourceFile(path, `// cluster-ok: a reason\n${text}`)])).toEqual([])
})

test('the row types are those of the migrated database: run npm run inventory', async () => {
  const file = fileURLToPath(new URL(`../${rowTypesFile}`, import.meta.url))
  expect(readFileSync(file, 'utf8')).toBe(await readRowTypes(ownerUrl))
})

import { randomUUID } from 'node:crypto'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { clusterStatements } from './cluster-statements.ts'
import { checkMigrated, findMissing, type Migration, migrate, readMigrations } from './migrate.ts'
import { ensureDatabase, openPostgres } from './open.ts'
import { prepareDatabase } from './prepare.ts'

const migration = (name: string, sql = 'select 1', checksum = `of ${name}`): Migration => ({
  name,
  sql,
  checksum,
})

/** A database without any tables, on the run's server. */
async function emptyDatabase(): Promise<{ ownerUrl: string; owner: pg.Client }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const { serverUrl } = inject('template')
  const ownerUrl = await ensureDatabase(serverUrl, name)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    const server = new pg.Client({ connectionString: serverUrl })
    await server.connect()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return { ownerUrl, owner }
}

describe('what is missing', () => {
  const [one, two, three] = [migration('0001-a'), migration('0002-b'), migration('0003-c')]

  test('is what the database has not had yet, in order', () => {
    expect(findMissing([one, two, three], [one])).toEqual([two, three])
    expect(findMissing([one, two], [one, two])).toEqual([])
  })

  test('a file that was changed after it was applied is refused', () => {
    const changed = { ...one, checksum: 'another' }
    expect(() => findMissing([changed, two], [one])).toThrow(/0001-a was changed after/)
  })

  test('a database that is newer than the build is refused', () => {
    expect(() => findMissing([one], [one, two])).toThrow(/newer than this build/)
  })

  test('a file that comes before one that was applied is refused', () => {
    expect(() => findMissing([one, two, three], [one, three])).toThrow(/0002-b comes before 0003-c/)
  })
})

test('two starters at once: each migration is applied once', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const all = readMigrations().map(({ name }) => name)
  const applied = await Promise.all([migrate(ownerUrl), migrate(ownerUrl), migrate(ownerUrl)])
  expect(applied.filter((names) => names.length > 0)).toEqual([all])
  const { rows } = await owner.query('select name from migration.applied order by name')
  expect(rows.map(({ name }) => name)).toEqual(all)
})

test('DATABASE_URL: a server of one’s own is prepared for all roles, and left running', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const postgres = await openPostgres({ databaseUrl: ownerUrl, dataDir: '/nowhere' })
  await prepareDatabase(postgres.ownerUrl)
  await prepareDatabase(postgres.ownerUrl)
  for (const url of [postgres.appUrl, postgres.platformUrl, postgres.loaderUrl]) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("select name from app.country where code = 'TR'")
    expect(rows).toEqual([{ name: 'Türkiye' }])
    await client.end()
  }
  await postgres.close()
  expect((await owner.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a migration that fails leaves nothing behind, and says where', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const broken = migration('0002-broken', 'create table half (n int);\n\nselect nonsense;')
  await expect(migrate(ownerUrl, [migration('0001-fine'), broken])).rejects.toThrow(
    'Migration 0002-broken failed at line 3: column "nonsense" does not exist',
  )
  const { rows } = await owner.query(
    "select name, to_regclass('half') as half from migration.applied",
  )
  expect(rows).toEqual([{ name: '0001-fine', half: null }])
})

test('sent as a cluster takes them, the migrations make the same tables', async () => {
  const shape = `
    select conrelid::regclass::text || '.' || conname as name, pg_get_constraintdef(oid) as of, convalidated::text as more
    from pg_constraint where connamespace = 'app'::regnamespace
    union all
    select attrelid::regclass::text || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attgenerated),
      pg_get_expr(adbin, adrelid)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and attrelid in (
      select oid from pg_class where relkind in ('r', 'p') and relnamespace = 'app'::regnamespace)
    union all
    select indexname, indexdef, null from pg_indexes where schemaname = 'app'
    order by 1, 2`
  const shapes = []
  for (const isSplit of [false, true]) {
    const { ownerUrl, owner } = await emptyDatabase()
    const migrations = readMigrations().map((one) => ({
      ...one,
      sql: isSplit ? clusterStatements(one.sql).join(';\n') : one.sql,
    }))
    await migrate(ownerUrl, migrations)
    shapes.push((await owner.query(shape)).rows)
  }
  expect(shapes[0]?.length).toBeGreaterThan(3000)
  expect(shapes[1]).toEqual(shapes[0])
})

test('readiness asks as the application, and notices what is missing', async () => {
  const db = await testDatabase()
  await expect(checkMigrated(db.database)).resolves.toBeUndefined()
  await db.owner.query(
    'delete from migration.applied where name = (select max(name) from migration.applied)',
  )
  await expect(checkMigrated(db.database)).rejects.toThrow(/Migrations are missing/)
})

test('amounts from before limits had a currency are in the one at home', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const all = readMigrations()
  const place = all.findIndex(({ name }) => name.endsWith('-currencies-of-limits'))
  await migrate(ownerUrl, all.slice(0, place))
  const id = (last: number) => `01943ad7-aa80-7000-8000-${String(last).padStart(12, '0')}`
  const [tenant, merchant] = [id(1), id(2)]
  await owner.query(`
    insert into app.currency (code, name, decimal_places)
    values ('TRY', 'Lira', 2), ('JPY', 'Yen', 0), ('EUR', 'Euro', 2) on conflict do nothing;
    insert into app.country (code, name) values ('JP', 'Japan') on conflict do nothing;
    insert into app.service_provider (code, name, is_sandbox) values ('alpha', 'Alpha', true) on conflict do nothing;
    insert into app.tenant (id, slug, name, support_email, time_zone, locale, home_currency, theme, created_at)
    values ('${tenant}', 'one', 'One', 'a@one.example', 'Europe/London', 'en', 'TRY', '{}', now());
    insert into app.merchant (tenant_id, id, slug, legal_business_name, country, home_currency, boarding_stage,
      merchant_status, review_status, processing_status, merchant_type, created_at)
    values ('${tenant}', '${merchant}', 'm', 'M', 'JP', 'JPY', 'Completed', 'Active', 'Approved', 'FullProcessing', 'x', now());
    insert into app.risk_level (tenant_id, id, name, score, block_above_minor, created_at, updated_at)
    values ('${tenant}', '${id(3)}', 'High', 9, 500, now(), now()), ('${tenant}', '${id(4)}', 'Low', 1, null, now(), now());
    insert into app.mid (tenant_id, id, merchant_id, provider, mid_code, mode, methods, brands, currencies, priority, max_amount_minor, created_at)
    values ('${tenant}', '${id(5)}', '${merchant}', 'alpha', 'a', 1, '{}', '{}', '{}', 1, 700, now()),
      ('${tenant}', '${id(6)}', '${merchant}', 'alpha', 'b', 1, '{}', '{}', '{EUR}', 1, 700, now()),
      ('${tenant}', '${id(7)}', '${merchant}', 'alpha', 'c', 1, '{}', '{}', '{}', 1, null, now());
    insert into app.antifraud_rule (tenant_id, id, merchant_id, rule, outcome, threshold, currency, created_at)
    values ('${tenant}', '${id(8)}', null, 'amount_ceiling', 'block', 900, null, now()),
      ('${tenant}', '${id(9)}', '${merchant}', 'amount_ceiling', 'flag', 800, null, now()),
      ('${tenant}', '${id(10)}', null, 'card_velocity', 'review', 3, null, now());
    insert into app.fee_schedule (tenant_id, id, merchant_id, fee_type, currency, basis_points, fixed_minor, created_at)
    values ('${tenant}', '${id(11)}', null, 'capture', null, 150, 20, now()),
      ('${tenant}', '${id(12)}', null, 'capture', 'EUR', 100, 30, now()),
      ('${tenant}', '${id(13)}', '${merchant}', 'refund', null, 10, 5, now()),
      ('${tenant}', '${id(14)}', '${merchant}', 'refund', 'JPY', 0, 7, now());`)
  await migrate(ownerUrl, all)
  const rowsOf = async (statement: string) =>
    (await owner.query({ text: statement, rowMode: 'array' })).rows
  expect(await rowsOf('select name, currency from app.risk_level order by 1')).toEqual([
    ['High', 'TRY'],
    ['Low', null],
  ])
  expect(await rowsOf('select mid_code, cap_currency from app.mid order by 1')).toEqual([
    ['a', 'JPY'],
    ['b', 'EUR'],
    ['c', null],
  ])
  const rules =
    'select outcome, threshold, amount_minor, currency from app.antifraud_rule order by 1'
  expect(await rowsOf(rules)).toEqual([
    ['block', null, '900', 'TRY'],
    ['flag', null, '800', 'JPY'],
    ['review', '3', null, null],
  ])
  const feesNow =
    'select fee_type, currency, basis_points, fixed_minor from app.fee_schedule order by 1, 2'
  expect(await rowsOf(feesNow)).toEqual([
    ['capture', 'EUR', 100, '30'],
    ['capture', 'TRY', 150, '20'],
    ['capture', null, 150, null],
    ['refund', 'JPY', 0, '7'],
    ['refund', null, 10, null],
  ])
})

test('listed addresses from before are spelled as orders are, where the list does not have them already', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const all = readMigrations()
  const place = all.findIndex(({ name }) => name.endsWith('-listed-cards'))
  await migrate(ownerUrl, all.slice(0, place))
  const tenant = '01943ad7-aa80-7000-8000-000000000001'
  await owner.query(`
    insert into app.currency (code, name, decimal_places) values ('TRY', 'Lira', 2) on conflict do nothing;
    insert into app.tenant (id, slug, name, support_email, time_zone, locale, home_currency, theme, created_at)
    values ('${tenant}', 'one', 'One', 'a@one.example', 'Europe/London', 'en', 'TRY', '{}', now());
    insert into app.blacklist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
    select '${tenant}', gen_random_uuid(), 'ip', value, 'Stolen', now(), now()
    from unnest('{2001:db8:0:0::1,2001:db8:1:0::1,2001:db8:1::1,::ffff:198.51.100.2,::ffff:203.0.113.7,203.0.113.7}'::text[]) as value;
    insert into app.blacklist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
    values ('${tenant}', gen_random_uuid(), 'email', 'a:b@one.example', 'Stolen', now(), now())`)
  await migrate(ownerUrl, all)
  const { rows } = await owner.query(
    'select value from app.blacklist_entry order by value collate "C"',
  )
  expect(rows.map(({ value }) => value)).toEqual([
    ...['198.51.100.2', '2001:db8:1:0::1', '2001:db8:1::1', '2001:db8::1'],
    ...['203.0.113.7', '::ffff:203.0.113.7', 'a:b@one.example'],
  ])
})

test('whoever held a permission for looking and changing holds both from then on, and no other', async () => {
  const { ownerUrl, owner } = await emptyDatabase()
  const all = readMigrations()
  const place = all.findIndex(({ name }) => name.endsWith('-rights-to-change'))
  await migrate(ownerUrl, all.slice(0, place))
  const id = (last: number) => `01943ad7-aa80-7000-8000-${String(last).padStart(12, '0')}`
  await owner.query(`
    insert into app.currency (code, name, decimal_places) values ('EUR', 'Euro', 2) on conflict do nothing;
    insert into app.tenant (id, slug, name, support_email, time_zone, locale, home_currency, theme, created_at)
    values ('${id(1)}', 'one', 'One', 'a@one.example', 'Europe/London', 'en', 'EUR', '{}', now());
    insert into app.role (tenant_id, id, name, user_type, permissions, sca_required_permissions, is_administrator, created_at)
    values ('${id(1)}', '${id(2)}', 'Sales', 'tenant', '{CRM.Lead.View,CRM.Organization.Edit,CRM.Email.View}', '{CRM.Lead.View}', false, now()),
      ('${id(1)}', '${id(3)}', 'Other', 'tenant', '{CRM.Organization.View}', '{}', false, now());`)
  await migrate(ownerUrl, all)
  const { rows } = await owner.query({
    text: 'select name, permissions, sca_required_permissions from app.role order by name',
    rowMode: 'array',
  })
  const sales = ['CRM.Email.View', 'CRM.Lead.Delete', 'CRM.Lead.Edit', 'CRM.Lead.View']
  expect(rows.map(([name, held, asksCode]) => [name, held.sort(), asksCode.sort()])).toEqual([
    ['Other', ['CRM.Organization.View'], []],
    ['Sales', [...sales, 'CRM.Organization.Delete', 'CRM.Organization.Edit'], sales.slice(1)],
  ])
})

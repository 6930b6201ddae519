import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkMigrated, findMissing, type Migration, migrate, readMigrations } from './migrate.ts'
import { ensureDatabase, openPostgres } from './open.ts'
import { prepareDatabase } from './prepare.ts'

const migration = (name: string, sql = 'select 1', checksum = `of ${name}`): Migration => ({
  name,
  sql,
  checksum,
})

let made = 0

/** A database without any tables, on the run's server. */
async function emptyDatabase(): Promise<{ ownerUrl: string; owner: pg.Client }> {
  const name = `empty_${process.pid}_${++made}`
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

test('readiness asks as the application, and notices what is missing', async () => {
  const db = await testDatabase()
  await expect(checkMigrated(db.database)).resolves.toBeUndefined()
  await db.owner.query(
    'delete from migration.applied where name = (select max(name) from migration.applied)',
  )
  await expect(checkMigrated(db.database)).rejects.toThrow(/Migrations are missing/)
})

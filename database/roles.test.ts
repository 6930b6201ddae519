import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ensureRoles, roleNames, roleUrls } from './roles.ts'

const db = await testDatabase()

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('the passwords follow from the owner’s and the role’s name alone', () => {
  const one = roleUrls('postgres://owner:secret@one:5432/counterfoil')
  const other = roleUrls('postgres://someone:secret@two:6000/else')
  expect(new URL(one.app).password).toBe(new URL(other.app).password)
  expect(new Set(roleNames.map((name) => new URL(one[name]).password)).size).toBe(roleNames.length)
  expect(new URL(roleUrls('postgres://owner:other@one/counterfoil').app).password).not.toBe(
    new URL(one.app).password,
  )
})

test('an owner without a password means roles without', () => {
  expect(roleUrls('postgres://postgres@127.0.0.1:5432/x').app).toBe(
    'postgres://counterfoil_app@127.0.0.1:5432/x',
  )
})

test('no role is a superuser, passes row-level security or owns a table', async () => {
  const { rows } = await db.owner.query(`
    select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
      (select count(*)::int from pg_class where relowner = r.oid) as owns
    from pg_roles r where rolname like 'counterfoil\\_%' order by rolname`)
  expect(rows).toEqual(
    [...roleNames].sort().map((name) => ({
      rolname: `counterfoil_${name}`,
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      owns: 0,
    })),
  )
})

test('a role that can sign in is left as it is', async () => {
  const password = () =>
    db.owner
      .query("select rolpassword from pg_authid where rolname = 'counterfoil_app'")
      .then(({ rows }) => rows[0].rolpassword as string)
  const before = await password()
  await ensureRoles(db.ownerUrl)
  expect(await password()).toBe(before)
})

test('the application cannot change the schema, nor the identity provider read the product', async () => {
  const app = await connect(db.urls.app)
  await expect(app.query('create table app.mine (n int)')).rejects.toThrow(/permission denied/)
  await expect(app.query('alter table app.payment disable row level security')).rejects.toThrow(
    /must be owner/,
  )
  await expect(app.query('select from identity.account')).rejects.toThrow(/permission denied/)
  const identity = await connect(db.urls.identity)
  await expect(identity.query('select from app.payment')).rejects.toThrow(/permission denied/)
  const platform = await connect(db.urls.platform)
  await expect(platform.query('delete from app.payment')).rejects.toThrow(/permission denied/)
})

import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { describe, expect, inject, test } from 'vitest'
import { nodePasswordsStatement, storeNodePasswords } from './node-passwords.ts'
import { roleNames, roleUrls } from './roles.ts'

const db = await testDatabase()
const { nodes } = inject('template')

test('without a password there is nothing that machines sign in with', () => {
  expect(nodePasswordsStatement('postgres://owner@127.0.0.1:5432/counterfoil')).toBeUndefined()
})

test('a password is written as libpq reads it, within a text of SQL', () => {
  const statement = nodePasswordsStatement(
    `postgres://owner:${encodeURIComponent("a 'b' \\c")}@x/y`,
  )
  expect(statement).toContain(String.raw`when 'owner' then  E'password=''a \\''b\\'' \\\\c'''`)
})

// what machines of a cluster sign in to one another with exists on a cluster alone
describe.skipIf(nodes.length === 0)('on a cluster', () => {
  const user = () => new URL(db.ownerUrl).username
  const withPassword = (password: string) =>
    Object.assign(new URL(db.ownerUrl), { password: encodeURIComponent(password) }).href
  /** Rows as `machine role authinfo`, the same for each machine. */
  async function stored(): Promise<string[][]> {
    const { rows } = await db.owner.query<{ result: string }>(
      `select result from run_command_on_all_nodes(
         $$select string_agg(rolename || ' ' || authinfo, chr(10) order by rolename) from pg_dist_authinfo$$)`,
    )
    return rows.map(({ result }) => (result ?? '').split('\n'))
  }
  const expected = (password: string) =>
    [
      ...roleNames.map((name) => {
        const url = new URL(roleUrls(withPassword(password))[name])
        return `${url.username} password='${url.password}'`
      }),
      `${user()} password='${password}'`,
    ].sort()
  const isAsExpected = async (password: string) =>
    expect(await stored()).toEqual(nodes.map(() => expected(password)))

  const own = new URL(db.ownerUrl).password

  test.skipIf(own === '')(
    'each machine has the passwords of the owner and of the roles',
    async () => {
      await storeNodePasswords(db.owner, db.ownerUrl)
      await isAsExpected(decodeURIComponent(own))
    },
  )

  // where machines ask for passwords, the coordinator reaches none of them with one that is not its own
  test.skipIf(own !== '')(
    'each machine has the passwords of the owner and of the roles, and new ones when they change',
    async () => {
      for (const password of ['first one', 'first one', 'second']) {
        expect(await storeNodePasswords(db.owner, withPassword(password))).toEqual([])
        await isAsExpected(password)
      }
    },
  )

  test('a machine that signs in by a certificate goes on with it', async () => {
    const byCertificate = 'sslcert=/etc/node.crt sslkey=/etc/node.key'
    await db.owner.query(
      `update pg_dist_authinfo set authinfo = $1 where rolename = 'counterfoil_loader'`,
      [byCertificate],
    )
    await storeNodePasswords(db.owner, withPassword('third'))
    const { rows } = await db.owner.query(
      `select authinfo from pg_dist_authinfo where rolename = 'counterfoil_loader'`,
    )
    expect(rows).toEqual([{ authinfo: byCertificate }])
  })
})

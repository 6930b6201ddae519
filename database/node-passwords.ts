// What the machines of a Citus cluster sign in to one another with, where they ask for passwords.
import pg from 'pg'
import { roleNames, roleUrls } from './roles.ts'

/**
 * Stores on each machine the passwords of the owner and of those roles of the product that exist, as they follow from
 * DATABASE_URL; repeating it changes nothing. Does nothing without a password there, or where the server keeps what the
 * machines sign in with to itself. Answers the machines that could not be reached, which the next start gives theirs.
 * `owner` is a connection to the coordinator.
 */
export async function storeNodePasswords(
  owner: pg.ClientBase,
  ownerUrl: string,
): Promise<readonly string[]> {
  const statement = nodePasswordsStatement(ownerUrl)
  if (statement === undefined) return []
  const { rows } = await owner.query<{ is_allowed: boolean }>(
    `select has_table_privilege('pg_dist_authinfo', 'insert, update') as is_allowed`,
  )
  if (!rows[0]?.is_allowed) return []
  // first here: the coordinator signs in to the others with it
  await owner.query(statement)
  const { rows: missed } = await owner.query<{ name: string; result: string }>(
    `select nodename || ':' || nodeport as name, result from run_command_on_workers($1) where not success`,
    [statement],
  )
  return missed.map(({ name, result }) => `${name}: ${result}`)
}

/** Undefined without a password. What an operator stored of another kind (a certificate) is left as it is. */
export function nodePasswordsStatement(ownerUrl: string): string | undefined {
  const urls = roleUrls(ownerUrl)
  const owner = new URL(ownerUrl)
  if (owner.password === '') return undefined
  const signIns = [owner, ...roleNames.map((name) => new URL(urls[name]))].map(
    ({ username, password }) => ({
      name: pg.escapeLiteral(decodeURIComponent(username)),
      authInfo: pg.escapeLiteral(authInfo(decodeURIComponent(password))),
    }),
  )
  return `insert into pg_dist_authinfo as kept (nodeid, rolename, authinfo)
    select 0, rolname, case rolname ${signIns.map((one) => `when ${one.name} then ${one.authInfo}`).join(' ')} end
    from pg_roles where rolname in (${signIns.map(({ name }) => name).join(', ')})
    on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo
      where kept.authinfo like 'password=%' and kept.authinfo <> excluded.authinfo`
}

/** As libpq reads it. */
const authInfo = (password: string) => `password='${password.replace(/[\\']/g, '\\$&')}'`

// The roles that the product signs in as. None owns anything, none passes row-level security.
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { withPreparationLock } from './preparation-lock.ts'

export const roleNames = ['app', 'platform', 'loader', 'identity'] as const
export type RoleName = (typeof roleNames)[number]
export type RoleUrls = Readonly<Record<RoleName, string>>

// wrong password, no such role or no way in for it, no right to connect
const refusedSignIn = new Set(['28P01', '28000', '42501'])

/**
 * Connection strings of the roles for an owner's. Passwords follow from the owner's, so that every machine with the
 * same DATABASE_URL has the same ones and none is stored. An owner without a password (trust, certificates) means
 * roles without.
 */
export function roleUrls(ownerUrl: string): RoleUrls {
  const of = (name: RoleName) => {
    const url = new URL(ownerUrl)
    url.username = `counterfoil_${name}`
    url.password = rolePassword(ownerUrl, name)
    return url.href
  }
  return {
    app: of('app'),
    platform: of('platform'),
    loader: of('loader'),
    identity: of('identity'),
  }
}

function rolePassword(ownerUrl: string, name: RoleName): string {
  const secret = decodeURIComponent(new URL(ownerUrl).password)
  if (secret === '') return ''
  return createHmac('sha256', secret).update(`counterfoil_${name}`).digest('base64url')
}

/** Makes the roles that are missing and mends those that cannot sign in; those that can are left untouched. */
export async function ensureRoles(ownerUrl: string): Promise<RoleUrls> {
  const urls = roleUrls(ownerUrl)
  const refused = async () => {
    const tried = await Promise.all(
      roleNames.map(async (name) => ((await maySignIn(urls[name])) ? [] : [name])),
    )
    return tried.flat()
  }
  if ((await refused()).length > 0) {
    await withPreparationLock(ownerUrl, async (owner) => {
      // asked again under the lock: another starter may have mended them
      for (const name of await refused()) await mendRole(owner, name, rolePassword(ownerUrl, name))
    })
    const still = await refused()
    if (still.length > 0) {
      throw new Error(
        `The roles ${still.map((name) => `counterfoil_${name}`).join(', ')} cannot sign in to the database. ` +
          'Does DATABASE_URL hold a password, and does the server let these roles in?',
      )
    }
  }
  return urls
}

async function maySignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ rolname: string; is_powerful: boolean }>(
      'select rolname, rolsuper or rolbypassrls as is_powerful from pg_roles where rolname = current_user',
    )
    if (rows[0]?.is_powerful) {
      throw new Error(
        `The role ${rows[0].rolname} could pass row-level security: take SUPERUSER and BYPASSRLS from it.`,
      )
    }
    return true
  } catch (error) {
    if (refusedSignIn.has((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function mendRole(owner: pg.Client, name: RoleName, password: string): Promise<void> {
  const role = pg.escapeIdentifier(`counterfoil_${name}`)
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [
    `counterfoil_${name}`,
  ])
  if (rowCount === 0) await owner.query(`create role ${role} login nosuperuser nobypassrls`)
  if (password !== '') {
    await owner.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`)
  }
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(
    `grant connect on database ${pg.escapeIdentifier(rows[0]?.name ?? '')} to ${role}`,
  )
}

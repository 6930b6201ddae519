import pg from 'pg'
import { readCluster } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { storeNodePasswords } from './node-passwords.ts'
import { requireSupportedVersion } from './postgres-version.ts'
import { withPreparationLock } from './preparation-lock.ts'
import { ensureRoles, type RoleUrls } from './roles.ts'

/** Connection strings of a running database, one for each role. */
export interface OpenPostgres {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly platformUrl: string
  readonly loaderUrl: string
  readonly identityUrl: string
  /** The roles at the streaming replica, where one is set. */
  readonly replica: Pick<OpenPostgres, 'appUrl' | 'platformUrl'> | undefined
  /** The roles at the pooler, where one is set; what needs a session of its own goes past it. */
  readonly pooled: Pick<OpenPostgres, 'appUrl' | 'platformUrl' | 'identityUrl'> | undefined
  /** DATABASE_URL is the coordinator of a Citus cluster. */
  readonly isCluster: boolean
  /** Stops the embedded server when this process started it. */
  close(): Promise<void>
}

const databaseName = 'counterfoil'

/** Starts or joins the embedded PostgreSQL, or takes the one of DATABASE_URL; then sees to the roles. */
export async function openPostgres(
  settings: {
    readonly databaseUrl: string | undefined
    readonly databaseReadUrl?: string | undefined
    readonly databasePoolUrl?: string | undefined
    readonly dataDir: string
  },
  say: (what: string) => void = () => undefined,
): Promise<OpenPostgres> {
  const server =
    settings.databaseUrl === undefined
      ? await startEmbedded({ dataDir: settings.dataDir, say })
      : undefined
  try {
    let isCluster = false
    // before the roles, which are the first that is written to it
    if (settings.databaseUrl !== undefined) {
      await withPreparationLock(settings.databaseUrl, async (owner) => {
        await requireSupportedVersion(owner)
        isCluster = (await readCluster(owner)) !== undefined
        // the roles are made on every machine, by what the owner signs in to them with
        if (isCluster) await storeNodePasswords(owner, settings.databaseUrl as string)
      })
    }
    const ownerUrl = server
      ? await ensureDatabase(server.ownerUrl, databaseName)
      : (settings.databaseUrl as string)
    const urls = await ensureRoles(ownerUrl)
    if (isCluster) {
      const missed = await withPreparationLock(ownerUrl, (owner) =>
        storeNodePasswords(owner, ownerUrl),
      )
      for (const what of missed) say(`a machine was not given the passwords of the roles: ${what}`)
    }
    const { databaseReadUrl, databasePoolUrl } = settings
    const pooled = databasePoolUrl === undefined ? undefined : urlsAt(urls, databasePoolUrl)
    if (pooled !== undefined) await checkPooler(pooled.appUrl)
    return {
      replica: databaseReadUrl === undefined ? undefined : urlsAt(urls, databaseReadUrl),
      pooled,
      isCluster,
      ownerUrl,
      appUrl: urls.app,
      platformUrl: urls.platform,
      loaderUrl: urls.loader,
      identityUrl: urls.identity,
      close: async () => server?.close(),
    }
  } catch (error) {
    await server?.close()
    throw error
  }
}

/** The same roles with the same passwords at another server: a replica, which has them from its primary, or a pooler. */
function urlsAt(urls: RoleUrls, serverUrl: string) {
  const at = (url: string) => {
    const { username, password } = new URL(url)
    return Object.assign(new URL(serverUrl), { username, password }).href
  }
  return { appUrl: at(urls.app), platformUrl: at(urls.platform), identityUrl: at(urls.identity) }
}

/** A pooler's connections are made without what this process would ask of its own, so they must have it by themselves. */
async function checkPooler(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ path: string; timeout: string }>(
      `select current_setting('search_path') as path, current_setting('statement_timeout') as timeout`,
    )
    const [{ path, timeout } = { path: '', timeout: '0' }] = rows
    if (path === 'app' && timeout !== '0') return
    throw new Error(
      `its connections have search_path "${path}" and statement_timeout ${timeout}; they need the connect_query of docs/runbooks/pooler.md`,
    )
  } catch (error) {
    throw new Error(`DATABASE_POOL_URL: ${(error as Error).message}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Makes a database of this name where it is missing, and returns the owner's connection string for it. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await withPreparationLock(serverUrl, async (owner) => {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await owner.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  return url.href
}

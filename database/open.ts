import pg from 'pg'
import { readCluster } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { requireSupportedVersion } from './postgres-version.ts'
import { preparing } from './preparing.ts'
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
      await preparing(settings.databaseUrl, async (owner) => {
        await requireSupportedVersion(owner)
        isCluster = (await readCluster(owner)) !== undefined
      })
    }
    const ownerUrl = server
      ? await ensureDatabase(server.ownerUrl, databaseName)
      : (settings.databaseUrl as string)
    const urls = await ensureRoles(ownerUrl)
    const { databaseReadUrl } = settings
    return {
      replica: databaseReadUrl === undefined ? undefined : replicaUrls(urls, databaseReadUrl),
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

/** The same roles with the same passwords, which a replica has from its primary, at another server. */
function replicaUrls(urls: RoleUrls, readUrl: string) {
  const at = (url: string) => {
    const { username, password } = new URL(url)
    return Object.assign(new URL(readUrl), { username, password }).href
  }
  return { appUrl: at(urls.app), platformUrl: at(urls.platform) }
}

/** Makes a database of this name where it is missing, and returns the owner's connection string for it. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await preparing(serverUrl, async (owner) => {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await owner.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  return url.href
}

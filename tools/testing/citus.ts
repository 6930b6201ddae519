// A Citus cluster that the API tests run on: `CITUS_TEST_SERVER` is the owner's address of its coordinator, with any database
// in which the extension is. Databases are made on each of its machines, so a test file's own is a cluster like any other.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeNodePasswords } from '@counterfoil/database/node-passwords.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { ensureRoles, type RoleUrls } from '@counterfoil/database/roles.ts'
import { spreadTables } from '@counterfoil/database/spread.ts'
import pg from 'pg'

/** The address of the same database on each machine, the coordinator first. */
export async function listNodes(serverUrl: string): Promise<string[]> {
  return onServer(serverUrl, async (server) => {
    const { rows } = await server.query<{ name: string; port: number }>(
      `select nodename as name, nodeport as port from pg_dist_node where isactive order by groupid`,
    )
    return rows.map(
      ({ name, port }) =>
        Object.assign(new URL(serverUrl), { hostname: name, port: String(port) }).href,
    )
  })
}

/**
 * A migrated database on every machine, and the addresses of the product's roles in it. Its tables are spread into few
 * parts: each part costs time in every copy.
 */
export async function createSpreadDatabase(
  serverUrl: string,
  nodes: readonly string[],
  name: string,
): Promise<RoleUrls> {
  await createClusterDatabase(nodes, name)
  const ownerUrl = databaseAt(serverUrl, name)
  const urls = await ensureRoles(ownerUrl)
  await onServer(ownerUrl, (owner) => storeNodePasswords(owner, ownerUrl))
  await prepareDatabase(ownerUrl)
  await spreadTables(ownerUrl, { shards: 4, say: () => undefined })
  return urls
}

/** An empty database on every machine, which know one another. */
async function createClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await onServer(node, (server) => server.query(`create database ${name}`))
    await onServer(databaseAt(node, name), (server) => server.query('create extension citus'))
  }
  const [coordinator = '', ...workers] = nodes
  await onServer(databaseAt(coordinator, name), async (server) => {
    const { hostname, port } = new URL(coordinator)
    await storeNodePasswords(server, coordinator)
    await server.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const worker of workers) {
      const url = new URL(worker)
      await server.query('select citus_add_node($1, $2)', [url.hostname, Number(url.port)])
    }
  })
}

/** Nothing connects to it any more, so that it can be copied: Citus's own processes would otherwise come back. */
export async function closeTemplate(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await onServer(node, async (server) => {
      await server.query(`alter database ${name} with allow_connections false`)
      await server.query(
        'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1',
        [name],
      )
    })
  }
}

/** Removes it from every machine. */
export async function dropOnCluster(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes)
    await onServer(node, (server) => server.query(`drop database if exists ${name} with (force)`))
}

/** What a data folder keeps of a database on a cluster that copies of the folder begin with. */
interface KeptTemplate {
  readonly serverUrl: string
  readonly name: string
}

const templateFile = 'cluster-template.json'

/** Copies of the data folder begin with a copy of this database, to which nothing connects any more. */
export async function keepTemplate(dataDir: string, template: KeptTemplate): Promise<void> {
  await closeTemplate(await listNodes(template.serverUrl), template.name)
  writeFileSync(join(dataDir, templateFile), JSON.stringify(template))
}

/** The copy that belongs to a copied data folder, where its database is on a cluster. */
export async function copyKeptTemplate(
  dataDir: string,
): Promise<{ readonly ownerUrl: string; remove(): Promise<void> } | undefined> {
  const file = join(dataDir, templateFile)
  if (!existsSync(file)) return undefined
  const { serverUrl, name: template } = JSON.parse(readFileSync(file, 'utf8')) as KeptTemplate
  const nodes = await listNodes(serverUrl)
  const name = `${template}_${randomUUID().slice(0, 8)}`
  for (const node of nodes) {
    await onServer(node, (server) =>
      server.query(`create database ${name} template ${template} strategy file_copy`),
    )
  }
  return { ownerUrl: databaseAt(serverUrl, name), remove: () => dropOnCluster(nodes, name) }
}

/** The address of another database on the same server. */
export const databaseAt = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

async function onServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

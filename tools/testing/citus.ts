// A Citus cluster that the API tests run on: `CITUS_TEST_SERVER` is the owner's address of its coordinator, with any database
// in which the extension is. Databases are made on each of its machines, so a test file's own is a cluster like any other.
import { storeNodePasswords } from '@counterfoil/database/node-passwords.ts'
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

/** An empty database on every machine, which know one another. */
export async function createClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  const at = (node: string) => Object.assign(new URL(node), { pathname: `/${name}` }).href
  for (const node of nodes) {
    await onServer(node, (server) => server.query(`create database ${name}`))
    await onServer(at(node), (server) => server.query('create extension citus'))
  }
  const [coordinator = '', ...workers] = nodes
  await onServer(at(coordinator), async (server) => {
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

export async function onServer<T>(
  url: string,
  work: (server: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

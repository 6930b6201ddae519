// Loads many rows at once, for generated histories.
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Rows of one table in COPY's text format, a line each. */
export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly text: Uint8Array
}

export interface BulkLoad {
  /** One transaction: the rows of all tables, or none. */
  store(batch: readonly TableRows[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a connection for loading. As the owner: COPY does not work under row-level security, which binds every other
 * role. Rows must refer to what exists; where the owner may, that is not checked again row by row.
 */
export async function openBulkLoad(ownerUrl: string): Promise<BulkLoad> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: bulkLoadName,
    options: '-c search_path=app -c synchronous_commit=off',
  })
  // a lost connection also fails the statement that runs on it
  client.on('error', () => undefined)
  await client.connect()
  await trustReferences(client)
  return {
    async store(batch) {
      await client.query('begin')
      try {
        for (const rows of batch) {
          if (rows.text.length > 0) await copy(client, rows)
        }
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    },
    close: () => client.end(),
  }
}

const bulkLoadName = 'counterfoil-bulk-load'

async function copy(client: pg.Client, { table, columns, text }: TableRows): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  stream.end(text)
  await finished(stream)
}

/** Only a superuser may leave foreign keys unchecked; for anybody else loading takes longer. */
async function trustReferences(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica').catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error
  })
}

/** Runs statements on one connection of the owner's; an open transaction ends with it. */
export async function runAsOwner<T>(
  ownerUrl: string,
  work: (query: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: bulkLoadName,
    options: '-c search_path=app',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work((sql, values) => client.query(sql, values))
  } finally {
    await client.end()
  }
}

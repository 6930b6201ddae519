// Checks join tables as one PostgreSQL does; on a cluster they are asked of copies on the coordinator.
import pg from 'pg'
import type { OwnerClient } from './checks.ts'

const tables = /\b(app|sandbox)\.(\w+)\b(?!\s*\()/g

/** A statement that asks the copies instead of the tables. */
export const ofCopies = (sql: string): string => sql.replace(tables, 'pg_temp.$1_$2')

/** A connection to a cluster whose statements read each table as it was when it was first asked for. */
export async function openCopies(ownerUrl: string): Promise<OwnerClient> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('set client_min_messages = warning')
  const copied = new Set<string>()
  const query = client.query.bind(client)
  const ask = async (sql: string, values?: unknown[]) => {
    for (const [name, schema, table] of sql.matchAll(tables)) {
      if (copied.has(name)) continue
      copied.add(name)
      await query(`create temp table ${schema}_${table} as select * from ${name}`)
      await query(`analyze pg_temp.${schema}_${table}`)
    }
    return query(ofCopies(sql), values)
  }
  return Object.assign(client, { query: ask as typeof client.query })
}

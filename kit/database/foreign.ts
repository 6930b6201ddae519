import pg from 'pg'
import { openPool } from './pool.ts'

/** SQL with its parameters on one connection. */
export interface ForeignConnection {
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
}

/** A database that stands for somebody else's machine: it knows neither tenants nor scopes. */
export interface ForeignDatabase extends ForeignConnection {
  transaction<T>(work: (connection: ForeignConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** `sessionOptions` as libpq knows them: `-c search_path=sandbox`. */
export function openForeignDatabase(
  url: string,
  sessionOptions: string,
  maxConnections = 8,
): ForeignDatabase {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, (text: string) => BigInt(text))
  const pool = openPool({
    connectionString: url,
    max: maxConnections,
    types,
    options: sessionOptions,
    application_name: 'counterfoil-foreign',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  })
  return {
    query: (text, values) => rowsOf(pool, text, values),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const answer = await work({ query: (text, values) => rowsOf(client, text, values) })
        await client.query('commit')
        return answer
      } catch (error) {
        await client.query('rollback').catch((cause: Error) => {
          broken = cause
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

async function rowsOf<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await on.query<Row>(text, [...values])
  return rows
}

import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Scope, TenantScope } from './scope.ts'

/**
 * What queries are given: Kysely, already bound to a scope and, inside `transaction`, to one connection.
 * `scope` is there for `within()`, the filter that each query adds of its own.
 */
export class Db extends Kysely<Rows> {
  readonly scope: Scope

  constructor(scope: Scope, driver: Driver) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.scope = scope
  }
}

/** The connections of one process: the application's role, and the role that platform staff read with. */
export interface Database {
  /** Reads without a transaction: each statement carries its scope by itself, in one round trip. */
  reader(scope: Scope): Db
  /**
   * Runs `work` in one transaction within `scope`: commits what it did, or nothing when it throws.
   * Never call the outside world in here.
   */
  transaction<T>(scope: TenantScope, work: (db: Db) => Promise<T>): Promise<T>
  /** Reference and local tables, which have no scope: sign-in directory, countries, tenants. */
  readonly shared: Db
  /** For LISTEN, COPY and other things that a pool cannot serve; the caller ends it. */
  connect(role: 'app' | 'platform'): Promise<pg.Client>
  /** Fails when the database does not answer within the time. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly appUrl: string
  readonly platformUrl: string
  readonly maxConnections?: number
  readonly applicationName?: string
}

const noScope: TenantScope = {
  kind: 'tenant',
  tenantId: '00000000-0000-0000-0000-000000000000',
  merchantIds: [],
}

// int8 as bigint: money never passes through a float. date as text: a business day has no time zone.
const typeParsers = new pg.TypeOverrides()
typeParsers.setTypeParser(pg.types.builtins.INT8, (text: string) => BigInt(text))
typeParsers.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

export function openDatabase(options: DatabaseOptions): Database {
  const pool = (connectionString: string, max: number) => {
    const made = new pg.Pool({
      connectionString,
      max,
      types: typeParsers,
      pipeline: true,
      options: '-c search_path=app',
      application_name: options.applicationName ?? 'counterfoil',
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    })
    // An idle connection that the server closes is not an error of ours: the pool opens another.
    made.on('error', () => undefined)
    return made
  }
  const app = pool(options.appUrl, options.maxConnections ?? 16)
  const platform = pool(
    options.platformUrl,
    Math.max(4, Math.ceil((options.maxConnections ?? 16) / 2)),
  )
  const poolOf = (scope: Scope) => (scope.kind === 'platform' ? platform : app)

  return {
    reader: (scope) => new Db(scope, new ReaderDriver(poolOf(scope), scope)),
    shared: new Db(noScope, new ReaderDriver(app, undefined)),
    transaction: (scope, work) => runTransaction(app, scope, work),
    async connect(role) {
      const client = new pg.Client({
        connectionString: role === 'app' ? options.appUrl : options.platformUrl,
        types: typeParsers,
        options: '-c search_path=app',
      })
      await client.connect()
      return client
    },
    async ping(timeoutMs) {
      const client = await app.connect()
      try {
        // pipeline mode does not allow a timeout per query on the wire, so the wait is bounded here
        await Promise.race([
          client.query('select 1'),
          new Promise((_, reject) =>
            setTimeout(
              () => reject(new Error(`The database did not answer within ${timeoutMs} ms`)),
              timeoutMs,
            ).unref(),
          ),
        ])
      } finally {
        client.release()
      }
    },
    async close() {
      await Promise.all([app.end(), platform.end()])
    },
  }
}

async function runTransaction<T>(
  pool: pg.Pool,
  scope: TenantScope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A connection whose transaction did not end cleanly is thrown away, never reused.
  let broken: Error | undefined
  try {
    // begin, scope and the first statement leave in one flush: the connection is in pipeline mode
    const begun = Promise.all([client.query('begin'), setScope(client, scope)])
    begun.catch(() => undefined)
    const answer = await work(new Db(scope, new SingleConnectionDriver(client)))
    await begun
    const committed = await client.query('commit')
    // Committing a failed transaction rolls it back without an error of its own.
    if (committed.command !== 'COMMIT')
      throw new Error('The transaction was rolled back by the database')
    return answer
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function setScope(client: pg.PoolClient, scope: TenantScope): Promise<unknown> {
  return client.query({
    name: 'set_scope',
    text: 'select app.set_scope($1, $2)',
    values: [scope.tenantId, scope.merchantIds as string[] | null],
  })
}

/** Each statement on whichever connection is free; with a tenant scope, in its own short transaction. */
class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(pool: pg.Pool, scope: Scope | undefined) {
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const client = await pool.connect()
        try {
          if (scope?.kind !== 'tenant')
            return answerOf<R>(await client.query(query.sql, query.parameters as unknown[]))
          // Four statements, one flush. When the query fails, commit ends the transaction all the same.
          const begun = client.query('begin')
          const scoped = setScope(client, scope)
          const answer = client.query(query.sql, query.parameters as unknown[])
          const ended = client.query('commit')
          const settled = await Promise.allSettled([begun, scoped, answer, ended])
          for (const one of settled) if (one.status === 'rejected') throw one.reason
          return answerOf<R>(await answer)
        } finally {
          client.release()
        }
      },
      streamQuery: () => {
        throw new Error('Stream with COPY instead')
      },
    }
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async beginTransaction() {
    throw new Error('Use database.transaction(scope, work)')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

/** All statements on the one connection of a transaction. */
class SingleConnectionDriver extends ReaderDriver {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    super(undefined as never, undefined)
    this.#client = client
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = this.#client
    return {
      async executeQuery<R>(query: CompiledQuery) {
        return answerOf<R>(await client.query(query.sql, query.parameters as unknown[]))
      },
      streamQuery: () => {
        throw new Error('Stream with COPY instead')
      },
    }
  }
}

function answerOf<R>(result: pg.QueryResult): QueryResult<R> {
  return {
    rows: result.rows as R[],
    numAffectedRows: result.rowCount === null ? undefined : BigInt(result.rowCount),
  } as QueryResult<R>
}

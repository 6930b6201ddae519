// How Kysely's statements reach PostgreSQL: alone on a free connection of the pool, or on the one of a transaction.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import type { Scope, TenantScope } from './scope.ts'

abstract class ScopedDriver implements Driver {
  abstract acquireConnection(): Promise<DatabaseConnection>
  async init() {}
  async beginTransaction() {
    throw new Error('Use database.transaction(scope, work)')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

/** Each statement on whichever connection is free; with a tenant scope, in its own short transaction. */
export class ReaderDriver extends ScopedDriver {
  readonly #connection: DatabaseConnection

  constructor(pool: pg.Pool, scope: Scope | undefined) {
    super()
    const tenant = scope?.kind === 'tenant' ? scope : undefined
    this.#connection = {
      executeQuery: (query) => readOnce(pool, tenant, query),
      streamQuery,
    }
  }

  async acquireConnection() {
    return this.#connection
  }
}

async function readOnce<R>(
  pool: pg.Pool,
  tenant: TenantScope | undefined,
  query: CompiledQuery,
): Promise<QueryResult<R>> {
  const client = await pool.connect()
  let broken = true
  try {
    const result = tenant
      ? await runScoped(client, tenant, query)
      : await client.query(query.sql, query.parameters as unknown[])
    broken = client.getTransactionStatus() !== 'I'
    return answerOf<R>(result)
  } catch (error) {
    broken = client.getTransactionStatus() !== 'I'
    throw error
  } finally {
    // what is left inside a transaction must not reach the next user of the connection
    client.release(broken)
  }
}

/** Four statements in one flush. When the query fails, commit ends the transaction all the same. */
async function runScoped(client: pg.PoolClient, tenant: TenantScope, query: CompiledQuery) {
  const sent = inOneFlush(client, () => [
    client.query('begin'),
    setScope(client, tenant),
    client.query(query.sql, query.parameters as unknown[]),
    client.query('commit'),
  ])
  const settled = await Promise.allSettled(sent)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return (settled[2] as PromiseFulfilledResult<pg.QueryResult>).value
}

/** All statements on the one connection of a transaction; none once it has ended. */
export class TransactionDriver extends ScopedDriver {
  readonly #connection: DatabaseConnection
  #hasEnded = false
  #cause: unknown

  constructor(client: pg.PoolClient) {
    super()
    this.#connection = {
      // a statement that was not awaited would run outside of the transaction, within somebody else's scope
      executeQuery: async <R>(query: CompiledQuery) => {
        if (this.#hasEnded) throw new Error('The transaction of this statement has ended')
        try {
          return answerOf<R>(await client.query(query.sql, query.parameters as unknown[]))
        } catch (error) {
          throw this.#causeOf(error)
        }
      },
      streamQuery,
    }
  }

  /**
   * After one statement failed, those sent along with it only hear that the transaction is aborted. Whichever of them is
   * waited for first tells what it really was.
   */
  #causeOf(error: unknown): unknown {
    this.#cause ??= error
    return (error as { code?: unknown }).code === '25P02' ? this.#cause : error
  }

  end(): void {
    this.#hasEnded = true
  }

  async acquireConnection() {
    return this.#connection
  }
}

/** Sends BEGIN and the scope, which arrive together with the first statement's flush at the latest. */
export function beginScoped(client: pg.PoolClient, scope: TenantScope): Promise<unknown>[] {
  return inOneFlush(client, () => [client.query('begin'), setScope(client, scope)])
}

/** Every statement corks and uncorks the stream by itself; corked around them, they leave in one write. */
function inOneFlush<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

function setScope(client: pg.PoolClient, scope: TenantScope): Promise<pg.QueryResult> {
  return client.query({
    name: 'set_scope',
    text: 'select app.set_scope($1, $2)',
    values: [scope.tenantId, scope.merchantIds as string[] | null],
  })
}

function streamQuery(): never {
  throw new Error('Stream with COPY instead')
}

function answerOf<R>(result: pg.QueryResult): QueryResult<R> {
  return {
    rows: result.rows as R[],
    ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
  }
}

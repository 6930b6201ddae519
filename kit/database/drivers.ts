// How Kysely's statements reach PostgreSQL: alone on a free connection of the pool, or on the one of a transaction.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import { isOfCoordinator, isOfServer, type Machines } from './machines.ts'
import type { Replica } from './replica.ts'
import type { Scope, TenantScope } from './scope.ts'
import { runStatement, settingOf } from './statement.ts'

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

/** Where a reader asks: the primary, or first a replica or the tenant's machine. */
export interface ReadFrom {
  readonly pool: pg.Pool
  readonly machines?: Machines | undefined
  readonly replica?: { readonly pool: pg.Pool; readonly follower: Replica } | undefined
}

/** Each statement on whichever connection is free; with a tenant scope, in a transaction of its own. */
export class ReaderDriver extends ScopedDriver {
  readonly #connection: DatabaseConnection

  constructor({ pool, machines, replica }: ReadFrom, scope: Scope | undefined, keepsPlans = false) {
    super()
    const tenant = scope?.kind === 'tenant' ? scope : undefined
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        if (tenant !== undefined && writes.has(query.query.kind)) {
          throw new Error('A change belongs in a transaction')
        }
        const statement = statementOf(query, keepsPlans)
        const askPrimary = async () => readOnce<R>(await pool.connect(), tenant, statement)
        if (replica !== undefined) {
          const askReplica = async () =>
            readOnce<R>(await replica.pool.connect(), tenant, statement)
          return replica.follower.ask(askReplica, askPrimary)
        }
        if (machines === undefined || tenant === undefined) return askPrimary()
        const askMachine = (client: pg.PoolClient) => readOnce<R>(client, tenant, statement)
        return machines.ask({ tenantId: tenant.tenantId, text: query.sql }, askMachine, askPrimary)
      },
      streamQuery,
    }
  }

  async acquireConnection() {
    return this.#connection
  }
}

/** A reader that gives equal statements the answer of the first of them, for as long as it is used. */
export class OnceDriver extends ScopedDriver {
  readonly #connection: DatabaseConnection

  constructor(reader: ReaderDriver) {
    super()
    const answers = new Map<string, Promise<QueryResult<unknown>>>()
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        const { sql, parameters } = query
        const key = JSON.stringify([sql, parameters], (_, value) =>
          typeof value === 'bigint' ? `${value}n` : value,
        )
        const known = answers.get(key)
        if (known !== undefined) return (await known) as QueryResult<R>
        const asked = reader.acquireConnection().then((one) => one.executeQuery<R>(query))
        answers.set(key, asked)
        return asked
      },
      streamQuery,
    }
  }

  async acquireConnection() {
    return this.#connection
  }
}

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

async function readOnce<R>(
  client: pg.PoolClient,
  tenant: TenantScope | undefined,
  statement: pg.QueryConfig,
): Promise<QueryResult<R>> {
  let broken = true
  try {
    const result = await runStatement(client, statement, tenant)
    broken = client.getTransactionStatus() !== 'I'
    return answerOf<R>(result)
  } catch (error) {
    broken = client.getTransactionStatus() !== 'I' || isPlanOvertaken(error)
    throw error
  } finally {
    // what is left inside a transaction must not reach the next user of the connection
    client.release(broken)
  }
}

/** All statements on the one connection of a transaction; none once it has ended. */
export class TransactionDriver extends ScopedDriver {
  readonly #connection: DatabaseConnection
  #hasEnded = false
  #cause: unknown
  #isStale = false
  #needsCoordinator = false

  /** `isOnMachine`: at a machine of a cluster, which answers for itself what it is asked about the server. */
  constructor(client: pg.PoolClient, isOnMachine = false) {
    super()
    this.#connection = {
      // a statement that was not awaited would run outside of the transaction, within somebody else's scope
      executeQuery: async <R>(query: CompiledQuery) => {
        if (this.#hasEnded) throw new Error('The transaction of this statement has ended')
        if (isOnMachine && isOfServer(query.sql)) {
          this.#needsCoordinator = true
          throw new Error('This is asked of the coordinator')
        }
        try {
          writeOnce(client)
          return answerOf<R>(await runStatement(client, statementOf(query, true)))
        } catch (error) {
          throw this.#causeOf(error as { code?: string })
        }
      },
      streamQuery,
    }
  }

  /**
   * After one statement failed, those sent along with it only hear that the transaction is aborted, or that what it
   * prepared is not there. Whichever of them is waited for first tells what it really was.
   */
  #causeOf(error: { code?: string }): unknown {
    this.#cause ??= error
    this.#isStale ||= isPlanOvertaken(error)
    this.#needsCoordinator ||= isOfCoordinator(error)
    return error.code === '25P02' || error.code === '26000' ? this.#cause : error
  }

  /** Whether the connection holds plans that a migration has overtaken: it must not be used again. */
  get isStale(): boolean {
    return this.#isStale
  }

  /** Whether something was asked for that this machine has not. */
  get needsCoordinator(): boolean {
    return this.#needsCoordinator
  }

  end(): void {
    this.#hasEnded = true
  }

  async acquireConnection() {
    return this.#connection
  }
}

function statementOf({ sql, parameters }: CompiledQuery, keepsPlan: boolean): pg.QueryConfig {
  const values = parameters as unknown[]
  const name = keepsPlan ? preparedName(sql) : undefined
  return name ? { name, text: sql, values } : { text: sql, values }
}

/** "cached plan must not change result type": a column came or went since the statement was prepared. */
const isPlanOvertaken = (error: unknown) => (error as { code?: string }).code === '0A000'

/** More shapes of statements than the product has; beyond it they are planned each time, as they would be anyway. */
const maxPrepared = 500
const preparedNames = new Map<string, string | undefined>()
let prepared = 0

/**
 * The statements of transactions are few and come again with every payment: from the second time on they are
 * prepared, so that PostgreSQL parses and plans them once a connection. Readers prepare only what is asked for
 * with `onKeptPlans`: the best plan of a list depends on the tenant and the filter, so it is planned for their values.
 */
function preparedName(sql: string): string | undefined {
  const name = preparedNames.get(sql)
  if (name || preparedNames.size >= maxPrepared) return name
  const isKnown = preparedNames.has(sql)
  preparedNames.set(sql, isKnown ? `statement_${++prepared}` : undefined)
  return preparedNames.get(sql)
}

/** Sends BEGIN and the scope, which arrive together with the first statement's at the latest. */
export function beginScoped(client: pg.PoolClient, scope: TenantScope): Promise<unknown>[] {
  writeOnce(client)
  return [client.query('begin'), setScope(client, scope)]
}

/**
 * Whatever is sent on this connection until the current tick ends leaves in one write: a write is the dearest thing
 * that a statement costs this process, and those of a Promise.all are all sent in the same tick.
 */
function writeOnce(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

export function setScope(client: pg.PoolClient, scope: TenantScope): Promise<pg.QueryResult> {
  return runStatement(client, settingOf(scope))
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

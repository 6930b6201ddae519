import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import {
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { answerWithin } from './answer-within.ts'
import { DatabaseClock } from './clock.ts'
import {
  beginScoped,
  OnceDriver,
  ReaderDriver,
  type ReadFrom,
  setScope,
  TransactionDriver,
} from './drivers.ts'
import { type MachineState, Machines } from './machines.ts'
import { Connection, openPool } from './pool.ts'
import { Replica, type ReplicaState, writtenQuestion } from './replica.ts'
import { type Scope, type TenantScope, tenantScope } from './scope.ts'
import { prepareNothing, prepareWithoutPlans } from './statement.ts'

interface Parts {
  readonly committed?: (() => void)[]
  readonly onPlans?: () => Db
  readonly once?: () => Db
  readonly inScope?: (scope: TenantScope, work: (db: Db) => Promise<never>) => Promise<never>
  readonly reader?: (scope: TenantScope) => Db
}

/**
 * What queries are given: Kysely, already bound to a scope and, inside `transaction`, to one connection.
 * `scope` is there for `within()`, the filter that each query adds of its own.
 */
export class Db extends Kysely<Rows> {
  readonly scope: Scope
  readonly #committed: (() => void)[] | undefined
  readonly #onPlans: (() => Db) | undefined
  readonly #once: (() => Db) | undefined
  readonly #inScope: Parts['inScope']
  readonly #reader: Parts['reader']

  constructor(
    scope: Scope,
    driver: Driver,
    { committed, onPlans, once, inScope, reader }: Parts = {},
  ) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.scope = scope
    this.#committed = committed
    this.#onPlans = onPlans
    this.#once = once
    this.#inScope = inScope
    this.#reader = reader
  }

  /**
   * The same, with plans that PostgreSQL keeps: it plans a statement once a connection, which is most of what a small
   * read costs. For questions with one best plan whatever their values are, by an id or a key; never for a filter by
   * what is common here and rare there. Within a transaction plans are kept anyway.
   */
  onKeptPlans(): Db {
    return this.#onPlans?.() ?? this
  }

  /**
   * The same, asking each statement once: an equal one has the first one's rows, which are not to be changed. For an answer
   * that is put together of many questions, as of one moment. Within a transaction every statement is asked.
   */
  askingOnce(): Db {
    return this.#once?.() ?? this
  }

  /**
   * The same transaction in another scope until `work` is done, for the one event of which two organisations each keep
   * a row. Meanwhile nothing else may be asked on this transaction.
   */
  inScope<T>(scope: TenantScope, work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#inScope === undefined) throw new Error('Only a transaction changes its scope')
    return this.#inScope(scope, work as (db: Db) => Promise<never>)
  }

  /**
   * Asks without the caller's limits to merchants what is no merchant's, as who the tenant's own people are. Within a
   * transaction nothing else may be asked on it meanwhile.
   */
  inWholeTenant<T>(ask: (db: Db) => Promise<T>): Promise<T> {
    if (this.scope.kind === 'platform' || this.scope.merchantIds === null) return ask(this)
    const whole = tenantScope(this.scope.tenantId)
    if (this.#reader !== undefined) return ask(this.#reader(whole))
    return this.inScope(whole, ask)
  }

  /**
   * Calls `listener` once what this transaction did is committed, and never when it is rolled back; outside of a
   * transaction at once. A crash in between loses it: for hints alone, like waking a worker.
   */
  onCommit(listener: () => void): void {
    if (this.#committed) this.#committed.push(listener)
    else listener()
  }
}

/** The connections of one process: the application's role, and the role that platform staff read with. */
export interface Database {
  /** Reads without a transaction: each statement carries its scope by itself, in one round trip. */
  reader(scope: Scope): Db
  /**
   * As `reader`, for what people look at: from the streaming replica when it shows everything up to the position `after` and
   * is at most some seconds old. What the replica cannot answer, the primary does.
   */
  replicaReader(scope: Scope, after: bigint): Db
  /** A position after everything that is committed by now; undefined where no replica needs to know. */
  writtenPosition(): Promise<bigint | undefined>
  /** Undefined without a replica. */
  replicaState(): ReplicaState | undefined
  /** None where there is one PostgreSQL, or a pooler. */
  machineStates(): readonly MachineState[]
  /**
   * Runs `work` in one transaction within `scope`: commits what it did, or nothing when it throws.
   * Never call the outside world in here.
   */
  transaction<T>(scope: TenantScope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same, on a cluster without the coordinator: on the machine that has the tenant's rows. What needs something of the
   * coordinator besides, as a job to be queued or a lock of a name, is taken back and runs there, so `work` may be run twice: it
   * asks the database and changes nothing else that a second run would find.
   */
  repeatable<T>(scope: TenantScope, work: (db: Db) => Promise<T>): Promise<T>
  /** Reference and local tables, which have no scope: sign-in directory, countries, tenants. */
  readonly shared: Db
  /** For LISTEN, COPY and other things that a pool cannot serve; the caller ends it. Its loss fails what runs on it. */
  connect(role: 'app' | 'platform'): Promise<pg.Client>
  /** The database's clock, which all processes share; what is stored is dated by it. */
  readonly now: () => Date
  /** Fails when the database does not answer within the time. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly appUrl: string
  readonly platformUrl: string
  /** The same roles at a streaming replica. */
  readonly replica?: { readonly appUrl: string; readonly platformUrl: string } | undefined
  /** The same roles at a pooler that gives each transaction another connection; `connect` goes past it. */
  readonly pooled?: { readonly appUrl: string; readonly platformUrl: string } | undefined
  readonly maxConnections?: number
  readonly applicationName?: string
  /** On a cluster a plan is for one tenant: no connection keeps any, and each tenant's machine is asked itself. */
  readonly isCluster?: boolean | undefined
  /** After which a statement is given up; `connect` has no limit. */
  readonly statementTimeoutMs?: number
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

const unheardAfterMs = 5_000

export function openDatabase(options: DatabaseOptions): Database {
  const clock = new DatabaseClock()
  const { primary, replica } = openPools(options, clock)
  const { app, platform } = primary
  const follower = replica && new Replica(app, replica.app)
  const machines = machinesOf(options, app)
  const reader = readerOf((scope) => ({ pool: primary[roleOf(scope)], machines }))
  const atCoordinator: Database['transaction'] = (scope, work) =>
    runTransaction(app, clock, scope, work)
  const replicaReader =
    replica &&
    follower &&
    readerOf((scope) => {
      const role = roleOf(scope)
      return { pool: primary[role], replica: { pool: replica[role], follower } }
    })
  return {
    reader,
    replicaReader: (scope, after) =>
      follower?.mayAnswer(after) && replicaReader ? replicaReader(scope) : reader(scope),
    async writtenPosition() {
      if (follower === undefined) return undefined
      return (await app.query<{ position: bigint }>(writtenQuestion)).rows[0]?.position
    },
    replicaState: () => follower?.state,
    machineStates: () => machines?.states ?? [],
    shared: new Db(noScope, new ReaderDriver({ pool: app }, undefined)),
    transaction: atCoordinator,
    async repeatable(scope, work) {
      const client = await machines?.connect(scope.tenantId)
      if (client === undefined) return atCoordinator(scope, work)
      return runOnMachine({ client, coordinator: app, clock }, scope, work)
    },
    now: () => clock.now(),
    async connect(role) {
      const client = new Connection({
        connectionString: role === 'app' ? options.appUrl : options.platformUrl,
        types: typeParsers,
        options: '-c search_path=app',
      })
      await client.connect()
      return client
    },
    ping: (timeoutMs) => ping(app, timeoutMs),
    async close() {
      follower?.close()
      const pools = [app, platform, replica?.app, replica?.platform]
      await Promise.all([machines?.close(), ...pools.map((pool) => pool?.end())])
    },
  }
}

/** The connections of both roles, to the primary and, where there is one, to its replica. */
function openPools(options: DatabaseOptions, clock: DatabaseClock) {
  const { pooled, replica } = options
  const { appUrl, platformUrl } = pooled ?? options
  const isPooled = pooled !== undefined
  const max = options.maxConnections ?? 16
  const maxOfPlatform = Math.max(4, Math.ceil(max / 2))
  return {
    primary: {
      app: openRolePool(options, {
        connectionString: appUrl,
        max,
        isPooled,
        onConnect: (client) => clock.follow(client),
      }),
      platform: openRolePool(options, {
        connectionString: platformUrl,
        max: maxOfPlatform,
        isPooled,
      }),
    },
    replica: replica && {
      app: openRolePool(options, { connectionString: replica.appUrl, max }),
      platform: openRolePool(options, {
        connectionString: replica.platformUrl,
        max: maxOfPlatform,
      }),
    },
  }
}

interface RolePool {
  readonly connectionString: string
  readonly max: number
  /** Through a pooler. */
  readonly isPooled?: boolean
  onConnect?(client: pg.ClientBase): Promise<void>
}

function openRolePool(
  { isCluster, applicationName, statementTimeoutMs = 30_000 }: DatabaseOptions,
  { connectionString, max, isPooled = false, onConnect }: RolePool,
) {
  // a pooler keeps these of its own connections (docs/runbooks/pooler.md), and refuses them of ours
  const ofSession = isPooled
    ? {}
    : {
        options: `-c search_path=app${isCluster ? ' -c plan_cache_mode=force_custom_plan' : ''}`,
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: 60_000,
      }
  return openPool({
    onConnect(client) {
      if (isPooled) prepareNothing(client)
      else if (isCluster) prepareWithoutPlans(client)
      // waited for: no connection is handed out before its clock is measured
      return onConnect?.(client)
    },
    connectionString,
    max,
    types: typeParsers,
    pipeline: true,
    application_name: applicationName ?? 'counterfoil',
    ...ofSession,
    // the server gives up first, unless it cannot be reached any more: then the connection is thrown away
    query_timeout: statementTimeoutMs + unheardAfterMs,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  })
}

const roleOf = (scope: Scope) => (scope.kind === 'platform' ? 'platform' : 'app')

/** Reads without a transaction, from where each scope is read. */
function readerOf(placeOf: (scope: Scope) => ReadFrom) {
  return (scope: Scope): Db => {
    const reader = readerOf(placeOf)
    const from = placeOf(scope)
    return new Db(scope, new ReaderDriver(from, scope), {
      reader,
      onPlans: () => new Db(scope, new ReaderDriver(from, scope, true), { reader }),
      once: () => new Db(scope, new OnceDriver(new ReaderDriver(from, scope)), { reader }),
    })
  }
}

async function ping(pool: pg.Pool, timeoutMs: number): Promise<void> {
  await answerWithin(timeoutMs, pool.query('select 1'))
}

/** Undefined where there is one PostgreSQL, or a pooler, which stands before the coordinator alone. */
function machinesOf(options: DatabaseOptions, coordinator: pg.Pool): Machines | undefined {
  if (options.isCluster !== true || options.pooled !== undefined) return undefined
  return new Machines(coordinator, ({ host, port }, onConnect) => {
    const url = Object.assign(new URL(options.appUrl), { hostname: host, port: String(port) })
    return openRolePool(options, {
      connectionString: url.href,
      max: options.maxConnections ?? 16,
      onConnect,
    })
  })
}

async function runTransaction<T>(
  pool: pg.Pool,
  clock: DatabaseClock,
  scope: TenantScope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const driver = new TransactionDriver(client)
  return runOn({ client, driver, measured: clock.follow(client) }, scope, work)
}

/** On the tenant's machine, and again at the coordinator where it turns out to need that. */
async function runOnMachine<T>(
  { client, coordinator, clock }: OnMachine,
  scope: TenantScope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const driver = new TransactionDriver(client, true)
  // the clock of all processes is the coordinator's
  clock.follow(coordinator).catch(() => undefined)
  try {
    return await runOn({ client, driver }, scope, async (db) => {
      const answer = await work(db)
      // the work may have gone on without what is not here
      if (driver.needsCoordinator) throw new Error('The coordinator is needed')
      return answer
    })
  } catch (error) {
    if (!driver.needsCoordinator) throw error
    return runTransaction(coordinator, clock, scope, work)
  }
}

interface OnMachine {
  readonly client: pg.PoolClient
  readonly coordinator: pg.Pool
  readonly clock: DatabaseClock
}

interface RunsOn {
  readonly client: pg.PoolClient
  readonly driver: TransactionDriver
  /** What else is sent along with the beginning. */
  readonly measured?: Promise<void>
}

async function runOn<T>(
  { client, driver, measured }: RunsOn,
  scope: TenantScope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const listeners: (() => void)[] = []
  // not awaited: the answers come before the first statement's own
  const begun = Promise.all([...beginScoped(client, scope), measured])
  begun.catch(() => undefined)
  const inScope: Parts['inScope'] = async (other, inOther) => {
    await setScope(client, other)
    const answer = await inOther(new Db(other, driver, { committed: listeners }))
    await setScope(client, scope)
    return answer
  }
  try {
    const own = new Db(scope, driver, { committed: listeners, inScope })
    const answer = await work(own)
    await begun
    driver.end()
    const ended = await client.query('commit')
    // Committing a failed transaction rolls it back without an error of its own.
    if (ended.command !== 'COMMIT') {
      throw new Error('The transaction was rolled back by the database')
    }
    for (const listener of listeners) listener()
    return answer
  } catch (error) {
    driver.end()
    await client.query('rollback').catch(() => undefined)
    // when the beginning failed, what came after it only says that it did
    await begun
    throw error
  } finally {
    // A connection whose transaction did not end cleanly is thrown away, never reused.
    client.release(driver.isStale || client.getTransactionStatus() !== 'I')
  }
}

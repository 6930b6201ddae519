import pg from 'pg'
import type { TenantScope } from './scope.ts'

/** What pg's own query uses of its connection; pg does not declare all of it. */
interface Wire {
  readonly parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(values: {
    statement: string
    values: unknown[]
    valueMapper: (value: unknown) => unknown
  }): void
  describe(what: unknown): void
  execute(portal: Record<string, never>): void
}

/** The columns of a statement's answer, and how each is read. */
interface Columns {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

/** pg's query sends its messages in `prepare` and collects what comes back. */
interface PgQuery {
  name: string | undefined
  values: unknown[] | undefined
  queryMode: string | undefined
  _accumulateRows: unknown
  readonly _result: Columns
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
const PgQuery = pg.Query as unknown as new (text: string) => PgQuery

/** The statement that sets who is asking, and its values. Most callers have no limits to payments, so it is two. */
export function settingOf({ tenantId, merchantIds, payments }: TenantScope) {
  return payments === undefined
    ? { ...setScope, values: [tenantId, merchantIds] as unknown[] }
    : {
        ...setLimitedScope,
        values: [tenantId, merchantIds, payments.methods, payments.providers] as unknown[],
      }
}

const setScope = { name: 'set_scope', text: 'select app.set_scope($1, $2)' } as const
const setLimitedScope = {
  name: 'set_limited_scope',
  text: 'select app.set_limited_scope($1, $2, $3, $4)',
} as const

/** What is known of a connection: the columns of its prepared statements, and itself as one that never asks for them. */
interface Known {
  readonly columns: Map<string, Columns>
  readonly undescribed: Wire
}
const knownOf = new WeakMap<Wire, Known>()

const unprepared = new WeakSet<object>()
const plannedAnew = new WeakSet<object>()

/**
 * Nothing is prepared on this connection: behind a pooler the next transaction may be another server connection's, which lacks
 * what was prepared on the one before.
 */
export function prepareNothing(client: pg.ClientBase): void {
  unprepared.add((client as pg.Client).connection)
}

/**
 * What is prepared on this connection is planned anew for its values each time, as `plan_cache_mode` asks: on a cluster a plan that
 * was made for one tenant would serve another's question. PostgreSQL keeps the plan of a statement without values all
 * the same, so that is not prepared.
 */
export function prepareWithoutPlans(client: pg.ClientBase): void {
  plannedAnew.add((client as pg.Client).connection)
}

const mayPrepare = (connection: Wire, values: unknown[] | undefined): boolean =>
  plannedAnew.has(connection) ? (values ?? []).length > 0 : !unprepared.has(connection)

function know(connection: Wire): Known {
  const known = knownOf.get(connection)
  if (known) return known
  const undescribed = Object.create(connection, { describe: { value: () => undefined } }) as Wire
  const made = { columns: new Map<string, Columns>(), undescribed }
  knownOf.set(connection, made)
  return made
}

/**
 * One statement. A prepared one has its columns described the first time on a connection and never again: PostgreSQL
 * refuses to run it once they change ("cached plan must not change result type").
 *
 * With a scope it is a transaction of its own: both statements before one Sync, which PostgreSQL runs as one
 * transaction and ends there. So the scope, local to the transaction, is gone before anything else can run, and the
 * whole is one message each way instead of the four of begin, scope, query and commit.
 */
class Statement extends PgQuery {
  readonly #scope: TenantScope | undefined
  #isScopeSet: boolean

  constructor({ name, text, values }: pg.QueryConfig, scope: TenantScope | undefined) {
    // pg would copy a whole config property by property
    super(text)
    this.name = name
    this.values = values
    // without values pg would send it as plain text, past `prepare`
    this.queryMode = 'extended'
    this.#scope = scope
    this.#isScopeSet = scope === undefined
  }

  override prepare(connection: Wire): void {
    if (!mayPrepare(connection, this.values)) this.name = undefined
    if (this.#scope) sendScope(connection, this.#scope)
    const { columns, undescribed } = know(connection)
    const known = this.name === undefined ? undefined : columns.get(this.name)
    if (known === undefined) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, known)
    this._accumulateRows = true
    super.prepare(undescribed)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isScopeSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (!this.#isScopeSet) {
      this.#isScopeSet = true
      return
    }
    super.handleCommandComplete(message, connection)
    if (this.name === undefined) return
    const { columns } = know(connection)
    if (columns.has(this.name)) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

function sendScope(connection: Wire, scope: TenantScope): void {
  const { name, text, values } = settingOf(scope)
  const isPrepared = mayPrepare(connection, values)
  if (!isPrepared) connection.parse({ name: '', text })
  else if (connection.parsedStatements[name] === undefined) {
    connection.parse({ name, text })
    connection.parsedStatements[name] = text
  }
  connection.bind({ statement: isPrepared ? name : '', values, valueMapper: asText })
  connection.execute({})
}

function asText(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : value
}

/** Runs one statement: within `scope` as a transaction of its own, without one wherever the connection is. */
export function runStatement(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  scope?: TenantScope,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new Statement(config, scope)
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query as unknown as pg.Submittable)
  })
}

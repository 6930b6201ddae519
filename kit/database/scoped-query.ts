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
  execute(portal: Record<string, never>): void
}

/** pg's query sends its messages in `prepare` and collects what comes back. */
interface PgQuery {
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
const PgQuery = pg.Query as unknown as new (config: pg.QueryConfig) => PgQuery

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

/**
 * One query in a transaction of its own with its scope: both statements before one Sync, which PostgreSQL runs as one
 * transaction and ends there. So the scope, local to the transaction, is gone before anything else can run, and the
 * whole is one message each way instead of the four of begin, scope, query and commit.
 */
class ScopedQuery extends PgQuery {
  readonly #scope: TenantScope
  #isScopeSet = false

  constructor(scope: TenantScope, config: pg.QueryConfig) {
    // without values pg would send it as plain text, past `prepare`
    super({ ...config, queryMode: 'extended' } as pg.QueryConfig)
    this.#scope = scope
  }

  override prepare(connection: Wire): void {
    const { name, text, values } = settingOf(this.#scope)
    if (connection.parsedStatements[name] === undefined) {
      connection.parse({ name, text })
      connection.parsedStatements[name] = text
    }
    connection.bind({ statement: name, values, valueMapper: asText })
    connection.execute({})
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isScopeSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isScopeSet) super.handleCommandComplete(message, connection)
    this.#isScopeSet = true
  }
}

function asText(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : value
}

/** Runs one query within `scope`, in one round trip. */
export function queryScoped(
  client: pg.ClientBase,
  scope: TenantScope,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(scope, config)
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query as unknown as pg.Submittable)
  })
}

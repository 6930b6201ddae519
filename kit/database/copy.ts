import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Compilable, sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CopyPlaces } from './copy-places.ts'
import type { Database } from './database.ts'
import { type Scope, tenantScope } from './scope.ts'
import { settingOf } from './statement.ts'

/** The same rows, in their order, with these of their columns alone. */
export function onlyColumns(query: Compilable, names: readonly string[]): Compilable {
  const chosen = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
  return {
    compile: () => {
      const compiled = query.compile()
      return { ...compiled, sql: `select ${chosen} from (${compiled.sql}) as listed` }
    },
  }
}

/** By it spreadsheets know UTF-8; without it Excel shows ş and ı as other letters. */
const byteOrderMark = '\uFEFF'

/** Rows on their way out, as CSV text with a byte order mark and a header row. */
export interface CopyOut {
  /** What the statement before them answered, in the same snapshot. */
  readonly first: readonly Readonly<Record<string, unknown>>[]
  /** Its first bytes are there: what can fail before the first row has not. */
  readonly stream: Readable
  /** Ends the statement and its connection, also in the middle; nothing when it is over. */
  stop(): void
}

/** What the driver knows of its connection and does not declare. */
interface Session {
  readonly processID: number
  readonly connection: { readonly stream: Socket }
}

/** A pool has 20 connections; these come on top of it. */
const limits = { most: 8, waitMs: 5_000 }
/** Whoever reads so slowly, or for whom the database writes so long, has to ask for less. */
const maxMsByDefault = 30 * 60_000

const placesOf = new WeakMap<Database, CopyPlaces>()

function takePlace(database: Database): Promise<() => void> {
  const places = placesOf.get(database) ?? new CopyPlaces(limits)
  placesOf.set(database, places)
  return places.take()
}

const noTenant = tenantScope('00000000-0000-0000-0000-000000000000', [])

export interface CopyOptions {
  readonly maxMs?: number
  /** A statement to ask before, which sees the very rows that are copied; `count`: how many there are, as `rows`. */
  readonly first?: Compilable | 'count'
}

/**
 * Runs a query as COPY … TO STDOUT on a connection of its own, within `scope`. Memory does not grow with the rows: the
 * database is read as fast as the stream is. Throws the 503 of too many at once.
 */
export async function copyOut(
  database: Database,
  scope: Scope,
  query: Compilable,
  { maxMs = maxMsByDefault, first }: CopyOptions = {},
): Promise<CopyOut> {
  const leave = await takePlace(database)
  const isPlatform = scope.kind === 'platform'
  const client = await database.connect(isPlatform ? 'platform' : 'app').catch((error: unknown) => {
    leave()
    throw error
  })
  const { processID, connection } = client as unknown as Session
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    leave()
  }
  const finish = () => {
    if (isOver) return
    end()
    client.end().catch(() => undefined)
  }
  const stop = () => {
    if (isOver) return
    end()
    // a server that waits for its client to read heeds no cancelling, only that the client is gone
    connection.stream.destroy()
    // and one that sorts writes nothing, so it would not see that either
    const canceller = database.reader(isPlatform ? { kind: 'platform' } : noTenant)
    canceller
      // Citus has one of its own for other numbers
      .selectNoFrom(sql`pg_cancel_backend(${processID}::integer)`.as('isCancelled'))
      .execute()
      .catch(() => undefined)
  }
  const timer = setTimeout(stop, maxMs)
  timer.unref()
  try {
    await client.query(
      first === undefined ? 'begin read only' : 'begin isolation level repeatable read read only',
    )
    if (scope.kind === 'tenant') {
      const { text, values } = settingOf(scope)
      await client.query(text, values)
    }
    const { sql, parameters } = query.compile()
    const asked = first === 'count' ? countOf(sql, parameters) : first?.compile()
    const rows =
      asked === undefined ? [] : (await client.query(asked.sql, [...asked.parameters])).rows
    const statement = `copy (${withLiterals(sql, parameters)}) to stdout (format csv, header true)`
    const stream: Readable = client.query(copyTo(statement))
    stream.once('close', finish)
    // the library's stream stays open when it fails, and would read on from what is gone
    stream.on('error', () => stream.destroy())
    await beginning(stream)
    stream.unshift(byteOrderMark)
    return { stream, stop, first: rows }
  } catch (error) {
    stop()
    throw error
  }
}

const countOf = (sql: string, parameters: readonly unknown[]) => ({
  sql: `select count(*)::bigint as rows from (${sql}) as counted`,
  parameters,
})

/** Until there is something to read, or nothing to come. */
function beginning(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('end', resolve)
    stream.once('error', reject)
  })
}

/** COPY takes no parameters, so each becomes a quoted literal, which the statement's own casts give its type. */
export function withLiterals(statement: string, parameters: readonly unknown[]): string {
  return statement.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(', ')}]`
  }
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return pg.escapeLiteral(String(value))
  }
  throw new Error('This value cannot be written into a statement')
}

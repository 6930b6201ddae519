import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fieldsOf } from '@counterfoil/kit/testing/sample.ts'
import type { LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { paramsOf, queryOf, send } from './requests.ts'
import type { Actor, Stage } from './stage.ts'

interface Row {
  readonly table: string
  readonly id: string
  readonly tenantId: string
  readonly merchantId: string | null
  /** Of what belongs to one person, like notifications. */
  readonly userId: string | null
}

/** Every record with an id, and whose it is. */
export async function readRows(owner: pg.Client): Promise<Row[]> {
  const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
      and obj_description(c.oid) like '%@shard:tenant%'
    group by c.relname`)
  const selects = tables
    .filter(({ columns }) => columns.includes('id'))
    .map(({ name, columns }) => {
      const merchant = name === 'merchant' ? 'id' : columns.find((one) => one === 'merchant_id')
      const user = columns.find((one) => one === 'user_id')
      return `select '${name}' as "table", id::text, tenant_id::text as "tenantId",
        ${merchant ?? 'null'}::text as "merchantId", ${user ?? 'null'}::text as "userId" from app.${name}`
    })
  const tenants = `select 'tenant', id::text, id::text, null, null from app.tenant`
  return (await owner.query<Row>([...selects, tenants].join(' union all '))).rows
}

function isOwn(actor: Actor, row: Row): boolean {
  if (row.tenantId !== actor.tenantId) return false
  if (row.userId !== null && row.userId !== actor.subject) return false
  if (actor.merchantIds === null || row.merchantId === null) return true
  return actor.merchantIds.includes(row.merchantId)
}

export interface Belongings {
  /** Ids to call with: one of each table, for strangers one of another tenant and one of the own. */
  readonly own: readonly string[]
  readonly foreign: readonly string[]
  /** Every id that must never appear in an answer to this actor. */
  readonly secret: ReadonlySet<string>
}

/** What the actor may see, and what it may not. */
export function divide(actor: Actor, rows: readonly Row[]): Belongings {
  const own = rows.filter((row) => isOwn(actor, row))
  const foreign = rows.filter((row) => !isOwn(actor, row))
  return {
    own: oneOfEach(own),
    foreign: [
      ...oneOfEach(foreign.filter((row) => row.tenantId !== actor.tenantId)),
      ...oneOfEach(foreign.filter((row) => row.tenantId === actor.tenantId)),
    ],
    secret: new Set(foreign.map((row) => row.id)),
  }
}

function oneOfEach(rows: readonly Row[]): string[] {
  return [...Map.groupBy(rows, (row) => row.table).values()].flatMap((some) =>
    some.slice(-1).map((row) => row.id),
  )
}

/** An actor at the calls of the API, among everybody's records. */
export interface Question {
  readonly stage: Stage
  readonly actor: Actor
  readonly rows: readonly Row[]
}

export interface Leak {
  readonly call: string
  readonly why: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Calls everything that the actor may call, with strangers' ids in the path and in each field of the query that takes
 * one. Returns what came through: an id that is not the actor's, or an answer other than 404.
 */
export async function findLeaks({ stage, actor, rows }: Question): Promise<Leak[]> {
  const { endpoints } = stage
  const { foreign, secret } = divide(actor, rows)
  const leaks: Leak[] = []
  for (const endpoint of endpoints.filter((one) => mayCall(actor, one))) {
    for (const { asked, ...parts } of strangeRequests(endpoint, foreign)) {
      const answer = await send(stage.app, endpoint, { token: actor.token, ...parts })
      const why = whatLeaks(answer, secret, asked) ?? (parts.params && wrongStatus(answer))
      const call = `${actor.kind}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(parts)}`
      if (why !== undefined) leaks.push({ call, why })
    }
  }
  return leaks
}

const wrongStatus = ({ statusCode }: LightMyRequestResponse) =>
  statusCode === 404 ? undefined : `answers ${statusCode}`

function whatLeaks(
  answer: LightMyRequestResponse,
  secret: ReadonlySet<string>,
  asked: string | undefined,
): string | undefined {
  if (answer.statusCode >= 500) return `answers ${answer.statusCode} ${answer.body}`
  const seen = (answer.body.match(uuid) ?? []).find((id) => secret.has(id) && id !== asked)
  return seen === undefined ? undefined : `shows ${seen}`
}

interface Strange {
  /** The stranger's id that is called with; an answer may name it back. */
  readonly asked?: string
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
}

function strangeRequests(endpoint: AnyEndpoint, foreign: readonly string[]): Strange[] {
  const names = paramsOf(endpoint)
  if (names.length > 0) {
    return foreign.map((asked) => ({
      asked,
      params: Object.fromEntries(names.map((name) => [name, asked])),
    }))
  }
  const { query } = endpoint
  if (!query) return [{}]
  const usual = queryOf(endpoint)
  const strange = fieldsOf(query).flatMap(({ name }) =>
    foreign.map((asked) => ({ asked, query: { ...usual, [name]: asked } })),
  )
  return [{}, ...strange.filter((one) => query.safeParse(one.query).success)]
}

export function mayCall(actor: Actor, { access }: AnyEndpoint): boolean {
  if (access.kind !== 'permission') return false
  return access.anyOf.length === 0 || access.anyOf.some((one) => actor.permissions.includes(one))
}

/** Parameterised calls that no own record reaches: for them the strangers' 404 would prove nothing. */
export async function findUnreached({ stage, actor, rows }: Question): Promise<string[]> {
  const { endpoints } = stage
  const { own } = divide(actor, rows)
  const unreached: string[] = []
  for (const endpoint of endpoints.filter((one) => mayCall(actor, one))) {
    const names = paramsOf(endpoint)
    if (names.length === 0) continue
    let isReached = false
    for (const id of own) {
      const params = Object.fromEntries(names.map((name) => [name, id]))
      const { statusCode } = await send(stage.app, endpoint, { token: actor.token, params })
      isReached ||= statusCode !== 404
      if (isReached) break
    }
    if (!isReached) unreached.push(`${endpoint.method} ${endpoint.path}`)
  }
  return unreached
}

import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fieldsOf } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import type pg from 'pg'
import { idParamsOf, paramsWith, queryOf, send } from './requests.ts'
import { statementsOf } from './statements.ts'
import type { Actor, TestApi } from './test-api.ts'

export interface Row {
  readonly table: string
  readonly id: string
  readonly tenantId: string
  readonly merchantId: string | null
  /** Of what belongs to one person, like notifications. */
  readonly userId: string | null
  /** Of a payment, and of what belongs to one. */
  readonly method: string | null
  readonly provider: string | null
}

/** Every record with an id, and whose it is; with `only`, those of these tables. */
export async function readRows(owner: pg.Client, only?: readonly string[]): Promise<Row[]> {
  const selects = (await tablesWithId(owner))
    .filter(({ name }) => only?.includes(name) !== false)
    .map(({ name, columns }) => {
      const merchant = name === 'merchant' ? 'id' : columns.find((one) => one === 'merchant_id')
      const user = columns.find((one) => one === 'user_id')
      return `select '${name}' as "table", id::text, tenant_id::text as "tenantId",
        ${merchant ?? 'null'}::text as "merchantId", ${user ?? 'null'}::text as "userId",
        ${ofPayment(name, columns, 'method')} as method,
        ${ofPayment(name, columns, 'provider')} as provider from app.${name} as x`
    })
  const tenants = `select 'tenant' as "table", id::text, id::text as "tenantId", null as "merchantId",
    null as "userId", null as method, null as provider from app.tenant`
  return (await owner.query<Row>([tenants, ...selects].join(' union all '))).rows
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}
const tablesOfOwner = new WeakMap<pg.Client, Promise<Table[]>>()

function tablesWithId(owner: pg.Client): Promise<Table[]> {
  const tables = tablesOfOwner.get(owner) ?? findTablesWithId(owner)
  tablesOfOwner.set(owner, tables)
  return tables
}

async function findTablesWithId(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
      and (obj_description(c.oid) like '%@shard:tenant%' or c.relname = 'federation_test')
    group by c.relname`)
  return rows.filter(({ columns }) => columns.includes('id'))
}

/** Whose record this is; undefined where none has the id. */
export async function tenantOf(owner: pg.Client, id: string): Promise<string | undefined> {
  const selects = (await tablesWithId(owner)).map(
    ({ name }) => `select id::text, tenant_id::text as "tenantId" from app.${name}`,
  )
  const all = [...selects, 'select id::text, id::text from app.tenant'].join(' union all ')
  // named, so that it is planned once
  const { rows } = await owner.query<Pick<Row, 'tenantId'>>({
    name: 'tenant of a record',
    text: `select "tenantId" from (${all}) as record where id = $1`,
    values: [id],
  })
  return rows[0]?.tenantId
}

/** How the payment that a row belongs to went. */
function ofPayment(table: string, columns: readonly string[], name: 'method' | 'provider'): string {
  if (table === 'payment') return `x.${name}`
  if (!columns.includes('payment_id')) return 'null::text'
  return `(select p.${name} from app.payment p where p.tenant_id = x.tenant_id and p.id = x.payment_id)`
}

function isOwn(actor: Actor, row: Row): boolean {
  if (row.tenantId !== actor.tenantId) return false
  if (row.userId !== null && row.userId !== actor.subject) return false
  if (row.method !== null && !(actor.methods?.includes(row.method) ?? true)) return false
  if (isElsewhere(actor, row)) return false
  if (actor.merchantIds === null || row.merchantId === null) return true
  return actor.merchantIds.includes(row.merchantId)
}

/** Of a payment through a provider that the actor does not see. */
const isElsewhere = ({ providers }: Actor, { provider }: Row) =>
  provider !== null && !(providers?.includes(provider) ?? true)

export interface Belongings {
  /** Records to call with: the latest of each table, for strangers of another tenant and of the own. */
  readonly own: readonly Row[]
  readonly foreign: readonly Row[]
  /** Every id that must never appear in an answer to this actor. */
  readonly secret: ReadonlySet<string>
}

/** What the actor may see, and what it may not. */
export function divide(actor: Actor, rows: readonly Row[]): Belongings {
  const own = rows.filter((row) => isOwn(actor, row))
  const foreign = rows.filter((row) => !isOwn(actor, row))
  return {
    own: someOfEach(own, 6),
    foreign: [
      ...someOfEach(
        foreign.filter((row) => row.tenantId !== actor.tenantId),
        1,
      ),
      ...someOfEach(
        foreign.filter((row) => row.tenantId === actor.tenantId && !isElsewhere(actor, row)),
        1,
      ),
      ...someOfEach(
        foreign.filter((row) => row.tenantId === actor.tenantId && isElsewhere(actor, row)),
        1,
      ),
    ],
    secret: new Set(foreign.map((row) => row.id)),
  }
}

/** One table of several kinds, each with calls of its own; merchants with a history, and those that calls make. */
const kindsOf: Readonly<Record<string, number>> = {
  ...{ template: 6, offer: 2, pipeline_item: 2 },
  merchant: 2,
}

function someOfEach(rows: readonly Row[], count: number): Row[] {
  // ids grow with time
  const byAge = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return [...Map.groupBy(byAge, (row) => row.table)].flatMap(([table, some]) =>
    some.slice(-count * (kindsOf[table] ?? 1)),
  )
}

/** An actor at the calls of the API, among everybody's records. */
export interface Question {
  readonly testApi: TestApi
  readonly actor: Actor
  readonly rows: readonly Row[]
}

export interface Leak {
  readonly call: string
  /** As in `Openings`. */
  readonly kind: string
  readonly why: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Kinds of requests by which something comes through when nothing keeps strangers out: only they can leak. */
export type Openings = ReadonlySet<string>

/**
 * Calls everything that the actor may call, with strangers' ids in the path and in each field of the query that takes
 * one. Returns what came through: an id that is not the actor's, or an answer other than 404. With `openings`, of the
 * requests with a stranger's id only these kinds are made.
 */
export async function findLeaks(question: Question, openings?: Openings): Promise<Leak[]> {
  const { testApi, actor, rows } = question
  const { own, foreign, secret } = divide(actor, rows)
  const tableOfId = tablesOf(rows)
  const quoted = [...foreign, ...rows.filter(isStaff)].map(({ id }) => id)
  const leaks: Leak[] = []
  for (const endpoint of testApi.endpoints.filter((one) => mayCall(actor, one)).sort(byHarm)) {
    const read = openings === undefined ? await tablesReadBy(question, endpoint) : undefined
    for (const { asked = [], ...parts } of strangeRequests(endpoint, own, foreign)) {
      if (read?.has(tableOfId.get(asked[0] ?? '') ?? '') === false) continue
      const kind = kindOf(endpoint, asked, tableOfId, parts.query)
      if (asked.length > 0 && openings?.has(kind) === false) continue
      // looking for what is open, once is enough
      if (openings === undefined && leaks.some((leak) => leak.kind === kind)) continue
      const answer = await send(testApi.app, endpoint, { token: actor.token, ...parts })
      const said = quotesItsReader.includes(endpoint.id) ? quoted : asked
      const why = whatLeaks(answer, secret, said) ?? (parts.params && wrongStatus(answer, asked))
      const call = `${actor.kind}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(parts)}`
      if (why !== undefined) leaks.push({ call, kind, why })
    }
  }
  return leaks
}

/**
 * The tables that a call of one id reads on its way to the 404 of an id that nothing has. A row of any other lets nobody
 * through, so it need not be tried. Undefined for calls of several ids or of none.
 */
export async function tablesReadBy({ testApi, actor, rows }: Question, endpoint: AnyEndpoint) {
  if (idParamsOf(endpoint).length !== 1) return undefined
  const params = paramsWith(endpoint, [randomUUID()])
  const texts = await statementsOf(() =>
    send(testApi.app, endpoint, { token: actor.token, params }),
  )
  const tables = new Set(rows.map(({ table }) => table))
  return new Set([...tables].filter((table) => texts.some((text) => names(text, table))))
}

const names = (text: string, table: string) => new RegExp(`\\b${table}\\b`).test(text)

const tablesOf = (rows: readonly Row[]) => new Map(rows.map(({ id, table }) => [id, table]))

/** The call, its fields, and what kinds of records it is asked for. */
function kindOf(
  endpoint: AnyEndpoint,
  asked: readonly string[],
  tables: ReadonlyMap<string, string>,
  query: Readonly<Record<string, string>> = {},
): string {
  const names = asked.map((id) => tables.get(id) ?? 'none')
  return [endpoint.id, ...Object.keys(query), ...names].join(' ')
}

/** What goes away with its whole is taken away before it. */
const parts = ['/api/crm/settings/crm/set-activities/:id']

/** What reads goes before what changes, and what takes away comes last: each still finds what it asks for. */
function byHarm(a: AnyEndpoint, b: AnyEndpoint): number {
  const harm = ({ method, path }: AnyEndpoint) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method) - (parts.includes(path) ? 0.5 : 0)
  return harm(a) - harm(b)
}

/** The trail of what was done holds what the actor asked before, and which of the platform's staff did something. */
const quotesItsReader = ['audit.trail', 'audit.trail-export']
const isStaff = ({ table, tenantId }: Row) =>
  table === 'app_user' && tenantId === tenantIdOf('counterfoil')

/** A stranger's id is the 404 of what is not there. As a mere filter below an own record it may also find nothing. */
function wrongStatus({ statusCode, body }: LightMyRequestResponse, asked: readonly string[]) {
  const isEmpty = statusCode === 200 && /^(\[\]|\{"data":\[\].*)$/.test(body)
  return statusCode === 404 || (isEmpty && asked.length > 1) ? undefined : `answers ${statusCode}`
}

function whatLeaks(
  answer: LightMyRequestResponse,
  secret: ReadonlySet<string>,
  asked: readonly string[],
): string | undefined {
  if (answer.statusCode >= 500) return `answers ${answer.statusCode} ${answer.body}`
  const seen = (textOf(answer).match(uuid) ?? []).find(
    (id) => secret.has(id) && !asked.includes(id),
  )
  return seen === undefined ? undefined : `shows ${seen}`
}

/** What the answer says; of a zip, what its files say. */
function textOf({ body, headers, rawPayload }: LightMyRequestResponse): string {
  if (!String(headers['content-type']).includes('zip')) return body
  const files = Object.values(unzipSync(rawPayload))
  return files.map((bytes) => strFromU8(bytes)).join('\n')
}

interface Strange {
  /** The ids that are called with; an answer may name them back. */
  readonly asked?: readonly string[]
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
}

function strangeRequests(
  endpoint: AnyEndpoint,
  own: readonly Row[],
  foreign: readonly Row[],
): Strange[] {
  if (idParamsOf(endpoint).length > 0) {
    const strangers = foreign.map((row) => [row.id])
    const mixed = namedTables(endpoint) ? mixedTuples : mixedPairs
    return [...strangers, ...mixed(endpoint, own, foreign)].map((ids) => ({
      asked: ids,
      params: paramsWith(endpoint, ids),
    }))
  }
  const { query, contentType } = endpoint
  // a file that is taken out reads as its list does, which is asked with strangers' ids
  if (!query || (contentType !== undefined && !isFullRun)) return [{}]
  const usual = queryOf(endpoint)
  const strange = fieldsOf(query).flatMap(({ name }) =>
    foreign
      .filter((row) => filteredBy.includes(row.table))
      .map(({ id }) => ({ asked: [id], query: { ...usual, [name]: id } })),
  )
  return [{}, ...strange.filter((one) => query.safeParse(one.query).success)]
}

const pairedTables = ['merchant', 'payment']
const isPaired = (row: Row) => pairedTables.includes(row.table)

/** For a path of two ids: one own and one of a stranger, both ways round. */
function mixedPairs(endpoint: AnyEndpoint, own: readonly Row[], foreign: readonly Row[]) {
  if (idParamsOf(endpoint).length < 2) return []
  return own.filter(isPaired).flatMap((mine) =>
    foreign.filter(isPaired).flatMap((theirs) => [
      [mine.id, theirs.id],
      [theirs.id, mine.id],
    ]),
  )
}

/** What the parameters of paths with several ids name. */
const tableOf: Readonly<Record<string, string>> = {
  customerId: 'merchant',
  organisationId: 'merchant',
  tenantId: 'tenant',
  ticketId: 'support_ticket',
  labelId: 'support_label',
  invitationId: 'support_invitation',
  deliveryId: 'webhook_delivery',
  documentId: 'merchant_document',
  'webhook-endpoints/id': 'webhook_endpoint',
  'identity-providers/id': 'identity_provider',
  testId: 'federation_test',
  'organizations/id': 'merchant',
}

/** The tables of a path of several ids, in its order; undefined when one of the names does not say. */
function namedTables(endpoint: AnyEndpoint): string[] | undefined {
  const of = (name: string) =>
    tableOf[name] ?? tableOf[`${endpoint.path.split(`/:${name}`)[0]?.split('/').at(-1)}/${name}`]
  const tables = idParamsOf(endpoint).map(of)
  return tables.length > 1 && tables.every((one) => one !== undefined) ? tables : undefined
}

/** All own but one: a stranger's in each place. */
function mixedTuples(endpoint: AnyEndpoint, own: readonly Row[], foreign: readonly Row[]) {
  const tables = namedTables(endpoint) ?? []
  const rowOf = (table: string) => own.find((row) => row.table === table)?.id ?? randomUUID()
  return tables.flatMap((table, place) =>
    foreign
      .filter((row) => row.table === table)
      .map(({ id }) => tables.map((other, at) => (at === place ? id : rowOf(other)))),
  )
}

/** Every combination of own records that the names of a path allow. */
function ownTuples(endpoint: AnyEndpoint, own: readonly Row[]): string[][] {
  return (namedTables(endpoint) ?? []).reduce<string[][]>(
    (tuples, table) =>
      tuples.flatMap((tuple) =>
        own.filter((row) => row.table === table).map(({ id }) => [...tuple, id]),
      ),
    [[]],
  )
}

/** What lists are filtered by. */
const filteredBy = ['tenant', 'merchant', 'payment', 'app_user', 'mid']

export function mayCall(actor: Actor, { access }: AnyEndpoint): boolean {
  if (access.kind !== 'permission') return false
  return access.anyOf.length === 0 || access.anyOf.some((one) => actor.permissions.includes(one))
}

/** Names of files and of the product's own schedules, and jobs in the queue's own tables: no ids that `readRows` knows. */
const isNoRecord = (path: string) =>
  path.startsWith('/api/crm/settings/scheduler/') ||
  // of the product's own catalogue
  /\/(file\/:name|base-widgets\/:id|dashboard\/data\/:endpointId)$/.test(path)

/** The platform gives tenants their widgets: to their own people these addresses are not there. */
const givenByPlatform = ['reporting', 'reporting/api/v2'].flatMap((prefix) => [
  `GET /api/${prefix}/dashboard/widgets-by-category/:tenantId/tenant`,
  `POST /api/${prefix}/dashboard/management/:tenantId/widgets`,
])
/** Money in suspense may be of any merchant and method. */
const ofSuspense = [
  'GET /api/crm/suspense/:id',
  'GET /api/crm/suspense/:id/candidates',
  ...['matches', 'returns', 'booked-returns', 'take-backs'].map(
    (step) => `POST /api/crm/suspense/:id/${step}`,
  ),
]

/** Where an actor has no record of its own to reach. */
const unreachable: Readonly<Record<string, readonly string[]>> = {
  // the made-up body names a merchant that is not among theirs
  operator: givenByPlatform,
  limited: [
    ...givenByPlatform,
    ...ofSuspense,
    'PUT /api/crm/settings/mid-managment/:id',
    'PUT /api/crm/settings/webhook-endpoints/:id',
    'PUT /api/crm/settings/websites/:id',
    'PUT /api/crm/settings/beneficiaries/:id',
    'PUT /api/crm/settings/merchant-confirmation-levels/:id',
    'PUT /api/crm/settings/antifraud/merchant-lists/:id',
    'PUT /api/crm/settings/merchant-error-mappings/:id',
    'PUT /api/crm/settings/antifraud/merchant-blacklists/:id',
    'PUT /api/crm/settings/antifraud/merchant-whitelists/:id',
    // levels for operators are of all merchants: row-level security keeps them from who sees some
    'GET /api/crm/settings/confirmation-levels/:id',
    'PUT /api/crm/settings/confirmation-levels/:id',
  ],
  // limited to methods that no bank settles
  narrow: [...givenByPlatform, ...ofSuspense, 'GET /api/banking/:organizationId/payments/:id'],
  merchant: [
    // no kind of record shows its changes to merchants
    'GET /api/crm/audit/:recordType/:recordId',
    'PUT /api/crm/settings/webhook-endpoints/:id',
    'PUT /api/crm/settings/websites/:id',
    'PUT /api/crm/settings/beneficiaries/:id',
    'PUT /api/crm/settings/merchant-confirmation-levels/:id',
    'PUT /api/crm/settings/merchant-error-mappings/:id',
    'PUT /api/crm/settings/antifraud/merchant-blacklists/:id',
    'PUT /api/crm/settings/antifraud/merchant-whitelists/:id',
  ],
}

/**
 * Parameterised calls that no own record reaches: for them the strangers' 404 would prove nothing. All actors ask each
 * call in turn; what one has taken away, the next ones need not. Who is limited to some merchants reaches no operator.
 */
export async function findUnreached(
  questions: readonly Question[],
  openings: Openings,
): Promise<string[]> {
  const unreached: string[] = []
  const likely = new Set(openings)
  for (const endpoint of (questions[0]?.testApi.endpoints ?? []).toSorted(byHarm)) {
    const call = `${endpoint.method} ${endpoint.path}`
    for (const question of questions) {
      const { kind } = question.actor
      if (!mayCall(question.actor, endpoint) || idParamsOf(endpoint).length === 0) continue
      if (isNoRecord(endpoint.path) || unreachable[kind]?.includes(call)) continue
      if (kind === 'limited' && endpoint.path.includes('/tenant-user/')) continue
      const isReached = await reaches(question, endpoint, likely)
      if (isReached && endpoint.method === 'DELETE') break
      if (!isReached) unreached.push(`${kind}: ${call}`)
    }
  }
  return unreached
}

/**
 * Whether some own record is not answered with 404. What let a stranger's record through takes an own one of that kind,
 * and what one actor reached the next one reaches: the rest is hardly ever asked. What reaches is added to `likely`.
 */
async function reaches(
  question: Question,
  endpoint: AnyEndpoint,
  likely: Set<string>,
): Promise<boolean> {
  const { testApi, actor, rows } = question
  // whoever calls here must not be done away with by another's call
  const { own } = divide(
    actor,
    rows.filter((row) => !testApi.actors.has(row.id)),
  )
  const some = own.filter(isPaired)
  const people = own.filter((row) => row.table === 'app_user')
  const tables = tablesOf(rows)
  const isLikely = (ids: readonly string[]) => likely.has(kindOf(endpoint, ids, tables))
  const read = await tablesReadBy(question, endpoint)
  const tried = inOrderOf(
    [
      ...(namedTables(endpoint) ? ownTuples(endpoint, own) : []),
      ...oneOfEachFirst(own).map(({ id }) => [id]),
      ...some.flatMap((one) => some.map((other) => [one.id, other.id])),
      ...people.map(({ id }) => [actor.tenantId, id]),
    ],
    isLikely,
    ([id = '']) => read?.has(tables.get(id) ?? '') ?? false,
  )
  for (const ids of tried) {
    const params = paramsWith(endpoint, ids)
    const { statusCode } = await send(testApi.app, endpoint, { token: actor.token, params })
    if (statusCode === 404) continue
    likely.add(kindOf(endpoint, ids, tables))
    return true
  }
  return false
}

/** What the first test holds for, then what the second holds for, then the rest. */
function inOrderOf<T>(all: readonly T[], ...tests: readonly ((one: T) => boolean)[]): T[] {
  const place = (one: T) => [...tests.map((test) => test(one)), true].indexOf(true)
  return all.toSorted((a, b) => place(a) - place(b))
}

function oneOfEachFirst(rows: readonly Row[]): Row[] {
  const places = new Map<string, number>()
  const placed = rows.map((row) => {
    const place = places.get(row.table) ?? 0
    places.set(row.table, place + 1)
    return { row, place }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ row }) => row)
}

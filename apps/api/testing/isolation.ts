import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fieldsOf } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { divide, type Row } from './isolation-rows.ts'
import { idParamsOf, paramsWith, queryOf, send } from './requests.ts'
import { statementsOf } from './statements.ts'
import type { Actor, TestApi } from './test-api.ts'

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
    for (const { asked = [], query } of strangeRequests(endpoint, own, foreign)) {
      if (read?.has(tableOfId.get(asked[0] ?? '') ?? '') === false) continue
      const kind = kindOf(endpoint, asked, tableOfId, query)
      if (asked.length > 0 && openings?.has(kind) === false) continue
      // looking for what is open, once is enough
      if (openings === undefined && leaks.some((leak) => leak.kind === kind)) continue
      const isInAddress = asked.length > 0 && idParamsOf(endpoint).length > 0
      const parts = isInAddress ? { params: paramsWith(endpoint, asked) } : { query }
      const answer = await send(testApi.app, endpoint, { token: actor.token, ...parts })
      const said = quotesItsReader.includes(endpoint.id) ? quoted : asked
      const why =
        whatLeaks(answer, secret, said) ?? (isInAddress ? wrongStatus(answer, asked) : undefined)
      const call = `${actor.kind}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(parts)}`
      if (why !== undefined) leaks.push({ call, kind, why })
    }
  }
  return leaks
}

/**
 * The tables that a call of one id reads on its way to the 404 of an id that nothing has, besides what every request of
 * the actor reads, in the order in which it names them. A row of any other lets nobody through, so it need not be tried.
 * Undefined for calls of several ids or of none.
 */
export async function tablesReadBy({ testApi, actor, rows }: Question, endpoint: AnyEndpoint) {
  if (idParamsOf(endpoint).length !== 1) return undefined
  const params = paramsWith(endpoint, [randomUUID()])
  const texts = await statementsOf(() =>
    send(testApi.app, endpoint, { token: actor.token, params }),
  )
  const usual = await usualStatements(testApi, actor)
  const own = texts.filter((text) => !usual.has(text))
  const tables = new Set(rows.map(({ table }) => table))
  return new Set(own.flatMap((text) => text.match(/\w+/g) ?? []).filter((one) => tables.has(one)))
}

const usualOf = new WeakMap<Actor, Promise<ReadonlySet<string>>>()

/** What each request reads to know who asks: the statements that are the same in two calls of different subjects. */
function usualStatements(testApi: TestApi, actor: Actor): Promise<ReadonlySet<string>> {
  const usual = usualOf.get(actor) ?? findUsualStatements(testApi, actor)
  usualOf.set(actor, usual)
  return usual
}

async function findUsualStatements({ app, endpoints }: TestApi, actor: Actor) {
  const subjects = new Map(
    endpoints
      .filter((one) => one.method === 'GET' && !one.contentType && mayCall(actor, one))
      .filter((one) => idParamsOf(one).length === 0)
      .map((one) => [one.id.split('.')[0], one] as const),
  )
  const [first, second] = [...subjects.values()]
  if (first === undefined || second === undefined) return new Set<string>()
  // one after the other: what is noted is of the whole process
  const ofFirst = await textsOf(app, first, actor)
  return ofFirst.intersection(await textsOf(app, second, actor))
}

const textsOf = async (app: TestApi['app'], endpoint: AnyEndpoint, { token }: Actor) =>
  new Set(await statementsOf(() => send(app, endpoint, { token })))

export const tablesOf = (rows: readonly Row[]) => new Map(rows.map(({ id, table }) => [id, table]))

/** The call, its fields, and what kinds of records it is asked for. */
export function kindOf(
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
export function byHarm(a: AnyEndpoint, b: AnyEndpoint): number {
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
export function textOf({ body, headers, rawPayload }: LightMyRequestResponse): string {
  if (!String(headers['content-type']).includes('zip')) return body
  const files = Object.values(unzipSync(rawPayload))
  return files.map((bytes) => strFromU8(bytes)).join('\n')
}

interface Strange {
  /** The ids that are called with, in the address where that takes any; an answer may name them back. */
  readonly asked?: readonly string[]
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
    return [...strangers, ...mixed(endpoint, own, foreign)].map((asked) => ({ asked }))
  }
  const { query, contentType } = endpoint
  // a file that is taken out reads as its list does, which is asked with strangers' ids
  if (!query || (contentType !== undefined && !isFullRun)) return [{}]
  const usual = queryOf(endpoint)
  const strange = fieldsOf(query).flatMap(({ name }) =>
    foreign
      .filter(({ table }) => isFullRun || mayName(name, table))
      .filter((row) => filteredBy.includes(row.table))
      .map(({ id }) => ({ asked: [id], query: { ...usual, [name]: id } })),
  )
  return [{}, ...strange.filter((one) => query.safeParse(one.query).success)]
}

const pairedTables = ['merchant', 'payment']
export const isPaired = (row: Row) => pairedTables.includes(row.table)

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
export function namedTables(endpoint: AnyEndpoint): string[] | undefined {
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

/** What lists are filtered by. */
const filteredBy = ['tenant', 'merchant', 'payment', 'app_user', 'mid']

/** Names of fields that take an id, by its table; a name that matches none may take an id of any table. */
const fieldsOfTable: Readonly<Record<string, RegExp>> = {
  tenant: /tenant/i,
  merchant: /merchant|customer|organi[sz]ation|partOf/i,
  payment: /payment|transaction/i,
  app_user: /user|actor|owner|assignee|person|maker|approver/i,
  mid: /mid(Id)?$/i,
}
const takesAnyId = /^(id|ids|key|keys|search|searchKey|searchParam|externalId|recordId|peer)$/i

/** Whether a field of this name may be filled with the id of such a record, and be understood. */
const mayName = (field: string, table: string) =>
  takesAnyId.test(field) || fieldsOfTable[table]?.test(field) === true

export function mayCall(actor: Actor, { access }: AnyEndpoint): boolean {
  if (access.kind !== 'permission') return false
  return access.anyOf.length === 0 || access.anyOf.some((one) => actor.permissions.includes(one))
}

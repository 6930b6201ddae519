// Which calls leave an audit entry, and how each of them is made to succeed once.
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { recordNames } from '@counterfoil/kit/server/resources/record-names.ts'
import type { LightMyRequestResponse } from 'fastify'
import { type Fixture, upload } from './call-samples.ts'
import { mayCall, namedTables, tablesReadBy } from './isolation.ts'
import { ownTuples } from './isolation-reach.ts'
import { divide, readRows, tenantOf } from './isolation-rows.ts'
import { idParamsOf, paramsWith, type RequestParts, send } from './requests.ts'
import { valuesIn } from './resource-changes.ts'
import { makeRoom, valuesFor } from './resource-values.ts'
import { allSamples, samplesOf } from './samples.ts'
import type { Actor } from './test-api.ts'

/** Reads that show what people sent or typed in confidence; every other read that counts is a file that is taken out. */
const sensitiveReads = ['payments.apiLog', 'payments.apiLog-merchant', 'emails.read']

/** What changes, takes out or shows in confidence. What plays the outside world is none of ours. */
export const leavesAnEntry = ({ id, method, path, contentType, access }: AnyEndpoint): boolean =>
  !path.startsWith('/sandbox/') &&
  (method !== 'GET' || access.kind !== 'public') &&
  (method !== 'GET' || contentType !== undefined || sensitiveReads.includes(id))

export const withoutEntry = samplesOf('withoutEntry')
export const withoutBefore = samplesOf('withoutBefore')
const samples = samplesOf('calls')

export interface Outcome {
  readonly answer: LightMyRequestResponse
  readonly actor: Actor | undefined
  /** Of the record that the path names last. */
  readonly recordId: string | undefined
  /** Whose that record was before the call, which may have deleted it. */
  readonly tenantId: string | undefined
  /** What was answered before. */
  readonly refusals: readonly string[]
}

/** Those who may call it, and what each of them calls it with. */
export async function* requestsFor(
  fixture: Fixture,
  endpoint: AnyEndpoint,
): AsyncGenerator<{ readonly actor: Actor | undefined; readonly inputs: readonly RequestParts[] }> {
  const resource = fixture.resourceOf(endpoint.id)
  const sample = samples[endpoint.id]
  for (const actor of actorsFor(fixture, endpoint)) {
    const given = await sample?.(fixture, actor)
    const isWhole = given?.params !== undefined || idParamsOf(endpoint).length === 0
    const inputs =
      given !== undefined && isWhole
        ? [given]
        : (await usualInputs(fixture, endpoint, actor, resource)).map((one) => ({
            ...one,
            ...given,
          }))
    yield { actor, inputs }
  }
}

/** Calls it as those who may, on records of theirs, until it succeeds. What it answered last when it never did. */
export async function succeed(fixture: Fixture, endpoint: AnyEndpoint): Promise<Outcome> {
  let last: Outcome | undefined
  const refusals: string[] = []
  for await (const { actor, inputs } of requestsFor(fixture, endpoint)) {
    for (const { token = actor?.token, ...parts } of inputs) {
      const recordId = idOf(endpoint, parts)
      const tenantId = recordId && (await tenantOf(fixture.testApi.test.owner, recordId))
      const answer = await send(fixture.testApi.app, endpoint, { token, ...parts })
      last = { answer, actor, recordId, tenantId, refusals }
      if (answer.statusCode < 300) return last
      refusals.push(`${actor?.kind} ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    }
  }
  if (last === undefined) throw new Error(`${endpoint.id}: nobody has anything to call it with`)
  return last
}

const idOf = (endpoint: AnyEndpoint, { params }: RequestParts) =>
  params?.[idParamsOf(endpoint).at(-1) ?? '']

const actorsFor = ({ actors }: Fixture, endpoint: AnyEndpoint): readonly (Actor | undefined)[] =>
  endpoint.access.kind === 'permission'
    ? actors.filter((one) => mayCall(one, endpoint))
    : [undefined]

async function usualInputs(
  fixture: Fixture,
  endpoint: AnyEndpoint,
  actor: Actor | undefined,
  resource: Resource | undefined,
): Promise<RequestParts[]> {
  if (actor === undefined) return []
  if (resource !== undefined) return [await inputOf(fixture, endpoint, actor, resource)]
  const { testApi } = fixture
  const all = await readRows(testApi.test.owner)
  const { own, foreign } = divide(
    actor,
    all.filter((row) => !testApi.actors.has(row.id)),
  )
  const seen = actor.kind === 'platform' ? [...foreign, ...own] : own
  if (namedTables(endpoint) !== undefined) return paramsOf(endpoint, ownTuples(endpoint, seen))
  const read = await tablesReadBy({ testApi, actor, rows: all }, endpoint)
  const ids = [...(read ?? [])].flatMap((table) => seen.filter((row) => row.table === table))
  return paramsOf(endpoint, idParamsOf(endpoint).length === 0 ? [[]] : ids.map(({ id }) => [id]))
}

const paramsOf = (endpoint: AnyEndpoint, tuples: readonly (readonly string[])[]): RequestParts[] =>
  tuples.map((ids) => ({ params: paramsWith(endpoint, ids) }))

/** A call of a declared resource, on a record that is made for it. */
async function inputOf(
  { make, ask, testApi }: Fixture,
  endpoint: AnyEndpoint,
  actor: Actor,
  of: Resource,
): Promise<RequestParts> {
  await makeRoom(testApi.test, of)
  const { create, update, remove, import: taken, activate, order } = of.calls
  const values = () =>
    valuesFor(of, async (field, partOf) => {
      const query = new URLSearchParams({
        ...(of.owner === 'tenant' ? { tenantId: actor.tenantId } : {}),
        ...(partOf === undefined ? {} : { partOf }),
      })
      const found = await ask(actor, `/api${of.path}/options/${field}?${query}`)
      return found.json().map(({ id }: { id: string }) => id)
    })
  if (endpoint === create) return { body: await values() }
  if (endpoint.id === of.calls.export.id) return {}
  const row =
    create === undefined
      ? (await ask(actor, `/api${of.path}`)).json().data[0]
      : await make(of, actor, await values())
  const params = { id: row.id }
  if (endpoint === update) return { params, body: { ...valuesIn(of, row), version: row.version } }
  if (endpoint === remove) return { params }
  if (endpoint === activate) return { body: { ids: [row.id], isActive: !row.isActive } }
  if (endpoint === order) {
    const parent = of.orderedIn ?? ''
    const all: ResourceRow[] = (await ask(actor, `/api${of.path}?pageSize=100`)).json().data
    const ids = all.filter((one) => one[parent] === row[parent]).map(({ id }) => id)
    return { body: { ids: ids.reverse() } }
  }
  if (endpoint !== taken) return { params }
  const query = { tenantId: actor.tenantId, pageSize: '1' }
  const csv = await ask(actor, `/api${of.path}/export?${new URLSearchParams(query)}`)
  return upload('file', 'rows.csv', csv.body)
}

interface Entry {
  readonly tenant_id: string
  readonly actor_id: string
  readonly action: string
  readonly record_type: string
  readonly record_id: string
  readonly ip: string
  readonly before: unknown
  readonly after: unknown
}

/** Whether a call changes a record that is there: its method says so, or its feature. */
const isChange = ({ id, method }: AnyEndpoint): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) || allSamples.some(({ changes }) => changes?.test(id))

/** What is wrong with the entry that a call left; undefined: nothing. */
export async function wrongEntry(
  { testApi }: Fixture,
  endpoint: AnyEndpoint,
  { answer, actor, recordId, tenantId }: Outcome,
): Promise<string | undefined> {
  const { rows } = await testApi.test.owner.query<Entry>(
    'select * from app.audit_entry where request_id = $1',
    [answer.headers['x-request-id']],
  )
  const [entry] = rows
  if (entry === undefined) return 'no entry'
  if (entry.action !== endpoint.id) return `another action: ${entry.action}`
  if (entry.ip === '' || entry.record_type === '') return 'not from where, or not what'
  if (actor !== undefined && entry.actor_id !== actor.subject) return 'somebody else'
  if (!Object.hasOwn(recordNames(), entry.record_type)) return `no name: ${entry.record_type}`
  const ofRecord = tenantId ?? (await tenantOf(testApi.test.owner, recordId ?? entry.record_id))
  const home = homeOf(endpoint, actor, ofRecord)
  if (home !== undefined && entry.tenant_id !== home)
    return `in another organisation: ${entry.tenant_id}`
  const isExcused = Object.hasOwn(withoutBefore, endpoint.id)
  if (isExcused && entry.before !== null) return 'it has something of before: no excuse is needed'
  if (isChange(endpoint) && !isExcused && entry.before === null) return 'nothing of before'
  const expectsAfter = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !isExcused
  return expectsAfter && entry.after === null ? 'nothing of after' : undefined
}

/** Tickets are worked on by two organisations: each keeps what its own people did. */
const keptWithItsActor = /^support\./

/** Where the entry belongs: to the record's organisation, for what names none to the actor's; undefined: to any. */
function homeOf(
  endpoint: AnyEndpoint,
  actor: Actor | undefined,
  ofRecord: string | undefined,
): string | undefined {
  if (actor === undefined) return ofRecord
  const isActors = ofRecord === undefined || keptWithItsActor.test(endpoint.id)
  return isActors ? actor.tenantId : ofRecord
}

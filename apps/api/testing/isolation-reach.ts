// Whether own records come through, so that a stranger's 404 proves something.
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { sampleOf } from '@counterfoil/kit/testing/sample.ts'
import {
  byHarm,
  isPaired,
  kindOf,
  mayCall,
  namedTables,
  type Openings,
  type Question,
  tablesOf,
  tablesReadBy,
} from './isolation.ts'
import { divide, type Row } from './isolation-rows.ts'
import { idParamsOf, paramsWith, send } from './requests.ts'

/** Every combination of own records that the names of a path allow. */
export function ownTuples(endpoint: AnyEndpoint, own: readonly Row[]): string[][] {
  return (namedTables(endpoint) ?? []).reduce<string[][]>(
    (tuples, table) =>
      tuples.flatMap((tuple) =>
        own.filter((row) => row.table === table).map(({ id }) => [...tuple, id]),
      ),
    [[]],
  )
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
  'GET /api/crm/suspense/:id/bookings',
  ...['matches', 'returns', 'booked-returns', 'bookings', 'take-backs'].map(
    (step) => `POST /api/crm/suspense/:id/${step}`,
  ),
]

/** Where an actor has no record of its own to reach. */
const unreachable: Readonly<Record<string, readonly string[]>> = {
  operator: givenByPlatform,
  limited: [
    ...givenByPlatform,
    ...ofSuspense,
    // levels for operators are of all merchants: row-level security keeps them from who sees some
    'GET /api/crm/settings/confirmation-levels/:id',
    'PUT /api/crm/settings/confirmation-levels/:id',
  ],
  // limited to methods that no bank settles
  narrow: [
    ...givenByPlatform,
    ...ofSuspense,
    'GET /api/banking/:organizationId/payments/:id',
    'POST /api/crm/tenpaybankorders/items/:id/book',
    // of mails about tickets there is none here
    'GET /api/crm/emails/:emailId',
  ],
  merchant: [
    // no kind of record shows its changes to merchants
    'GET /api/crm/audit/:recordType/:recordId',
  ],
}

/**
 * Parameterised calls that no own record reaches: for them the strangers' 404 would prove nothing. All actors ask each
 * call in turn; what one has taken away, the next ones need not. Who is limited to some merchants reaches no operator.
 */
export async function findUnreached(
  questions: readonly Question[],
  openings: Openings | undefined,
): Promise<string[]> {
  const unreached: string[] = []
  const likely = new Set(openings)
  const resources = await scanResources()
  for (const endpoint of (questions[0]?.testApi.endpoints ?? []).toSorted(byHarm)) {
    const call = `${endpoint.method} ${endpoint.path}`
    for (const question of questions) {
      const { kind } = question.actor
      if (!mayCall(question.actor, endpoint) || idParamsOf(endpoint).length === 0) continue
      if (isNoRecord(endpoint.path) || unreachable[kind]?.includes(call)) continue
      if (kind === 'limited' && endpoint.path.includes('/tenant-user/')) continue
      const isReached = await reaches(question, endpoint, likely, resources)
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
  resources: readonly Resource[],
): Promise<boolean> {
  const { testApi, actor, rows } = question
  // an actor that another call deletes could not ask any more
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
  const body = bodyOfMerchant(question, endpoint, resources)
  for (const ids of tried) {
    const params = paramsWith(endpoint, ids)
    const { statusCode } = await send(testApi.app, endpoint, { token: actor.token, params, body })
    if (statusCode === 404) continue
    likely.add(kindOf(endpoint, ids, tables))
    return true
  }
  return false
}

/** The change of a merchant's record names one of the actor's own merchants: a made-up one is not there, whatever the record. */
function bodyOfMerchant(
  { actor, rows }: Question,
  endpoint: AnyEndpoint,
  resources: readonly Resource[],
): object | undefined {
  const field = resources.find(({ calls }) => calls.update?.id === endpoint.id)?.merchantField
  if (field === undefined || field === 'id' || endpoint.body === undefined) return undefined
  const { own } = divide(actor, rows)
  const merchantId = own.find(({ table }) => table === 'merchant')?.id
  return { ...(sampleOf(endpoint.body) as object), [field]: merchantId }
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

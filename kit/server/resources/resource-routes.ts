import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ListQuery } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { copyResourceRows } from '@counterfoil/kit/database/resource-export.ts'
import {
  countResourceRows,
  findResourceRow,
  listOptions,
  listResourceRows,
} from '@counterfoil/kit/database/resource-rows.ts'
import { answerCsv } from '../codecs/csv.ts'
import { actOnceForCaller } from '../idempotency/act-once.ts'
import { storeImport } from '../imports/store-import.ts'
import type { Context, UserCaller } from '../request/context.ts'
import { pageOf } from '../request/counted-page.ts'
import { type Route, route } from '../request/route.ts'
import { nameRecordsOf } from './record-names.ts'
import {
  type Change,
  changeRow,
  createRow,
  type ResourceRules,
  readView,
  removeRow,
  switchRow,
} from './resource-changes.ts'
import { orderRoute } from './resource-order.ts'
import { viewsOf } from './resource-views.ts'

type Called = Context<UserCaller>

/** All calls of a declared resource. A rich one gives its own rules, or leaves calls out that it answers itself. */
export function resourceRoutes(
  of: Resource,
  rules: ResourceRules = {},
  answeredElsewhere: readonly string[] = [],
): Route[] {
  nameRecordsOf(of)
  return [...reading(of), ...changing(of, rules)].filter(
    ({ endpoint }) => !answeredElsewhere.includes(endpoint.id),
  )
}

/** A page of the records, as `list` answers it. */
export async function listViews(db: Db, of: Resource, query: ListQuery) {
  checkSort(of, query)
  const page = pageOf(query)
  const [rows, count] = await Promise.all([
    listResourceRows(db, of, query, page),
    countResourceRows(db, of, query),
  ])
  return { data: await viewsOf(db, of, rows), count }
}

function reading(of: Resource): Route[] {
  const { calls } = of
  const routes = [
    route(calls.list, ({ query }, { db }) => listViews(db, of, query)),
    route(calls.read, ({ params }, { db }) => readView(db, of, params.id)),
    route(calls.export, async ({ query }, context) => {
      const { db, reply } = context
      checkSort(of, query)
      // what fails at once is still a problem document
      const csv = await copyResourceRows(context.database, db, of, query)
      const record = { type: `${of.id}-export`, id: of.id, after: query }
      await context.transaction((tx) => context.audit(tx, record))
      return answerCsv(csv, reply, `${of.id}.csv`)
    }),
  ]
  if (calls.options === undefined) return routes
  return [
    ...routes,
    route(calls.options, async ({ params, query }, { db, caller }) => {
      const target = of.fields[params.field]?.target
      if (target === undefined) throw notFound('The field')
      const { which, ...search } = query
      // a list by now, however it came
      const keys = search.keys as string[] | undefined
      const options = await listOptions(db, target, {
        ...search,
        ...{ keys, isInUse: which !== 'all', language: textLanguage(caller.locale) },
      })
      return options.map(({ id, name, nameTr }) => ({
        id,
        name: nameOf(target.key, id, name),
        ...(nameTr === undefined ? {} : { nameTr: nameOf(target.key, id, nameTr) }),
      }))
    }),
  ]
}

/** A code says more beside its name; an id says nothing. */
const nameOf = (key: string, id: string, name: string) => (key === 'id' ? name : `${name} (${id})`)

function checkSort(of: Resource, { sort }: ListQuery): void {
  if (sort === undefined) return
  const name = sort.replace(/^-/, '')
  if (name === 'updatedAt' || Object.hasOwn({ ...of.computedFields, ...of.fields }, name)) return
  const message = 'The list cannot be sorted by this'
  throw new Problem('request.invalid', 400, message, { path: 'sort' })
}

function changing(of: Resource, rules: ResourceRules): Route[] {
  const { create, update, remove, import: taken, activate, order } = of.calls
  const on = (db: Db, context: Called): Change => ({ db, of, context, rules })
  const routes: Route[] = [
    route(activate, async ({ body }, context) => {
      const places = await tenantsOf(of, body.ids, context)
      const count = { changed: 0, waits: 0, same: 0 }
      for (const [tenantId, ids] of places) {
        await context.transaction(async (db) => {
          for (const id of ids) count[await switchRow(on(db, context), id, body.isActive)] += 1
        }, tenantId)
      }
      const { changed, waits } = count
      return waits === 0 ? { changed } : { changed, waiting: waits }
    }),
  ]
  if (order !== undefined) {
    routes.push(orderRoute(of, order, rules, (id, context) => tenantOfRow(of, id, context)))
  }
  if (update === undefined) return routes
  routes.push(
    route(update, async ({ params, body }, context) => {
      const { version, ...values } = body
      await rules.ask?.(values, context)
      const tenantId = await tenantOfRow(of, params.id, context)
      return context.transaction(async (db) => {
        await changeRow(on(db, context), params.id, values, version)
        return readView(db, of, params.id)
      }, tenantId)
    }),
  )
  if (create === undefined) return routes
  return [
    ...routes,
    route(create, async ({ query, body }, context) => {
      await rules.ask?.(body, context)
      const tenantId = tenantFor(of, context, query.tenantId)
      const inTenant = <T>(work: (db: Db) => Promise<T>) => context.transaction(work, tenantId)
      const request = { endpointId: create.id, params: query, body }
      let shown: string | undefined
      const view = await actOnceForCaller(context, inTenant, request, async (db) => {
        const { key, shownOnce } = await createRow(on(db, context), body)
        shown = shownOnce
        return readView(db, of, key)
      })
      if (shown !== undefined) return { ...view, shownOnce: shown }
      // of a repeat: the secret is stored nowhere
      if (of.credential !== undefined) throw secretGone()
      return view
    }),
    ...(remove === undefined
      ? []
      : [
          route(remove, async ({ params }, context) => {
            const tenantId = await tenantOfRow(of, params.id, context)
            await context.transaction((db) => removeRow(on(db, context), params.id), tenantId)
            return undefined
          }),
        ]),
    ...(taken === undefined
      ? []
      : [
          route(
            taken,
            ({ query, body }, context) =>
              storeImport(of, body, context, tenantFor(of, context, query.tenantId)),
            { importing: { of, rules } },
          ),
        ]),
  ]
}

const secretGone = () =>
  new Problem(
    'resource.secret_gone',
    409,
    'It is made already, but its secret was shown with the first answer alone. Look for it in the list, and make another one.',
  )

/** The tenant that is written in: the caller's, or the one that platform staff named. */
function tenantFor(of: Resource, { caller }: Called, named: string | undefined) {
  if (of.owner === 'platform' && caller.userType !== 'platform') throw forbidden()
  return named
}

/** The tenant of a record that the caller may see; the 404 of what is not there for everybody else. */
export async function tenantOfRow(of: Resource, id: string, context: Called) {
  const row = await findResourceRow(context.db, of, id)
  if (row === undefined) throw notFound(of.one.en)
  return tenantFor(of, context, of.owner === 'tenant' ? String(row.tenant_id) : undefined)
}

async function tenantsOf(of: Resource, ids: readonly string[], context: Called) {
  const places = new Map<string | undefined, string[]>()
  for (const id of new Set(ids)) {
    const tenantId = await tenantOfRow(of, id, context)
    places.set(tenantId, [...(places.get(tenantId) ?? []), id])
  }
  return places
}

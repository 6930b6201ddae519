import { checkWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import { productCategories } from '@counterfoil/features/dashboards/widgets/default-widgets.rules.ts'
import type { Widget, WidgetBody } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { recordView } from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { copyLater } from './copy-widgets.jobs.ts'
import { rights } from './management.contract.ts'
import {
  type CategoryInput,
  deleteWidget,
  insertCategory,
  insertWidget,
  listCategoryRows,
  lockWidget,
  updateWidget,
  type WidgetRow,
} from './management.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ noCategory: 'There is no such category' })

type Call = Context<UserCaller>

export function changedMeanwhile(): Problem {
  return new Problem(
    'dashboard.record_changed',
    409,
    'It was changed meanwhile. Read it again first.',
  )
}

const widgetRecord = (id: string) => ({ type: 'dashboard-widget', id })

async function insertChecked(
  db: Db,
  body: WidgetBody,
  { caller, now, audit }: Call,
): Promise<Widget> {
  await check(db, caller, body)
  const after = recordView(await insertWidget(db, caller.tenantId, body, now))
  await audit(db, { ...widgetRecord(after.widgetId), after })
  return after
}

export const createOne = (body: WidgetBody, context: Call): Promise<Widget> =>
  context.transaction((db) => insertChecked(db, body, context))

interface Imported {
  readonly categories: readonly (CategoryInput & { readonly categoryId: string })[]
  readonly widgets: readonly WidgetBody[]
}

/** All of them or none: a refusal names the widget by its number and its name. */
export function importAll({ categories, widgets }: Imported, context: Call) {
  return context.transaction(async (db) => {
    const used = categories.filter(({ categoryId }) =>
      widgets.some((one) => one.categoryId === categoryId),
    )
    const categoryIds = await importCategories(db, used, context)
    const data: Widget[] = []
    for (const [at, body] of widgets.entries()) {
      const categoryId = categoryIds.get(body.categoryId) ?? body.categoryId
      try {
        data.push(await insertChecked(db, { ...body, categoryId }, context))
      } catch (error) {
        throw error instanceof Problem ? ofWidget(error, at, body.name) : error
      }
    }
    return { data, count: data.length }
  })
}

/** By the id in the file: which category it is here. One with the same name, for the same people, is the same. */
async function importCategories(
  db: Db,
  categories: Imported['categories'],
  { caller, now, audit }: Call,
): Promise<ReadonlyMap<string, string>> {
  const own = await listCategoryRows(db, caller.tenantId)
  const found = new Map<string, string>()
  for (const { categoryId, ...input } of categories) {
    const same =
      own.find(({ id }) => id === categoryId) ??
      own.find((one) => one.name === input.name && one.user_type === input.userType)
    if (same === undefined && !caller.permissions.has(rights.categories)) {
      const params = { name: input.name }
      const message = `You may not add the category “${input.name}”, which the file needs.`
      throw new Problem('dashboard.import_category', 403, message, { params })
    }
    const row = same ?? (await insertCategory(db, caller.tenantId, input, now))
    if (same === undefined) {
      await audit(db, { type: 'dashboard-category', id: row.id, after: input })
    }
    found.set(categoryId, row.id)
  }
  return found
}

function ofWidget(problem: Problem, at: number, name: string): Problem {
  const errors = problem.errors.map(({ message, path }) => ({
    message,
    path: ['widgets', at, ...(path === undefined ? [] : [path])].join('.'),
  }))
  const { message, params } = problem
  const reason = params?.reason ?? { en: message }
  const text = `Widget ${at + 1}, “${name}”: ${message}`
  return new Problem('dashboard.import_refused', 400, text, {
    errors,
    params: { number: at + 1, name, reason },
  })
}

async function check(db: Db, { tenantId }: UserCaller, body: WidgetBody): Promise<void> {
  checkWidget({
    configuration: body.configuration,
    endpointId: body.data.dataSourceEndpointId,
    filters: body.filters,
  })
  if (body.categoryId in productCategories) return
  const own = await listCategoryRows(db, tenantId)
  if (own.some(({ id }) => id === body.categoryId)) return
  const message = texts.noCategory.en
  throw new Problem('dashboard.unknown_category', 400, message, {
    path: 'categoryId',
    params: { reason: texts.noCategory },
  })
}

/** Only what the organisation made itself is changed by it. */
function ownWidget(row: WidgetRow | undefined): WidgetRow {
  if (row === undefined) throw notFound('The widget')
  if (row.source_id === null) return row
  throw new Problem('dashboard.widget_of_platform', 409, 'This widget is kept by the platform.')
}

export function updateOne(
  widgetId: string,
  { version, ...body }: WidgetBody & { readonly version: number },
  context: Call,
): Promise<Widget> {
  const { caller, now, transaction, audit } = context
  return transaction(async (db) => {
    const row = ownWidget(await lockWidget(db, caller.tenantId, widgetId))
    if (row.version !== version) {
      throw changedMeanwhile()
    }
    await check(db, caller, body)
    const changed = await updateWidget(db, row, body, now)
    await audit(db, {
      ...widgetRecord(row.id),
      before: recordView(row),
      after: recordView(changed),
    })
    await changeCopies(db, row.id, context)
    return recordView(changed)
  })
}

export function removeOne(widgetId: string, context: Call): Promise<undefined> {
  const { caller, transaction, audit } = context
  return transaction(async (db) => {
    const row = ownWidget(await lockWidget(db, caller.tenantId, widgetId))
    await deleteWidget(db, row)
    await audit(db, { ...widgetRecord(row.id), before: recordView(row) })
    await changeCopies(db, widgetId, context)
    return undefined
  })
}

/** Tenants have copies of widgets of the platform. */
async function changeCopies(db: Db, widgetId: string, { caller, jobs }: Call): Promise<void> {
  if (caller.userType !== 'platform') return
  await copyLater(jobs, db, { tenantId: caller.tenantId, widgetId })
}

import { isDeepStrictEqual } from 'node:util'
import { checkWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import {
  type Arrangement,
  arranged,
} from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type {
  Widget,
  WidgetAnswer,
  WidgetFilters,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import {
  answerAll,
  defaultSize,
  readGiven,
} from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  addWidget,
  arrangeBoard,
  cloneWidget,
  createBoard,
  listBoards,
  maxBoards,
  maxWidgets,
  readBoard,
  readBoardData,
  readBoardOf,
  removeBoard,
  removeWidget,
  renameBoard,
} from './boards.contract.ts'
import {
  type BoardRow,
  deleteBoard,
  findPlacedRow,
  insertBoard,
  listBoardRows,
  listPlacedRows,
  lockBoard,
  replacePlacedRows,
  updateBoard,
} from './boards.queries.ts'
import {
  arrangementOf,
  boardRecord,
  defaultArrangement,
  ownerOf,
  questionsOf,
  readUserBoard,
  withShares,
} from './read-board.ts'
import { listSharesWith, updateShareEnded, updateShares } from './shares.queries.ts'

type Call = Context<UserCaller>

interface GivenPlace {
  readonly id?: string | undefined
  readonly widgetId: string
  readonly title: string | null
  readonly filters: WidgetFilters
  readonly width?: Arrangement['width'] | undefined
  readonly height?: number | undefined
}

/**
 * As it is kept; throws for filters that the widget cannot take. What stood there may stay: its widget may have been
 * changed since, and it has a word in its place.
 */
function placeOf(
  given: GivenPlace,
  widgets: readonly Widget[],
  before: readonly Arrangement[],
): Arrangement {
  const size = defaultSize(given.widgetId)
  const widget = widgets.find(({ widgetId }) => widgetId === given.widgetId)
  const stood = before.some(
    (one) =>
      one.widgetId === given.widgetId && isDeepStrictEqual({ ...one.filters }, given.filters),
  )
  if (!stood && widget?.data && widget.fault === null) {
    checkWidget({
      configuration: widget.configuration,
      endpointId: widget.data.dataSourceEndpointId,
      filters: { ...widget.filters, ...given.filters },
    })
  }
  return { ...given, width: given.width ?? size.width, height: given.height ?? size.height }
}

/** The dashboard to change. The role's default becomes the user's own with the first change. */
async function boardToChange(
  db: Db,
  { caller, now }: Call,
  categoryId: string | null,
): Promise<{ board: BoardRow; placed: Arrangement[]; widgets: readonly Widget[] }> {
  const owner = ownerOf(caller)
  const given = await readGiven({ db, caller })
  const { widgets } = given
  const found = await lockBoard(db, owner, categoryId)
  if (found !== undefined) {
    const rows = await listPlacedRows(db, caller.tenantId, found.id)
    return { board: found, placed: rows.map(arrangementOf), widgets }
  }
  if (categoryId !== null) throw notFound('The dashboard')
  const board = await insertBoard(db, owner, { name: 'Dashboard', isHome: true, at: now })
  // another tab was first
  if (board === undefined) throw changedMeanwhile()
  return { board, placed: defaultArrangement(given), widgets }
}

const changedMeanwhile = () =>
  new Problem('dashboard.changed_meanwhile', 409, 'The dashboard was changed elsewhere meanwhile.')

/** Stores what stands on a dashboard now; `before` is what stood there, which the audit trail keeps. */
async function keep(
  db: Db,
  { board, placed: before }: { readonly board: BoardRow; readonly placed: readonly Arrangement[] },
  placed: readonly Arrangement[],
  call: Call,
) {
  if (placed.length > maxWidgets) {
    throw new Problem(
      'dashboard.too_many_widgets',
      409,
      `A dashboard has at most ${maxWidgets} widgets.`,
      {
        params: { most: maxWidgets },
      },
    )
  }
  await replacePlacedRows(db, board, placed, call.now)
  await updateBoard(db, board, { at: call.now })
  await withShares(db, call.caller, (whole) => updateShares(whole, board))
  await call.audit(db, {
    ...boardRecord(call.caller, board.id),
    before: { widgets: before },
    after: { widgets: placed },
  })
  return readUserBoard({ db, caller: call.caller, now: call.now }, board.id)
}

/** What somebody adds is among what the user is given; what stood there may stay, although it was taken from the role since. */
function refuseUnknown(
  places: readonly GivenPlace[],
  before: readonly Arrangement[],
  widgets: readonly Widget[],
): void {
  const isKnown = ({ widgetId }: GivenPlace) =>
    widgets.some((one) => one.widgetId === widgetId) ||
    before.some((one) => one.widgetId === widgetId)
  if (!places.every(isKnown)) throw notFound('The widget')
}

/** What is removed is not shared any more. */
const endShares = (db: Db, { caller, now }: Call, widgetId: string) =>
  withShares(db, caller, (whole) => updateShareEnded(whole, ownerOf(caller), { widgetId, at: now }))

/** As of when all of the figures are: the oldest answer may have been kept for a moment. */
const asOfAll = (answers: readonly WidgetAnswer[], now: Date): string =>
  answers.flatMap(({ data }) => data?.asOf ?? []).sort()[0] ?? now.toISOString()

const categoryOf = ({ id, name, is_home: isHome }: BoardRow) => ({ categoryId: id, name, isHome })

export const routes: Route[] = [
  route(readBoard, ({ query }, context) => readUserBoard(context, query.categoryId)),
  route(readBoardOf, ({ params }, context) => readUserBoard(context, params.id)),
  route(readBoardData, async ({ query }, context) => {
    const asked = await questionsOf(context, query)
    // one code for what its widgets show together
    await context.requireCode(asked.flatMap(({ question }) => question.endpoint.permission))
    const answers = await answerAll(asked, context)
    return { asOf: asOfAll(answers, context.now), answers }
  }),
  route(addWidget, ({ body }, context) =>
    context.transaction(async (db) => {
      const { categoryId, ...given } = body
      const found = await boardToChange(db, context, categoryId)
      refuseUnknown([given], [], found.widgets)
      return keep(db, found, [...found.placed, placeOf(given, found.widgets, [])], context)
    }),
  ),
  route(arrangeBoard, ({ body }, context) =>
    context.transaction(async (db) => {
      const found = await boardToChange(db, context, body.categoryId)
      const { board, placed, widgets } = found
      const isNew = board.created_at.getTime() === context.now.getTime() && body.version === null
      if (!isNew && board.version !== body.version) {
        throw changedMeanwhile()
      }
      refuseUnknown(body.widgets, placed, widgets)
      // an id from anywhere else would take another dashboard's place; one that comes again is a copy
      const own = new Set(placed.map(({ id }) => id))
      const places = body.widgets.map((one) =>
        placeOf({ ...one, id: own.delete(one.id) ? one.id : undefined }, widgets, placed),
      )
      for (const { id } of placed) {
        if (id !== undefined && !places.some((one) => one.id === id)) {
          await endShares(db, context, id)
        }
      }
      return keep(db, found, places, context)
    }),
  ),
  route(cloneWidget, ({ params }, context) =>
    context.transaction(async (db) => {
      const { caller, now } = context
      const own = await findPlacedRow(db, ownerOf(caller), params.id)
      if (own !== undefined) {
        const found = await boardToChange(db, context, own.dashboard_id)
        const at = found.placed.findIndex(({ id }) => id === own.id)
        return keep(db, found, arranged(found.placed, { kind: 'clone', at }), context)
      }
      const { tenantId, merchantId, roleId } = caller
      const shares = await withShares(db, caller, (whole) =>
        listSharesWith(whole, { tenantId, merchantId, roleId }, now),
      )
      const share = shares.find(({ id }) => id === params.id)
      if (share === undefined) throw notFound('The widget')
      const found = await boardToChange(db, context, null)
      const { id: _, ...copy } = arrangementOf(share)
      return keep(db, found, [...found.placed, copy], context)
    }),
  ),
  route(removeWidget, ({ params }, context) =>
    context.transaction(async (db) => {
      const { caller } = context
      const own = await findPlacedRow(db, ownerOf(caller), params.id)
      if (own === undefined) throw notFound('The widget')
      const found = await boardToChange(db, context, own.dashboard_id)
      await endShares(db, context, own.id)
      const rest = found.placed.filter(({ id }) => id !== own.id)
      return keep(db, found, rest, context)
    }),
  ),
  route(listBoards, async (_input, { db, caller }) => {
    const rows = await listBoardRows(db, ownerOf(caller))
    return { data: rows.map(categoryOf), count: rows.length }
  }),
  route(createBoard, ({ body }, { caller, now, transaction, audit }) =>
    transaction(async (db) => {
      const owner = ownerOf(caller)
      await lockUntilCommit(db, `dashboards of ${caller.id}`)
      if ((await listBoardRows(db, owner)).length >= maxBoards) {
        throw new Problem(
          'dashboard.too_many',
          409,
          `You have ${maxBoards} dashboards. Delete one first.`,
          {
            params: { most: maxBoards },
          },
        )
      }
      const made = await insertBoard(db, owner, { name: body.name, isHome: false, at: now })
      if (made === undefined) throw changedMeanwhile()
      const after = categoryOf(made)
      await audit(db, { ...boardRecord(caller, after.categoryId), after })
      return after
    }),
  ),
  route(renameBoard, ({ body }, { caller, now, transaction, audit }) =>
    transaction(async (db) => {
      const board = await lockBoard(db, ownerOf(caller), body.id)
      if (board === undefined) throw notFound('The dashboard')
      const after = categoryOf(await updateBoard(db, board, { name: body.name, at: now }))
      await audit(db, { ...boardRecord(caller, board.id), before: categoryOf(board), after })
      return after
    }),
  ),
  route(removeBoard, ({ params }, context) =>
    context.transaction(async (db) => {
      const { caller } = context
      const board = await lockBoard(db, ownerOf(caller), params.id)
      if (board === undefined) throw notFound('The dashboard')
      const placed = await listPlacedRows(db, caller.tenantId, board.id)
      for (const { id } of placed) await endShares(db, context, id)
      await deleteBoard(db, board)
      const before = { ...categoryOf(board), widgets: placed.map(arrangementOf) }
      await context.audit(db, { ...boardRecord(caller, board.id), before })
      return undefined
    }),
  ),
]

import { isFault, readWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import { faultTexts } from '@counterfoil/features/dashboards/widgets/data-texts.rules.ts'
import { paymentViewers } from '@counterfoil/features/dashboards/widgets/endpoints.rules.ts'
import type { Arrangement } from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import { columnsShown } from '@counterfoil/features/dashboards/widgets/shown-columns.rules.ts'
import {
  chartPageSize,
  type Widget,
  widgetPageSize,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import {
  type Asking,
  defaultSize,
  listGivenWidgets,
  readGiven,
} from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Board, PlacedWidget } from './boards.contract.ts'
import { type BoardRow, listBoardRows, listPlacedRows, type Owner } from './boards.queries.ts'
import { listSharesWith, type ShareRow } from './shares.queries.ts'

export const ownerOf = ({ tenantId, id }: UserCaller): Owner => ({ tenantId, userId: id })

/** A shared dashboard that has ended is listed as ended for this long. */
const endedMs = 3 * dayMs

type Reading = Pick<Context<UserCaller>, 'caller' | 'now'> & { readonly db: Db }

/** A dashboard of the user; without an id the first one, which is the role's default until the user arranges it. */
export async function readUserBoard(
  reading: Reading,
  categoryId: string | undefined,
): Promise<Board> {
  const { caller, now } = reading
  // by the keys of a few rows each: how to find them never depends on whose they are
  const db = reading.db.onKeptPlans()
  const owner = ownerOf(caller)
  const { tenantId, merchantId, roleId } = caller
  const since = new Date(now.getTime() - endedMs)
  const shares = await withShares(db, caller, (whole) =>
    listSharesWith(whole.onKeptPlans(), { tenantId, merchantId, roleId }, since),
  )
  const [rows, given] = await Promise.all([listBoardRows(db, owner), readGiven({ db, caller })])
  const row = categoryId === undefined ? rows.find((one) => one.is_home) : findRow(rows, categoryId)
  const placed =
    row === undefined
      ? defaultArrangement(given)
      : (await listPlacedRows(db, tenantId, row.id)).map(arrangementOf)
  const view = placedView(given.widgets)
  const foreign = shares.filter(({ shared_by: by }) => by !== caller.id)
  return {
    categoryId: row?.id ?? null,
    name: row?.name ?? null,
    isHome: row?.is_home ?? true,
    version: row?.version ?? null,
    widgets: placed.map(view),
    shared: foreign
      .filter(({ ended_at: ended }) => ended === null)
      .map((share) => ({
        ...view(arrangementOf(share)),
        sharedBy: share.shared_by_name,
        sharedAt: share.shared_at.toISOString(),
      })),
    ended: foreign.flatMap((share) => endedView(share, given.widgets)),
    categories: rows.map((one) => ({ categoryId: one.id, name: one.name, isHome: one.is_home })),
    maySeeFigures: paymentViewers.some((one) => caller.permissions.has(one)),
  }
}

/** What the audit trail calls a dashboard, and whose it is. */
export const boardRecord = ({ merchantId }: Pick<UserCaller, 'merchantId'>, id: string) => ({
  ...{ type: 'user-dashboard', id, merchantId },
})

/** Asks for shares. Those of operators are of no merchant, so one who is limited to some asks as the tenant's own people. */
export const withShares = <T>(
  db: Db,
  { merchantId }: Pick<UserCaller, 'merchantId'>,
  ask: (db: Db) => Promise<T>,
): Promise<T> => (merchantId === null ? db.inWholeTenant(ask) : ask(db))

function findRow(rows: readonly BoardRow[], id: string): BoardRow {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound('The dashboard')
  return row
}

interface Given {
  readonly widgets: readonly Widget[]
  readonly order: readonly string[]
}

/** The dashboard of the role, of what the role is given. */
export function defaultArrangement({ widgets, order }: Given): Arrangement[] {
  return order
    .filter((id) => widgets.some(({ widgetId }) => widgetId === id))
    .map((widgetId) => ({ widgetId, title: null, filters: {}, ...defaultSize(widgetId) }))
}

export const arrangementOf = (
  row: Pick<ShareRow, 'id' | 'widget_id' | 'title' | 'filters' | 'width' | 'height'>,
): Arrangement => ({
  id: row.id,
  widgetId: row.widget_id,
  title: row.title,
  filters: row.filters as Arrangement['filters'],
  width: row.width as Arrangement['width'],
  height: row.height,
})

const placedView =
  (given: readonly Widget[]) =>
  (one: Arrangement): PlacedWidget => {
    const widget = given.find(({ widgetId }) => widgetId === one.widgetId) ?? null
    return {
      id: one.id ?? one.widgetId,
      widgetId: one.widgetId,
      title: one.title,
      filters: { ...one.filters },
      width: one.width,
      height: one.height,
      widget,
      fault: faultOf(widget, one.filters),
    }
  }

const lost = { code: 'widget.not_given', text: faultTexts.lost }

/** Why a widget cannot be drawn where it stands. Its user's filters may have fitted it as it was before. */
function faultOf(widget: Widget | null, chosen: Arrangement['filters']): PlacedWidget['fault'] {
  if (widget === null) return lost
  if (widget.fault !== null || widget.data === null) return widget.fault
  const read = readWidget({
    configuration: widget.configuration,
    endpointId: widget.data.dataSourceEndpointId,
    filters: effectiveFilters(widget.filters, chosen),
  })
  return isFault(read) ? { code: `widget.${read.code}`, text: read.text } : null
}

/** The name of what is not shared any more, of those that the reader could see. */
function endedView(share: ShareRow, given: readonly Widget[]): Board['ended'] {
  const widget = given.find(({ widgetId }) => widgetId === share.widget_id)
  if (share.ended_at === null || widget === undefined) return []
  return [
    {
      id: share.id,
      title: share.title === null ? widget.title : { en: share.title },
      sharedBy: share.shared_by_name,
      endedAt: share.ended_at.toISOString(),
    },
  ]
}

/** What the widgets of a dashboard ask, each by the id of its place. */
export async function questionsOf(
  context: Context<UserCaller>,
  {
    categoryId,
    widgetIds,
    timeZone,
  }: {
    categoryId?: string | undefined
    widgetIds?: string | undefined
    timeZone?: string | undefined
  },
): Promise<Asking[]> {
  const placed =
    widgetIds === undefined
      ? await readUserBoard(context, categoryId).then(({ widgets, shared }) => [
          ...widgets,
          ...shared,
        ])
      : await previewsOf(context, widgetIds.split(','))
  return placed.flatMap((one) => {
    const { id, widget, filters } = one
    if (widget === null || widget.data === null || widget.fault !== null) return []
    const read = readWidget({
      configuration: widget.configuration,
      endpointId: widget.data.dataSourceEndpointId,
      filters: effectiveFilters(widget.filters, filters),
    })
    if (isFault(read)) return []
    return [
      {
        widgetId: id,
        question: { endpoint: read.endpoint, filters: read.filters, timeZone },
        page: pageOf(read.configuration),
        shown: columnsShown(read.configuration),
      },
    ]
  })
}

async function previewsOf(context: Context<UserCaller>, ids: readonly string[]) {
  const given = await listGivenWidgets(context)
  return given
    .filter(({ widgetId }) => ids.includes(widgetId))
    .map((widget) => ({ id: widget.widgetId, widget, filters: {} }))
}

/** The user's filter besides the widget's own; days that a user chose stand instead of the period. */
const effectiveFilters = (own: Widget['filters'], chosen: Widget['filters']) => ({
  ...own,
  ...chosen,
})

/** A table has pages; anything else draws everything. */
function pageOf({
  widgetType,
  tableConfiguration: table,
}: {
  widgetType: string
  tableConfiguration?: { pageIndex: number; pageSize: number } | null | undefined
}) {
  return widgetType === 'TABLE_WIDGET'
    ? { pageIndex: table?.pageIndex ?? 0, pageSize: table?.pageSize ?? widgetPageSize }
    : { pageIndex: 0, pageSize: chartPageSize }
}

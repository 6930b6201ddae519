import type { SupportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import type { Channel } from '@counterfoil/features/support/tickets/terms.contract.ts'
import {
  exportMyTickets,
  exportTickets,
  listMyTickets,
  listTickets,
  type TicketRow,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  organisationScope,
  organisationSideOf,
  rowView,
  type SupportContext,
  seatOf,
  ticketReader,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v7 } from 'uuid'
import type { ExportFilter, ListQuery, TicketFilter } from './ticket-filter.contract.ts'
import {
  compilable,
  exportStatement,
  type ListRow,
  listLabels,
  listTicketRows,
  type Selection,
} from './ticket-list.queries.ts'

/** Counted so far beyond the page that is shown. */
const countedAhead = 1_000

interface Selected {
  readonly db: Db
  readonly selection: Selection
}

/** Which tickets are meant, and from where they are read; undefined: the caller has none on this channel. */
function selectionOf(context: SupportContext, filter: Partial<TicketFilter>): Selected | undefined {
  const { caller, now } = context
  const usual: Channel = caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const channel = filter.ticketChannelType ?? usual
  const seat = seatOf(caller, channel)
  if (seat === undefined) return undefined
  const { db, onlyOwn } = ticketReader(context, channel)
  const selection = {
    channel,
    seat,
    userId: caller.id,
    ownTenantId: caller.tenantId,
    onlyOwn,
    filter,
    now,
  }
  return { db, selection }
}

async function list(context: SupportContext, query: ListQuery) {
  const selected = selectionOf(context, query)
  if (selected === undefined) return { data: [], count: 0 }
  const { db, selection } = selected
  const { sort, order, page, size } = query
  const offset = page * size
  const most = offset + size + countedAhead
  const found = await listTicketRows(db, selection, { sort, order, limit: size, offset }, most)
  const data = await viewsOf(context, selected, found.rows)
  return found.count < most
    ? { data, count: found.count }
    : { data, count: null, countAtLeast: found.count }
}

async function viewsOf(
  context: SupportContext,
  { selection }: Selected,
  rows: readonly ListRow[],
): Promise<TicketRow[]> {
  const { caller, database } = context
  const { seat } = selection
  const own = database.reader(organisationScope(caller))
  const labelIds = rows.flatMap((row) => {
    const id = seat === 'requester' ? row.requester_label_id : row.desk_label_id
    return id === null ? [] : [id]
  })
  const labels = labelIds.length === 0 ? [] : await listLabels(own, [...new Set(labelIds)])
  const known = new Map<string, SupportLabel>(
    labels.map(({ id, value, description, color, is_default }) => [
      id,
      { labelId: id, value, description, color, isDefault: is_default },
    ]),
  )
  const at = { seat, side: organisationSideOf(caller) }
  const names = { tenants: new Map(rows.map((row) => [row.tenant_id, row.tenant_name])) }
  const merchants = new Map(rows.map((row) => [row.merchant_id ?? '', row.merchant_name ?? '']))
  return rows.map((row) =>
    rowView(row, at, { names, merchants, labels: known, readUntil: row.read_until ?? undefined }),
  )
}

async function exportList(context: SupportContext, query: ExportFilter): Promise<unknown> {
  const { database, now, reply, caller } = context
  const filter = { ...query, tenantId: query.tenants ?? query.tenantId }
  // somebody without tickets on this channel gets the headings
  const { db, selection } =
    selectionOf(context, filter) ??
    (selectionOf(context, { ...filter, ticketChannelType: undefined, state: [] }) as Selected)
  const statement = exportStatement(db, selection, query)
  const copy = await copyOut(database, db.scope, compilable(db, statement))
  // whoever goes away while it runs takes the query along
  reply.raw.once('close', () => copy.stop())
  const { sort: _sort, order: _order, ...after } = query
  const record = { type: 'support_export', id: v7(), merchantId: caller.merchantId, after }
  await context.transaction((tx) => context.audit(tx, record))
  reply.header('content-disposition', 'attachment; filename="filename.zip"')
  return zipOf('filename.csv', copy.stream, now)
}

export const routes: Route[] = [
  ...[listMyTickets, listTickets].map((one) =>
    route(one, ({ query }, context) => list(context, query)),
  ),
  ...[exportMyTickets, exportTickets].map((one) =>
    route(one, ({ query }, context) => exportList(context, query) as Promise<never>),
  ),
]

import type { SupportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
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
  ticketReader,
  ticketRoleOf,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import { countedTogether } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v7 } from 'uuid'
import type { ExportFilter, ListQuery, TicketFilter } from './ticket-filter.schema.ts'
import {
  compilable,
  exportStatement,
  type ListRow,
  listLabels,
  listTicketRows,
  type Selection,
} from './ticket-list.queries.ts'

interface Selected {
  readonly db: Db
  readonly selection: Selection
}

/** Which tickets the filter selects, and where they are read; undefined: the caller has no tickets on this channel. */
function selectionOf(context: SupportContext, filter: Partial<TicketFilter>): Selected | undefined {
  const { caller, now } = context
  const defaultChannel: Channel =
    caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const channel = filter.ticketChannelType ?? defaultChannel
  const role = ticketRoleOf(caller, channel)
  if (role === undefined) return undefined
  const { db, onlyOwn } = ticketReader(context, channel)
  const selection = {
    channel,
    role,
    userId: caller.id,
    ownTenantId: caller.tenantId,
    onlyOwn,
    filter,
    now,
  }
  return { db, selection }
}

async function listPage(context: SupportContext, query: ListQuery) {
  const selected = selectionOf(context, query)
  if (selected === undefined) return { data: [], count: 0 }
  const { db, selection } = selected
  const { sort, order, pageIndex = query.page, pageSize = query.size } = query
  return countedTogether({ pageIndex, pageSize }, async (page, countLimit) => {
    const found = await listTicketRows(db, selection, { sort, order, ...page }, countLimit)
    return { rows: await rowViews(context, selected, found.rows), count: found.count }
  })
}

async function rowViews(
  context: SupportContext,
  { selection }: Selected,
  rows: readonly ListRow[],
): Promise<TicketRow[]> {
  const { caller, database } = context
  const { role } = selection
  const organisationDb = database.reader(organisationScope(caller))
  const labelIds = rows.flatMap((row) => {
    const id = role === 'requester' ? row.requester_label_id : row.agent_label_id
    return id === null ? [] : [id]
  })
  const labels =
    labelIds.length === 0 ? [] : await listLabels(organisationDb, [...new Set(labelIds)])
  const labelsById = new Map<string, SupportLabel>(
    labels.map(({ id, value, description, color, is_default }) => [
      id,
      { labelId: id, value, description, color, isDefault: is_default },
    ]),
  )
  const access = { role, side: organisationSideOf(caller) }
  const names = { tenants: new Map(rows.map((row) => [row.tenant_id, row.tenant_name])) }
  const merchants = new Map(rows.map((row) => [row.merchant_id ?? '', row.merchant_name ?? '']))
  return rows.map((row) =>
    rowView(row, access, {
      names,
      merchants,
      labels: labelsById,
      readUntil: row.read_until ?? undefined,
    }),
  )
}

async function exportList(context: SupportContext, query: ExportFilter): Promise<unknown> {
  const { database, now, reply, caller } = context
  const filter = { ...query, tenantId: query.tenants ?? query.tenantId }
  // a caller without tickets on this channel gets an empty table
  const { db, selection } =
    selectionOf(context, filter) ??
    (selectionOf(context, { ...filter, ticketChannelType: undefined, state: [] }) as Selected)
  const language = textLanguage(query.language ?? caller.locale)
  const statement = exportStatement(db, selection, { ...query, language })
  const copy = await copyOut(database, db.scope, compilable(db, statement))
  // a client that disconnects stops the query
  reply.raw.once('close', () => copy.stop())
  const { sort: _sort, order: _order, language: _language, ...after } = query
  const record = { type: 'support_export', id: v7(), merchantId: caller.merchantId, after }
  await context.transaction((tx) => context.audit(tx, record))
  reply.header('content-disposition', 'attachment; filename="filename.zip"')
  return zipOf('filename.csv', copy.stream, now)
}

export const routes: Route[] = [
  ...[listMyTickets, listTickets].map((call) =>
    route(call, ({ query }, context) => listPage(context, query)),
  ),
  ...[exportMyTickets, exportTickets].map((call) =>
    route(call, ({ query }, context) => exportList(context, query) as Promise<never>),
  ),
]

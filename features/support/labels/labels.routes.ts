import {
  auditOn,
  isAgent,
  lockTicket,
  openTicket,
  organisationScope,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { defaultLabelsFor } from './default-labels.rules.ts'
import {
  clearLabel,
  createLabel,
  deleteLabel,
  listLabels,
  maxLabels,
  readLabel,
  rearrangeLabels,
  type SupportLabel,
  setLabel,
  updateLabel,
} from './labels.contract.ts'
import {
  deleteLabelRow,
  findLabelRow,
  insertLabels,
  type LabelOwner,
  type LabelRow,
  listLabelRows,
  listTenantsWithLabel,
  updateLabelPlace,
  updateLabelRow,
  updateTicketsWithoutLabel,
} from './labels.queries.ts'

const labelView = (row: LabelRow): SupportLabel => ({
  labelId: row.id,
  value: row.value,
  description: row.description,
  color: row.color,
  isDefault: row.is_default,
})

const ownerOf = ({ caller }: SupportContext): LabelOwner => ({ merchantId: caller.merchantId })

/** Runs in the scope of the caller's organisation with its labels; creates the default labels when they are missing. */
function withLabels<T>(
  context: SupportContext,
  work: (db: Db, rows: LabelRow[], owner: LabelOwner) => Promise<T>,
): Promise<T> {
  const { caller, database, now } = context
  const owner = ownerOf(context)
  return database.transaction(organisationScope(caller), async (db) => {
    let rows = await listLabelRows(db, owner)
    if (!rows.some((row) => row.is_default)) {
      await insertLabels(db, owner, defaultLabelsFor(caller.merchantId ?? caller.tenantId), now)
      rows = await listLabelRows(db, owner)
    }
    return work(db, rows, owner)
  })
}

const requireLabel = (rows: readonly LabelRow[], id: string): LabelRow => {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound('The label')
  return row
}

function requireEditable(rows: readonly LabelRow[], id: string): LabelRow {
  const row = requireLabel(rows, id)
  if (!row.is_default) return row
  throw new Problem('label.is_default', 409, 'The default labels stay as they are')
}

function requireFreeName(rows: readonly LabelRow[], value: string, exceptId?: string): void {
  const isTaken = rows.some((one) => one.id !== exceptId && foldText(one.value) === foldText(value))
  if (!isTaken) return
  const message = `There is a label ${value} already`
  throw new Problem('label.name_taken', 409, message, { path: 'value' })
}

function auditLabel(
  db: Db,
  context: SupportContext,
  id: string,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { merchantId } = context.caller
  return auditOn(db, context, { type: 'support_label', id, merchantId, ...change })
}

export const routes: Route[] = [
  route(listLabels, (_input, context) =>
    withLabels(context, async (_db, rows) => rows.map(labelView)),
  ),
  route(readLabel, async ({ params }, context) => {
    const { caller, database } = context
    const db = database.reader(organisationScope(caller))
    const row = await findLabelRow(db, ownerOf(context), params.id)
    if (row === undefined) throw notFound('The label')
    return labelView(row)
  }),
  route(createLabel, ({ body }, context) =>
    withLabels(context, async (db, rows, owner) => {
      requireFreeName(rows, body.value)
      if (rows.length >= maxLabels) {
        throw new Problem('label.too_many', 409, `There are ${maxLabels} labels already`)
      }
      const id = newId(context.now)
      const place = Math.max(...rows.map((row) => row.place)) + 1
      await insertLabels(db, owner, [{ ...body, id, isDefault: false, place }], context.now)
      await auditLabel(db, context, id, { after: body })
      return { labelId: id, ...body, isDefault: false }
    }),
  ),
  route(updateLabel, ({ params, body }, context) =>
    withLabels(context, async (db, rows) => {
      const before = labelView(requireEditable(rows, params.id))
      requireFreeName(rows, body.value, params.id)
      await auditLabel(db, context, params.id, { before, after: body })
      return labelView(await updateLabelRow(db, params.id, body))
    }),
  ),
  route(deleteLabel, async ({ params }, context) => {
    const { caller, database } = context
    // the label goes from the tickets of all merchants, so an operator limited to some may not delete it
    if (caller.userType === 'tenant' && caller.merchantIds !== null) throw forbidden()
    const before = await withLabels(context, async (_db, rows) => requireEditable(rows, params.id))
    if (caller.userType === 'platform') {
      for (const tenantId of await listTenantsWithLabel(context.db, params.id)) {
        await database.transaction(tenantScope(tenantId), (db) =>
          updateTicketsWithoutLabel(db, 'agent_label_id', params.id),
        )
      }
    }
    await withLabels(context, async (db) => {
      for (const column of ['agent_label_id', 'requester_label_id'] as const) {
        await updateTicketsWithoutLabel(db, column, params.id)
      }
      await deleteLabelRow(db, params.id)
      await auditLabel(db, context, params.id, { before: labelView(before) })
    })
    return undefined
  }),
  route(rearrangeLabels, ({ body }, context) =>
    withLabels(context, async (db, rows, owner) => {
      const ids = body.newLabelIdsList
      const isEach = new Set(ids).size === rows.length && rows.every(({ id }) => ids.includes(id))
      if (!isEach || ids.length !== rows.length) {
        throw new Problem('label.order_incomplete', 409, 'The order names each label once')
      }
      for (const [place, id] of ids.entries()) await updateLabelPlace(db, id, place)
      await auditLabel(db, context, '', { after: { order: ids } })
      return (await listLabelRows(db, owner)).map(labelView)
    }),
  ),
  route(setLabel, async ({ params }, context) =>
    changeTicketLabel(context, params, params.labelId),
  ),
  route(clearLabel, async ({ params }, context) => changeTicketLabel(context, params, null)),
]

interface LabelPath {
  readonly organisationId: string
  readonly ticketId: string
}

/** The path names the ticket's customer; for the platform, and for a tenant that asked it, the tenant. */
async function changeTicketLabel(
  context: SupportContext,
  { organisationId, ticketId }: LabelPath,
  labelId: string | null,
): Promise<undefined> {
  const open = await openTicketOf(context, organisationId, ticketId)
  if (labelId !== null) await withLabels(context, async (_db, rows) => requireLabel(rows, labelId))
  const column = isAgent(open.access) ? 'agent_label_id' : 'requester_label_id'
  const { merchantId } = context.caller
  await context.database.transaction(open.access.ticketScope, async (db) => {
    const before = { labelId: (await lockTicket(db, ticketId))[column] }
    await updateTicket(db, ticketId, { [column]: labelId })
    const entry = { type: 'support_ticket', id: ticketId, merchantId, before, after: { labelId } }
    await auditOn(db, context, entry)
  })
  return undefined
}

function openTicketOf(context: SupportContext, organisationId: string, ticketId: string) {
  const { caller } = context
  switch (caller.userType) {
    case 'platform':
      return openTicket(context, 'platformAgent', { tenantId: organisationId, ticketId })
    case 'tenant':
      return organisationId === caller.tenantId
        ? openTicket(context, 'requester', { ticketId })
        : openTicket(context, 'tenantAgent', { customerId: organisationId, ticketId })
    case 'merchant':
      return openTicket(context, 'requester', { customerId: organisationId, ticketId })
  }
}

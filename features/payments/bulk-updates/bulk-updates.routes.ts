import { listPaymentsWaiting } from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  listPaymentsById,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { StatusByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { modeNameOf, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { answerCsv } from '@counterfoil/kit/server/codecs/csv.ts'
import { actOnce } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type BulkRow,
  type BulkUpdate,
  type BulkUpdateDetails,
  exportBulkRows,
  listBulkRows,
  listBulkUpdates,
  listCandidates,
  maxPayments,
  prepareBulkUpdate,
  prepareUndo,
  type RowState,
  readBulkUpdate,
  resumeBulkUpdate,
  startBulkUpdate,
  stopBulkUpdate,
} from './bulk-updates.contract.ts'
import {
  type BulkUpdateRecord,
  copyRows,
  countBulkUpdates,
  findBulkUpdate,
  findPayments,
  insertBulkUpdate,
  listBulkUpdateRecords,
  listChangedRows,
  listGroups,
  listPendingIds,
  listRows,
  listUndoings,
  type NewBulkUpdate,
  updateState,
} from './bulk-updates.queries.ts'
import type { NewRow } from './bulk-updates.schema.ts'
import { preparedRows, soughtBy } from './prepare.rules.ts'
import { bulkUpdateJob } from './run-bulk-update.ts'
import { refusalToUndo, undoRows } from './undo.rules.ts'

export const routes = (providers: Providers): Route[] => [
  route(listCandidates, async ({ query }, { db, now }) => {
    const { tenantId, mode, provider, olderThanHours } = query
    const before = new Date(now.getTime() - olderThanHours * hourMs)
    const search = { tenantId, provider, before, mode: modeOf(mode) }
    const ids = await listPendingIds(db, search, maxPayments + 1)
    return { payments: ids.slice(0, maxPayments), hasMore: ids.length > maxPayments }
  }),
  route(prepareBulkUpdate, async ({ body }, context) => {
    const { tenantId, reason, payments } = body
    await context.writeScope(tenantId)
    const mode = modeOf(body.mode)
    const target = body.actionType === 'Captured' ? ('captured' as const) : ('declined' as const)
    const found = await findPayments(context.db, tenantId, soughtBy(payments))
    const rows = preparedRows(payments, found, mode)
    const request = { endpointId: prepareBulkUpdate.id, params: {}, body }
    const update = { tenantId, mode, target, reason, undoesId: null }
    return prepare(providers, context, request, update, rows)
  }),
  route(prepareUndo, async ({ params, body }, context) => {
    const { db } = context
    const undone = await requireUpdate(db, params.id)
    const { id: undoesId, tenant_id: tenantId, mode } = undone
    const refusal = refusalToUndo(viewOf(undone))
    if (refusal !== undefined) throw new Problem(refusal.code, 409, refusal.message)
    const changed = await listChangedRows(db, { tenantId, id: undoesId })
    const paymentIds = changed.flatMap(({ paymentId }) => paymentId ?? [])
    const target = undone.target as StatusByHand
    const asked = { paymentIds, makerId: undone.maker_id, targetStatus: target }
    const waiting = new Set(await listPaymentsWaiting(db, asked))
    const rows = undoRows({ target, changed, waiting }, await listPaymentsById(db, paymentIds))
    const request = { endpointId: prepareUndo.id, params, body }
    const update = { tenantId, mode, target: 'reversed', reason: body.reason, undoesId } as const
    return prepare(providers, context, request, update, rows)
  }),
  route(listBulkUpdates, async ({ query }, { db }) => {
    const [records, count] = await Promise.all([
      listBulkUpdateRecords(db, pageOf(query)),
      countBulkUpdates(db),
    ])
    return { data: records.map(viewOf), count }
  }),
  route(readBulkUpdate, async ({ params }, { db }) =>
    detailsOf(db, await requireUpdate(db, params.id)),
  ),
  route(listBulkRows, async ({ params, query }, { db }) => {
    const update = await requireUpdate(db, params.id)
    const { state } = query
    const of = { tenantId: update.tenant_id, id: update.id, state }
    const rows = await listRows(db, of, pageOf(query))
    return { data: rows.map(rowView), count: countOf(update, state) }
  }),
  route(exportBulkRows, async ({ params }, context) => {
    const { db, database, reply } = context
    const { id, tenant_id: tenantId } = await requireUpdate(db, params.id)
    const csv = await copyRows(database, db, { tenantId, id })
    const record = { type: 'bulk-update', id, merchantId: null, after: {} }
    await context.transaction((tx) => context.audit(tx, record), tenantId)
    return answerCsv(csv, reply, 'bulk-update.csv')
  }),
  route(
    startBulkUpdate,
    async ({ params, body }, context) => {
      const update = await requireUpdate(context.db, params.id)
      const open = countOf(update, 'open')
      if (open === 0) {
        throw new Problem('bulk_update.nothing_to_do', 409, 'None of these payments can change')
      }
      if (body.count !== open) {
        const message = `${open} payments are to change, and not ${body.count}`
        throw new Problem('bulk_update.other_count', 400, message, {
          params: { open: String(open), count: String(body.count) },
          path: 'count',
        })
      }
      return move(context, update, 'draft', 'running')
    },
    {
      confirmedState: async ({ params }, { db }) => {
        const { row_count: rows, refused_count: refused } = await requireUpdate(db, params.id)
        return [params.id, rows, refused]
      },
    },
  ),
  route(stopBulkUpdate, async ({ params }, context) =>
    move(context, await requireUpdate(context.db, params.id), 'running', 'stopped'),
  ),
  route(resumeBulkUpdate, async ({ params }, context) =>
    move(context, await requireUpdate(context.db, params.id), 'stopped', 'running'),
  ),
]

/** Stores a bulk update before anything changes, once for each key of the request. */
async function prepare(
  providers: Providers,
  context: UserContext,
  request: { readonly endpointId: string; readonly params: object; readonly body: object },
  update: Pick<NewBulkUpdate, 'tenantId' | 'mode' | 'target' | 'reason' | 'undoesId'>,
  rows: readonly NewRow[],
): Promise<BulkUpdateDetails> {
  const { caller, db, now, requestId, ip, idempotencyKey } = context
  const engine = engineOfTenant(context, providers, update.tenantId)
  const key = await idempotencyKeyFor(engine, {
    ...{ ...request, callerId: caller.id, mode: 0, key: idempotencyKey },
  })
  const id = await actOnce(engine, key, async (tx) => {
    const made = newId(now)
    const maker = { tenantId: caller.tenantId, id: caller.id, name: caller.name }
    await insertBulkUpdate(tx, { ...update, id: made, maker, requestId, ip, at: now }, rows)
    const { target, reason, undoesId: undoes } = update
    const after = { target, reason, mode: modeNameOf(update.mode), payments: rows.length }
    await context.audit(tx, {
      ...{ type: 'bulk-update', id: made, merchantId: null },
      after: undoes === null ? after : { ...after, undoes },
    })
    return made
  })
  return detailsOf(db, await requireUpdate(db, id))
}

/** From one state to another, in one transaction with the job that it begins and its audit entry. */
async function move(
  context: UserContext,
  { id, tenant_id: tenantId, ...update }: BulkUpdateRecord,
  from: 'draft' | 'running' | 'stopped',
  to: 'running' | 'stopped',
): Promise<BulkUpdateDetails> {
  const { jobs, now, db } = context
  await context.transaction(async (tx) => {
    if (!(await updateState(tx, id, from, to, now))) {
      const message = 'This bulk update has gone on meanwhile. Look at it again.'
      throw new Problem('bulk_update.moved', 409, message)
    }
    if (to === 'running') {
      const work = { tenantId, bulkUpdateId: id }
      await jobs.enqueue(tx, bulkUpdateJob, work, { singletonKey: id })
    }
    await context.audit(tx, {
      ...{ type: 'bulk-update', id, merchantId: null },
      before: { state: update.state },
      after: { state: to },
    })
  }, tenantId)
  return detailsOf(db, await requireUpdate(db, id))
}

async function requireUpdate(db: Db, id: string): Promise<BulkUpdateRecord> {
  const found = await findBulkUpdate(db, id)
  if (found === undefined) throw notFound('The bulk update')
  return found
}

function countOf(update: BulkUpdateRecord, state: RowState | undefined): number {
  const { row_count: all, changed_count: changed } = update
  const { waiting_count: waiting, refused_count: refused } = update
  const counts = { changed, waiting, refused, open: all - changed - waiting - refused }
  return state === undefined ? all : counts[state]
}

const targets = { captured: 'Captured', declined: 'Declined', reversed: 'Reversed' } as const

function viewOf(update: BulkUpdateRecord): BulkUpdate {
  return {
    id: update.id,
    tenantId: update.tenant_id,
    tenantName: update.tenant_name,
    mode: modeNameOf(update.mode),
    target: targets[update.target as StatusByHand],
    reason: update.reason,
    undoes:
      update.undoes_id === null || update.undone_created_at === null
        ? null
        : { id: update.undoes_id, createdAt: update.undone_created_at.toISOString() },
    state: update.state as BulkUpdate['state'],
    maker: update.maker_name,
    rows: update.row_count,
    open: countOf(update, 'open'),
    changed: update.changed_count,
    waiting: update.waiting_count,
    refused: update.refused_count,
    createdAt: update.created_at.toISOString(),
    startedAt: update.started_at?.toISOString() ?? null,
    endedAt: update.ended_at?.toISOString() ?? null,
  }
}

async function detailsOf(db: Db, update: BulkUpdateRecord): Promise<BulkUpdateDetails> {
  const of = { tenantId: update.tenant_id, id: update.id }
  const [groups, undoings] = await Promise.all([listGroups(db, of), listUndoings(db, of)])
  const view = viewOf(update)
  return {
    ...view,
    undoRefusal: refusalToUndo(view) ?? null,
    undoneBy: undoings.map(({ id, state, createdAt }) => ({
      ...{ id, state: state as BulkUpdate['state'], createdAt: createdAt.toISOString() },
    })),
    groups: groups.map(({ state, count, sum, ...group }) => ({
      ...group,
      state: state as RowState,
      count: Number(count),
      amount: Number(sum),
    })),
  }
}

const rowView = (row: Awaited<ReturnType<typeof listRows>>[number]): BulkRow => ({
  line: row.line,
  reference: row.reference,
  paymentId: row.payment_id,
  amount: row.amount_minor === null ? null : Number(row.amount_minor),
  currency: row.currency,
  status: row.status,
  statusNow: row.status_now,
  state: row.state as RowState,
  code: row.code,
  message: row.message,
})

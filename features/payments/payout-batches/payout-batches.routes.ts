import { createHash } from 'node:crypto'
import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  makerOf,
  personOf,
  readPayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { readSmallestPayout } from '@counterfoil/features/payments/payouts/smallest-payout.public.ts'
import { actOnceForUser } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  requireReason,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { resultsCsv, statusReport } from './batch-results.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { approveBatchOf, type BatchDecision, declineBatchOf, stopBatchOf } from './decide-batch.ts'
import { refuseOtherKind } from './file-kinds.ts'
import { markPaidBefore } from './paid-before.ts'
import {
  type BatchApprovalCalls,
  exportBatch,
  exportBatchStatus,
  listBatches,
  listBatchLines,
  merchantBatchApprovals,
  operatorBatchApprovals,
  readBatch,
  stopBatch,
  submitBatch,
  uploadBatch,
} from './payout-batches.contract.ts'
import {
  type BatchRecord,
  countBatchRecords,
  countLines,
  findBatch,
  findSameFile,
  insertBatch,
  type LineSearch,
  listBatchRecords,
  listLines,
  lockBatch,
} from './payout-batches.queries.ts'
import { maxFileLength, maxRows } from './payout-batches.schema.ts'
import { batchDetailsViews, batchRowViews, lineView } from './payout-batches.views.ts'
import { readCsv, refuseOtherCharset } from './read-csv.ts'
import { readPain } from './read-pain.ts'
import { submitBatchOf } from './submit-batch.ts'

/** A letter may take four bytes, and more where it is escaped. */
const bodyLimit = 2 * maxFileLength

export const routes = (providers: Providers): Route[] => [
  route(listBatches, async ({ query }, { db, mode }) => {
    const { searchKey } = query
    const search = { mode, searchKey }
    const [batches, count] = await Promise.all([
      listBatchRecords(db, search, pageOf(query)),
      countBatchRecords(db, search),
    ])
    return { data: await batchRowViews(db, batches), count }
  }),
  route(readBatch, async ({ params }, context) => {
    const person = await personOf(context.database, context.caller)
    return readDetails(context.db, context, params.id, person)
  }),
  route(listBatchLines, async ({ params, query }, context) => {
    const batch = await requireBatch(context.db, context, params.id)
    return linesOf(context.db, batch, query)
  }),
  route(uploadBatch, ({ body }, context) => upload(providers, context, body), { bodyLimit }),
  route(
    submitBatch,
    async ({ params, body }, context) => {
      const { database, jobs, caller, now } = context
      const maker = await readPayoutMaker(database, caller.tenantId, caller)
      return change(providers, context, submitBatch, { params, body }, (db, batch) =>
        submitBatchOf(db, { jobs, maker, now }, batch, body),
      )
    },
    { confirmedState: confirmedBatch },
  ),
  route(stopBatch, ({ params }, context) =>
    change(providers, context, stopBatch, { params, body: null }, (db, batch, person) =>
      stopBatchOf(db, batch, decisionOf(context, person, null)),
    ),
  ),
  route(exportBatch, async ({ params }, context) => {
    const { batch, rows } = await takeOut(context, params.id)
    context.reply.header('content-disposition', `attachment; filename="payouts-${batch.id}.csv"`)
    context.reply.header('cache-control', 'private, no-store')
    return resultsCsv(rows)
  }),
  route(exportBatchStatus, async ({ params }, context) => {
    const { batch, rows } = await takeOut(context, params.id)
    context.reply.header('content-disposition', `attachment; filename="pain002-${batch.id}.xml"`)
    context.reply.header('cache-control', 'private, no-store')
    return statusReport(batch, rows, context.now)
  }),
  ...[operatorBatchApprovals, merchantBatchApprovals].flatMap((calls) =>
    approvalRoutes(providers, calls),
  ),
]

function approvalRoutes(providers: Providers, calls: BatchApprovalCalls): Route[] {
  return [
    route(calls.list, async ({ query }, context) => {
      const { db, mode, now, database, caller } = context
      const search = { mode, isWaiting: true }
      const [batches, count, person] = await Promise.all([
        listBatchRecords(db, search, pageOf(query)),
        countBatchRecords(db, search),
        personOf(database, caller),
      ])
      return { data: await batchDetailsViews(db, batches, person, now), count }
    }),
    route(calls.lines, async ({ params, query }, context) => {
      const batch = await requireBatch(context.db, context, params.id)
      if (batch.state !== 'waiting_for_approval') throw notFound('The file')
      return linesOf(context.db, batch, query)
    }),
    route(
      calls.approve,
      ({ params, body }, context) =>
        change(providers, context, calls.approve, { params, body }, async (db, batch, person) => {
          await requireReason(db, batch.tenant_id, 'approvePayout', body.reason)
          await approveBatchOf(db, batch, decisionOf(context, person, body.reason || null))
        }),
      { confirmedState: confirmedBatch },
    ),
    route(calls.decline, ({ params, body }, context) =>
      change(providers, context, calls.decline, { params, body }, (db, batch, person) =>
        declineBatchOf(db, batch, decisionOf(context, person, body.reason)),
      ),
    ),
  ]
}

async function linesOf(
  db: Db,
  { id }: BatchRecord,
  {
    pageIndex,
    pageSize,
    which,
  }: Pick<LineSearch, 'which'> & { pageIndex: number; pageSize: number },
) {
  const search = { batchId: id, which }
  const [rows, count] = await Promise.all([
    listLines(db, search, pageOf({ pageIndex, pageSize })),
    countLines(db, search),
  ])
  return { data: rows.map(lineView), count }
}

/** A code is for this total and these payees: the rows of a batch never change. */
async function confirmedBatch(
  { params }: Input<{ id: string }, object, unknown>,
  context: UserContext,
) {
  const { id, file_hash, row_count, faulty_count } = await requireBatch(
    context.db,
    context,
    params.id,
  )
  const [row] = await batchRowViews(context.db, [await requireBatch(context.db, context, id)])
  return [id, file_hash, row_count, faulty_count, row?.totals]
}

const decisionOf = (
  { caller, jobs, now }: UserContext,
  person: Person,
  reason: string | null,
): BatchDecision => ({ person, name: caller.name, reason, now, jobs })

/** Changes a batch once, under its lock, with an audit entry of how it was and is. */
async function change(
  providers: Providers,
  context: UserContext,
  call: AnyEndpoint,
  request: { readonly params: { readonly id: string }; readonly body: unknown },
  work: (db: Db, batch: BatchRecord, person: Person) => Promise<void>,
) {
  const { caller } = context
  const { tenant_id: tenantId } = await requireBatch(context.db, context, request.params.id)
  const engine = engineOfTenant(context, providers, tenantId)
  const keyed = { endpointId: call.id, ...request }
  // read before the transaction, which holds one connection and waits for no second one
  const person = await personOf(context.database, caller)
  return actOnceForUser(engine, context, keyed, async (db) => {
    const batch = await lockBatch(db, request.params.id)
    if (batch === undefined) throw notFound('The file')
    await work(db, batch, person)
    const details = await readDetails(db, context, batch.id, person)
    await context.audit(db, {
      ...{ type: 'payout-batch', id: batch.id, merchantId: batch.merchant_id },
      before: { state: batch.state },
      after: { state: details.state, totals: details.totals, ...(request.body as object | null) },
    })
    return details
  })
}

async function upload(
  providers: Providers,
  context: UserContext,
  body: { readonly fileName: string; readonly content: string },
) {
  const { caller, database, mode, now } = context
  const { merchantId, tenantId } = caller
  if (merchantId === null) throw notFound('The merchant')
  const { fileName, content } = body
  refuseOtherKind(content)
  refuseOtherCharset(content)
  const file = /^\uFEFF?\s*</.test(content) ? readPain(content) : readCsv(content)
  const checkSmallest = await readSmallestPayout(context.db, merchantId)
  const checked = await checkRows(providers, file, { now, checkSmallest })
  const file_hash = createHash('sha256').update(content).digest('hex')
  const engine = engineOfTenant(context, providers, tenantId)
  const keyed = { endpointId: uploadBatch.id, params: {}, body: [fileName, file_hash] }
  const [maker, person] = await Promise.all([
    makerOf(database, database.reader(tenantScope(tenantId)), caller),
    personOf(database, caller),
  ])
  return actOnceForUser(engine, context, keyed, async (db) => {
    const id = newId(now)
    const message_id = file.messageId?.slice(0, 35) ?? null
    const identity = { id, merchant_id: merchantId, mode, file_hash, message_id }
    const same = await findSameFile(db, identity)
    const rows = await markPaidBefore(db, { merchantId, mode, now }, checked)
    const batch = {
      ...{ ...identity, file_name: fileName, format: file.format, state: 'draft' },
      row_count: rows.length,
      faulty_count: rows.filter(({ code }) => code !== null).length,
      unconfirmed_count: rows.filter(isUnconfirmed).length,
      duplicate_count: rows.filter((row) => row.duplicateOf !== null || row.paidBefore !== null)
        .length,
      duplicate_of: same?.id ?? null,
      ...{ maker_id: maker.id, maker_name: maker.name, maker_keys: [...maker.keys] },
      ...{ side: 'merchant', created_at: now },
    }
    await insertBatch(db, batch, rows.map(lineOf))
    await context.audit(db, {
      ...{ type: 'payout-batch', id, merchantId },
      after: { fileName, format: file.format, rows: rows.length, faulty: batch.faulty_count },
    })
    return readDetails(db, context, id, person)
  })
}

const isUnconfirmed = ({ payeeResult }: CheckedRow) =>
  payeeResult !== null && payeeResult !== 'match'

const lineOf = (row: CheckedRow) => ({
  ...{ line: row.line, given: JSON.stringify(row.given) },
  payout: row.payout === null ? null : JSON.stringify(row.payout),
  ...{ amount_minor: row.amountMinor, currency: row.currency },
  payee_name: row.payout?.name ?? row.given.name?.slice(0, 200) ?? null,
  ...{ payee_result: row.payeeResult, bank_name: row.bankName, duplicate_of: row.duplicateOf },
  ...{ paid_before: row.paidBefore, code: row.code, message: row.message },
  params: row.params == null ? null : JSON.stringify(row.params),
})

/** A file that is taken out leaves an entry. */
async function takeOut(context: UserContext, id: string) {
  const batch = await requireBatch(context.db, context, id)
  const rows = await listLines(context.db, { batchId: id }, { limit: maxRows, offset: 0 })
  await context.transaction((db) =>
    context.audit(db, {
      ...{ type: 'payout-batch', id, merchantId: batch.merchant_id, after: { rows: rows.length } },
    }),
  )
  return { batch, rows }
}

async function requireBatch(db: Db, { mode }: UserContext, id: string): Promise<BatchRecord> {
  const batch = await findBatch(db, id)
  if (batch === undefined || batch.mode !== mode) throw notFound('The file')
  return batch
}

async function readDetails(db: Db, context: UserContext, id: string, person: Person) {
  const batch = await requireBatch(db, context, id)
  const [details] = await batchDetailsViews(db, [batch], person, context.now)
  if (details === undefined) throw notFound('The file')
  return details
}

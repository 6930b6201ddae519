import { createHash } from 'node:crypto'
import { addDays, utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { UploadedFile } from '@counterfoil/kit/contract/uploads.ts'
import { refusalTexts } from '@counterfoil/kit/contract/uploads.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type BankOrder,
  type BankOrderItem,
  bookRepeatedLine,
  csvField,
  listBankOrderItems,
  listBankOrders,
  statementFields,
  uploadBankOrder,
} from './bank-orders.contract.ts'
import { settleJob } from './bank-orders.jobs.ts'
import {
  countItems,
  countOrders,
  findOrderOfFile,
  hasItem,
  type ItemState,
  insertOrder,
  listDecimalPlaces,
  listEarlier,
  listItems,
  listOrders,
  reopenRepeated,
} from './bank-orders.queries.ts'
import { readStatement } from './statement-file.ts'

type UserContext = Context<UserCaller>

export const routes: Route[] = [
  route(listBankOrders, async ({ query }, { db }) => {
    const page = pageOf(query)
    const [rows, count] = await Promise.all([listOrders(db, page), countOrders(db)])
    return { data: rows.map(orderOf), count }
  }),
  route(listBankOrderItems, async ({ params, query }, { db }) => {
    const of = {
      orderId: params.bankOrderId,
      state: query.status?.toLowerCase() as ItemState | undefined,
      line: query.line,
    }
    const page = pageOf(query)
    const [[order], rows, count] = await Promise.all([
      listOrders(db, { id: of.orderId, limit: 1, offset: 0 }),
      listItems(db, of, page),
      countItems(db, of),
    ])
    if (order === undefined) throw notFound('The statement')
    const repeated = rows.filter(({ state }) => state === 'repeated').map((row) => row.id)
    const earlier = new Map((await listEarlier(db, repeated)).map((row) => [row.id, row]))
    const data = rows.map((row) => itemOf(row, earlier.get(row.id)))
    return { data, count, statement: orderOf(order) }
  }),
  route(bookRepeatedLine, async ({ params }, context) => {
    if (!(await hasItem(context.db, params.id))) throw notFound('The line')
    checkUploader(context.caller)
    return context.transaction((db) => book(db, context, params.id))
  }),
  route(uploadBankOrder, ({ body }, context) => {
    checkUploader(context.caller)
    return context.transaction((db) => take(db, context, body))
  }),
]

/** The statement is checked as a whole before it is stored; a job settles its lines. */
async function take(db: Db, { audit, caller, jobs, now }: UserContext, file: UploadedFile) {
  const { bankName, accountNumber } = fieldsOf(file)
  if (!file.name.toLowerCase().endsWith('.csv')) {
    throw refused(
      'file.type_not_allowed',
      textIn(refusalTexts.type, 'en', { name: file.name }),
      csvField,
    )
  }
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const decimalPlaces = await listDecimalPlaces(db)
  const lines = readStatement(file.bytes, {
    decimalPlacesOf: (currency) => decimalPlaces.get(currency),
    // where it is tomorrow already
    latestDay: addDays(utcDayOf(now), 1),
  })
  const order = {
    id: newId(now),
    bankName,
    accountNumber,
    fileName: file.name,
    sha256,
    uploadedBy: caller.id,
    at: now,
  }
  const isNew = await insertOrder(db, order, lines)
  const id = isNew ? order.id : await findOrderOfFile(db, sha256)
  if (id === undefined) throw notFound('The statement')
  if (isNew) await jobs.enqueue(db, settleJob, { tenantId: caller.tenantId, orderId: id })
  const [row] = await listOrders(db, { id, limit: 1, offset: 0 })
  if (row === undefined) throw notFound('The statement')
  await audit(db, {
    type: 'bank-order',
    id,
    merchantId: null,
    before: null,
    after: {
      bankName,
      accountNumber,
      fileName: file.name,
      lines: lines.length,
      isNew,
      repeated: Number(row.repeated ?? 0n),
    },
  })
  return { ...orderOf(row), isRepeated: !isNew }
}

/** A repeated line waits to be settled like a new one. */
async function book(db: Db, { audit, caller, jobs }: UserContext, itemId: string) {
  const reopened = await reopenRepeated(db, itemId)
  if (reopened === undefined) {
    const message = 'Only a repeated line is booked by hand; this one is not repeated'
    throw new Problem('bank_order.not_repeated', 409, message)
  }
  const { orderId, line } = reopened
  await jobs.enqueue(db, settleJob, { tenantId: caller.tenantId, orderId })
  await audit(db, {
    ...{ type: 'bank-order', id: orderId, merchantId: null },
    before: { line, status: statuses.repeated },
    after: { line, status: statuses.waiting },
  })
  const [row] = await listOrders(db, { id: orderId, limit: 1, offset: 0 })
  if (row === undefined) throw notFound('The statement')
  return orderOf(row)
}

/** A statement belongs to the tenant's account and covers all its merchants, and payments of any method and provider. */
function checkUploader(caller: UserCaller): void {
  const seesAll = caller.merchantIds === null && !isLimitedToPayments(caller)
  if (caller.userType === 'tenant' && seesAll) return
  throw new Problem(
    'bank_order.not_yours',
    403,
    'A statement is uploaded by staff of the tenant whose account it is of, who see all its merchants and payments',
  )
}

function fieldsOf({ fields }: UploadedFile) {
  const read = statementFields.safeParse(fields ?? {})
  if (read.success) return read.data
  const errors = read.error.issues.map(({ message, path }) => ({ message, path: path.join('.') }))
  throw new Problem('request.invalid', 400, errors[0]?.message ?? 'The form is wrong', { errors })
}

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 400, message, { path })

function orderOf(row: Awaited<ReturnType<typeof listOrders>>[number]): BankOrder {
  return {
    id: row.id,
    tenantName: row.tenant_name,
    bankName: row.bank_name,
    accountNumber: row.account_number,
    fileName: row.file_name,
    lines: Number(row.lines ?? 0n),
    matched: Number(row.matched ?? 0n),
    unmatched: Number(row.unmatched ?? 0n),
    repeated: Number(row.repeated ?? 0n),
    status: row.finished_at === null ? 'Processing' : 'Completed',
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

const statuses = {
  waiting: 'Waiting',
  matched: 'Matched',
  unmatched: 'Unmatched',
  repeated: 'Repeated',
} as const

type EarlierRow = Awaited<ReturnType<typeof listEarlier>>[number]

/** What the bank says of a line. */
const lineOf = (row: Omit<EarlierRow, 'id' | 'order_id' | 'file_name' | 'created_at'>) => ({
  line: row.line,
  bookedOn: row.booked_on,
  amount: Number(row.amount_minor),
  currency: row.currency,
  reference: row.reference,
  payer: row.payer,
  status: statuses[row.state as ItemState],
})

function itemOf(
  row: Awaited<ReturnType<typeof listItems>>[number],
  earlier: EarlierRow | undefined,
): BankOrderItem {
  return {
    id: row.id,
    ...lineOf(row),
    reason: row.reason,
    cleared: Number(row.cleared_minor),
    paymentId: row.payment_id,
    externalId: row.external_id,
    merchantName: row.merchant_name,
    mode: row.mode === null ? null : modeNameOf(row.mode),
    payout:
      row.payout_id === null
        ? null
        : {
            id: row.payout_id,
            payeeName: row.payee_name ?? '',
            isReturn: row.is_return ?? false,
          },
    earlier:
      earlier === undefined
        ? null
        : {
            bankOrderId: earlier.order_id,
            fileName: earlier.file_name,
            uploadedAt: earlier.created_at.toISOString(),
            ...lineOf(earlier),
          },
  }
}

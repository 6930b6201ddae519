import { sumRollup } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readCursor, writeCursor } from './cursor.rules.ts'
import { faces } from './faces.schema.ts'
import {
  faceLists,
  faceTotals,
  listAliases,
  listAlternativePayments,
  listMerchantPayments,
  listPaymentRequests,
  listPayments,
  type PaymentList,
  type PaymentTotals,
  readAlternativePayment,
  readAlternativeTotals,
  readMerchantPaymentTotals,
  readPaymentTotals,
} from './lookup.contract.ts'
import {
  findPaymentListRow,
  listPaymentRows,
  listTenantIds,
  listTenantsOfMerchants,
  type PageRequest,
  type PaymentListRow,
  type RequestListRow,
  sumPayments,
} from './lookup.queries.ts'
import { paymentRowOf, requestRowOf } from './lookup.views.ts'
import {
  type AlternativeQuery,
  deepestRow,
  type ListQuery,
  type PaymentFilter,
  type RequestQuery,
} from './payment-filter.schema.ts'
import { type Found, findPaymentsOfKey } from './search.queries.ts'
import { isSummedByDay, type Selection, selectionOf } from './selection.rules.ts'

type Call = Pick<Context<UserCaller>, 'db' | 'database' | 'mode' | 'now'>

/** The most payments that are counted one by one, for filters that rollups do not cover. */
const countLimit = 100_000

/** One page of payments. */
async function listPage(query: ListQuery, call: Call): Promise<PaymentList> {
  const { rows, ...page } = await readPage(query, call)
  return { data: rows.map(paymentRowOf), ...page }
}

/** One page of the requests of payments. */
async function listRequestPage(query: ListQuery, states: RequestQuery['requestState'], call: Call) {
  const { rows, ...page } = await readPage(query, call, { states })
  return { data: (rows as RequestListRow[]).map(requestRowOf), ...page }
}

/** One page. It reads one more row than it returns, to know whether there is another page. */
async function readPage(query: ListQuery, call: Call, requests?: PageRequest['requests']) {
  const of = requests === undefined ? 'payments' : 'requests'
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, query, of)
  const offset = cursor === undefined ? query.pageIndex * query.pageSize : 0
  if (offset > deepestRow) {
    throw new Problem(
      'paging.too_deep',
      400,
      `pageIndex reaches the first ${deepestRow} rows. Walk further with nextCursor.`,
      { params: { rows: deepestRow } },
    )
  }
  const selection = selectionOf(query, call.mode)
  const rows = await listPaymentRows(call.db, {
    selection,
    found: await foundOf(selection, call, query.searchParam),
    order: query,
    cursor,
    offset,
    limit: query.pageSize + 1,
    tenantIds: await tenantsToWalk(selection, query, call),
    requests,
  })
  const hasMore = rows.length > query.pageSize
  const page = rows.slice(0, query.pageSize)
  const isBackwards = cursor?.direction === 'previous'
  if (isBackwards) page.reverse()
  const cursorAt = (row: PaymentListRow | undefined, direction: 'next' | 'previous') =>
    row === undefined
      ? null
      : writeCursor(
          {
            direction,
            id: row.id,
            amountMinor: query.sort === 'amount' ? String(row.amount_minor) : undefined,
            requestId: requests && (row as RequestListRow).request_id,
          },
          query,
        )
  const isFirst = cursor === undefined && offset === 0
  const isWhole = isFirst && !hasMore
  return {
    rows: page,
    count: isWhole ? page.length : null,
    countAtLeast: offset + page.length + (hasMore ? 1 : 0),
    nextCursor: hasMore || isBackwards ? cursorAt(page.at(-1), 'next') : null,
    previousCursor: (isBackwards ? hasMore : !isFirst) ? cursorAt(page[0], 'previous') : null,
  }
}

/**
 * The tenants whose lists are merged for a list across tenants: if it is filtered by merchants, whose tenants are known,
 * or not ordered by age. Undefined: the index across tenants is used.
 */
async function tenantsToWalk(selection: Selection, query: ListQuery, { db, database }: Call) {
  const isAcross = db.scope.kind === 'platform' && selection.tenantId === undefined
  if (!isAcross || selection.searchKey !== undefined) return undefined
  if (selection.merchantIds !== undefined) return listTenantsOfMerchants(db, selection.merchantIds)
  return query.sort === 'created' ? undefined : listTenantIds(database.shared)
}

async function foundOf(
  { searchKey: key }: Selection,
  { db }: Pick<Call, 'db'>,
  searchParam?: ListQuery['searchParam'],
): Promise<Found | undefined> {
  if (key === undefined) return undefined
  if (searchParam === 'external_id') return { key, field: 'externalId', paymentIds: [] }
  return findPaymentsOfKey(db, key)
}

/** The exact count and sums: from rollups if they cover the filter, else from the payments. */
async function readTotals(filter: PaymentFilter, call: Call): Promise<PaymentTotals> {
  const selection = selectionOf(filter, call.mode)
  const sums = isSummedByDay(selection)
    ? await sumRollup(call.db, selection)
    : await sumPayments(call.db, selection, await foundOf(selection, call), countLimit + 1)
  const count = sums.reduce((total, one) => total + Number(one.payments), 0)
  const asOf = call.now.toISOString()
  if (!isSummedByDay(selection) && count > countLimit) {
    return { count: null, countAtLeast: countLimit, totals: null, asOf }
  }
  const totals = sums.map((one) => ({
    currency: one.currency,
    count: Number(one.payments),
    amount: Number(one.amountMinor),
    capturedAmount: Number(one.capturedMinor),
    refundedAmount: Number(one.refundedMinor),
  }))
  return { count, countAtLeast: count, totals, asOf }
}

/** The filters that a face adds to what is asked. */
const presetOf = (face: 'alternative') => ({ method: [...(faces[face].preset?.method ?? [])] })

/** The list of alternative payments, searched in one field if `searchParam` names it. */
function alternativeOnly({ searchParam, ...query }: AlternativeQuery): ListQuery {
  const all: ListQuery = { ...query, ...presetOf('alternative') }
  if (searchParam === undefined || searchParam === 'id') return all
  if (searchParam === 'external_id') return { ...all, searchParam }
  return { ...all, searchKey: undefined, [searchParam]: query.searchKey }
}

export const routes: Route[] = [
  ...[listPayments, listMerchantPayments, ...listAliases, ...Object.values(faceLists)].map((one) =>
    route(one, ({ query }, context) => listPage(query, context)),
  ),
  route(listAlternativePayments, ({ query }, context) => listPage(alternativeOnly(query), context)),
  route(listPaymentRequests, ({ query: { requestState, ...query } }, context) =>
    listRequestPage(alternativeOnly(query), requestState, context),
  ),
  route(readAlternativePayment, async ({ params }, { db }) => {
    const row = await findPaymentListRow(db, params.id)
    if (row?.method !== 'alternative') throw notFound('The payment')
    return paymentRowOf(row)
  }),
  ...[readPaymentTotals, readMerchantPaymentTotals, ...Object.values(faceTotals)].map((one) =>
    route(one, ({ query }, context) => readTotals(query, context)),
  ),
  route(readAlternativeTotals, ({ query }, context) =>
    readTotals({ ...query, ...presetOf('alternative') }, context),
  ),
]

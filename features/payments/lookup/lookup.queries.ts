import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from './cursor.rules.ts'
import type { PaymentOrder } from './payment-filter.schema.ts'
import type { Found } from './search.queries.ts'
import { type Branches, branchesOf, conditionOf } from './selection.queries.ts'
import type { Selection } from './selection.rules.ts'

export interface PaymentListRow {
  readonly id: string
  readonly tenant_id: string
  readonly tenant_name: string
  readonly merchant_id: string
  readonly merchant_name: string
  readonly website_name: string | null
  readonly mode: number
  readonly status: string
  readonly method: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly authorised_minor: bigint
  readonly captured_minor: bigint
  readonly refunded_minor: bigint
  readonly voided_minor: bigint
  readonly disputed_minor: bigint
  readonly dispute_state: string | null
  readonly external_id: string | null
  readonly description: string | null
  readonly customer_email: string | null
  readonly customer_country: string | null
  readonly card_brand: string | null
  readonly card_first6: string | null
  readonly card_last4: string | null
  readonly provider: string | null
  readonly acquirer_reference: string | null
  readonly decline_reason: string | null
  readonly channel: string
  readonly business_day: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** A request with its payment. */
export interface RequestListRow extends PaymentListRow {
  readonly request_id: string
  readonly sequence: number
  readonly operation: string
  readonly request_state: string
  readonly request_provider: string
  readonly request_reference: string | null
  readonly request_reason: string | null
  readonly sent_at: Date
  readonly answered_at: Date | null
}

const requestNames = [
  ...['request_id', 'request_operation_id', 'sequence', 'request_state', 'request_provider'],
  ...['request_reference', 'request_reason', 'sent_at', 'answered_at'],
]
/** Of `payment_attempt as a`, under the names that the list has them by. */
const requestColumns = sql.raw(
  `a.id as request_id, a.operation_id as request_operation_id, a.sequence, a.state as request_state,
   a.provider as request_provider, a.acquirer_reference as request_reference, a.decline_reason as request_reason,
   a.started_at as sent_at, a.finished_at as answered_at`,
)
const requestsOf = sql.raw(requestNames.map((name) => `p.${name}`).join(', '))

const columns = sql.raw(
  [
    'tenant_id, id, merchant_id, mode, status, method, currency, amount_minor, authorised_minor, captured_minor',
    'refunded_minor, voided_minor, disputed_minor, dispute_state, external_id, website_id, description, customer_email, customer_country',
    'card_brand, card_first6, card_last4, provider, acquirer_reference, decline_reason, channel, business_day',
    'created_at, updated_at',
  ]
    .join(', ')
    .split(', ')
    .map((column) => `p.${column}`)
    .join(', '),
)

export interface PageRequest {
  readonly selection: Selection
  readonly found: Found | undefined
  readonly order: PaymentOrder
  readonly cursor: Cursor | undefined
  readonly offset: number
  readonly limit: number
  /** For a list across tenants: the tenants whose lists are merged, if that is faster than the common index. */
  readonly tenantIds: readonly string[] | undefined
  /** A row for each request of the payments, in these states; undefined: a row for each payment. */
  readonly requests?: { readonly states: readonly string[] | undefined } | undefined
}

/** Rows after a cursor in reading order, which is reversed for a previous page. */
export async function listPaymentRows(db: Db, page: PageRequest): Promise<PaymentListRow[]> {
  const isForward = page.cursor?.direction !== 'previous'
  const direction = (page.order.order === 'desc') === isForward ? sql`desc` : sql`asc`
  const byAmount = page.order.sort === 'amount'
  const isOfRequests = page.requests !== undefined
  const orderBy = (requestId: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`order by ${
      byAmount ? sql`p.amount_minor ${direction}, ` : sql``
    }p.id ${direction}${isOfRequests ? sql`, ${requestId} ${direction}` : sql``}`
  const order = orderBy(sql`p.request_id`)
  const after = page.cursor === undefined ? [] : [beyond(page.cursor, page.order.order === 'desc')]
  const branches = branchesOf(db, page.selection, page.found, page.tenantIds)
  const { rows } = await sql<PaymentListRow>`
    select ${columns}, m.legal_business_name as merchant_name, t.name as tenant_name,
      w.name as website_name ${isOfRequests ? sql`, ${requestsOf}, o.kind as operation` : sql``}
    from (${rowsOf(branches, [...after, ...acrossTenants(db, page), ...requestConditions(db, page)], { order, inBranch: orderBy(sql`a.id`) }, page)}) as p
    join merchant as m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
    join tenant as t on t.id = p.tenant_id
    left join website as w on w.tenant_id = m.tenant_id and w.id = p.website_id
    ${isOfRequests ? sql`join payment_operation as o on o.tenant_id = p.tenant_id and o.id = p.request_operation_id` : sql``}
    ${order}`.execute(hasOnePlan(db, page) ? db.onKeptPlans() : db)
  return rows
}

/** Whether one index serves the query: that of a key, or a tenant's newest payments without a filter. */
function hasOnePlan(db: Db, { selection, found, order }: PageRequest): boolean {
  if (db.scope.kind === 'platform' || found !== undefined) return false
  if (selection.externalId !== undefined) return true
  const { mode, isWithinDays, ...filters } = selection
  const isUnfiltered = Object.values(filters).every((filter) => filter === undefined)
  return (
    isUnfiltered &&
    db.scope.merchantIds === null &&
    db.scope.payments === undefined &&
    order.sort !== 'amount'
  )
}

/** One row of either mode; undefined if the caller does not see it. */
export async function findPaymentListRow(db: Db, id: string): Promise<PaymentListRow | undefined> {
  const { rows } = await sql<PaymentListRow>`
    select ${columns}, m.legal_business_name as merchant_name, t.name as tenant_name,
      w.name as website_name
    from payment as p
    join merchant as m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
    join tenant as t on t.id = p.tenant_id
    left join website as w on w.tenant_id = m.tenant_id and w.id = p.website_id
    where ${withinPayments(db, 'p')} and p.id = ${id}::uuid`.execute(db.onKeptPlans())
  return rows[0]
}

function requestConditions(db: Db, { requests }: PageRequest): RawBuilder<unknown>[] {
  if (requests === undefined) return []
  const ofStates =
    requests.states === undefined ? [] : [sql`a.state = any (${[...requests.states]}::text[])`]
  return [within(db, 'a') as RawBuilder<unknown>, ...ofStates]
}

function rowsOf(
  branches: Branches,
  more: readonly RawBuilder<unknown>[],
  { order, inBranch }: { order: RawBuilder<unknown>; inBranch: RawBuilder<unknown> },
  { offset, limit, requests }: PageRequest,
): RawBuilder<unknown> {
  const [only, ...others] = branches.each
  // the payments are walked in the order of their index, and each request is found by its payment
  const source =
    requests === undefined
      ? sql`select ${columns} from payment as p`
      : sql`select ${columns}, ${requestColumns} from payment as p
          join payment_attempt as a on a.tenant_id = p.tenant_id and a.payment_id = p.id`
  const select = (branch: readonly RawBuilder<unknown>[], count: number) =>
    sql`${source}
      where ${sql.join([...branches.all, ...branch, ...more], sql` and `)} ${inBranch} limit ${count}`
  if (others.length === 0) return sql`${select(only ?? [], limit)} offset ${offset}`
  // every branch is ordered, so the first rows of the union are among the first of each
  const each = branches.each.map((branch) => sql`(${select(branch, offset + limit)})`)
  const union = branches.mayOverlap ? sql` union ` : sql` union all `
  return sql`select ${columns} ${requests === undefined ? sql`` : sql`, ${requestsOf}`} from (${sql.join(each, union)}) as p ${order} limit ${limit} offset ${offset}`
}

/** Rows beyond a cursor, in the direction of reading. */
function beyond(cursor: Cursor, isDescending: boolean): RawBuilder<unknown> {
  const compare = isDescending === (cursor.direction === 'next') ? sql`<` : sql`>`
  if (cursor.requestId !== undefined) return beyondRequest(cursor, compare)
  return cursor.amountMinor === undefined
    ? sql`p.id ${compare} ${cursor.id}::uuid`
    : sql`(p.amount_minor, p.id) ${compare} (${cursor.amountMinor}::bigint, ${cursor.id}::uuid)`
}

/** The first part bounds the walk of the payments' index; the whole row orders the requests of one payment. */
function beyondRequest(cursor: Cursor, compare: RawBuilder<unknown>): RawBuilder<unknown> {
  const request = sql`${cursor.requestId}::uuid`
  return cursor.amountMinor === undefined
    ? sql`p.id ${compare}= ${cursor.id}::uuid and (p.id, a.id) ${compare} (${cursor.id}::uuid, ${request})`
    : sql`p.amount_minor ${compare}= ${cursor.amountMinor}::bigint
        and (p.amount_minor, p.id, a.id) ${compare} (${cursor.amountMinor}::bigint, ${cursor.id}::uuid, ${request})`
}

/** The condition of the index across tenants, which queries within one tenant must not use. */
function acrossTenants(db: Db, { selection, tenantIds }: PageRequest): RawBuilder<unknown>[] {
  const isAcross =
    db.scope.kind === 'platform' && selection.tenantId === undefined && tenantIds === undefined
  return isAcross ? [sql`p.created_at > '-infinity'`] : []
}

export interface CurrencySums {
  readonly currency: string
  readonly payments: bigint
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

/** Counts and sums at most `limit` payments. */
export async function sumPayments(
  db: Db,
  selection: Selection,
  found: Found | undefined,
  limit: number,
): Promise<CurrencySums[]> {
  const { rows } = await sql<CurrencySums>`
    select currency, count(*)::bigint as payments, sum(amount_minor)::bigint as "amountMinor",
      sum(captured_minor)::bigint as "capturedMinor", sum(refunded_minor)::bigint as "refundedMinor"
    from (
      select p.currency, p.amount_minor, p.captured_minor, p.refunded_minor from payment as p
      where ${conditionOf(db, selection, found)} limit ${limit}
    ) as counted
    group by currency order by currency`.execute(db)
  return rows
}

/** All tenants that can have payments. */
export async function listTenantIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tenant').select('id').where('is_platform', '=', false).execute()
  return rows.map((row) => row.id)
}

/** The tenants of merchants, for a list across tenants. */
export async function listTenantsOfMerchants(
  db: Db,
  merchantIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('merchant')
    .select('tenant_id')
    .distinct()
    .where(within(db, 'merchant', 'id'))
    .where('id', 'in', [...merchantIds])
    .execute()
  return rows.map((row) => row.tenant_id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The payment with this id, or the newest with this external id. */
export function findReferredPayment(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('payment as p')
    .select(['p.id', 'p.merchant_id', 'p.external_id'])
    .where(withinPayments(db, 'p'))
    .where('p.tenant_id', '=', tenantId)
    .where(uuid.test(key) ? 'p.id' : 'p.external_id', '=', key)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listReadable(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('payment as p')
    .select('p.id')
    .where(withinPayments(db, 'p'))
    .where('p.id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

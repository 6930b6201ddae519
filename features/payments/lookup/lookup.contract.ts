import {
  disputeState,
  paymentChannel,
  paymentMethod,
  paymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { type Endpoint, endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  cursorListOf,
  id,
  idParams,
  modeName,
  sumMinor,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { viewPermissions } from './lookup-options.contract.ts'
import {
  alternativeQuery,
  listQuery,
  paymentFilter,
  requestQuery,
  requestState,
} from './payment-filter.schema.ts'

/** A payment as a row of a list. */
export const paymentRow = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  merchantId: id,
  merchantName: z.string(),
  mode: modeName,
  status: paymentStatus,
  method: paymentMethod,
  currency: z.string(),
  amount: z.int(),
  authorisedAmount: z.int(),
  capturedAmount: z.int(),
  refundedAmount: z.int(),
  voidedAmount: z.int(),
  disputedAmount: z.int(),
  disputeState: disputeState.nullable(),
  externalId: z.string().nullable(),
  websiteName: z.string().nullable(),
  description: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerCountry: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardFirst6: z.string().nullable(),
  cardLast4: z.string().nullable(),
  provider: z.string().nullable(),
  acquirerReference: z.string().nullable(),
  declineReason: z.string().nullable(),
  channel: paymentChannel,
  /** The tenant's business day on which it was created; day filters and rollups use it. */
  businessDay: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PaymentRow = z.infer<typeof paymentRow>

/** A request that an acquirer was sent, with its payment. */
const requestRow = paymentRow.extend({
  requestId: id,
  /** Within its operation, from 1; a cascade sends several. */
  sequence: z.int(),
  operation: z.string(),
  requestState,
  requestProvider: z.string(),
  requestReference: z.string().nullable(),
  requestReason: z.string().nullable(),
  sentAt: timestamp,
  answeredAt: timestamp.nullable(),
})
export type RequestRow = z.infer<typeof requestRow>

const currencyTotal = z.object({
  currency: z.string(),
  count: z.int(),
  amount: sumMinor,
  capturedAmount: sumMinor,
  refundedAmount: sumMinor,
})

const paymentTotals = z.object({
  /** Exact; null if counting stopped at its limit. */
  count: z.int().nullable(),
  countAtLeast: z.int(),
  /** One for each currency, never added up; null with `count`. */
  totals: z.array(currencyTotal).nullable(),
  asOf: timestamp,
})
export type PaymentTotals = z.infer<typeof paymentTotals>

/** Declared here so that the first page loads it without the schemas of lists. */
export { viewPermissions }

export const operatorPrefix = '/api/crm/transactions'
export const merchantPrefix = '/api/transactions'

type ListEndpoint = Endpoint<
  Record<never, never>,
  z.output<typeof listQuery>,
  undefined,
  z.infer<typeof listAnswer>,
  z.input<typeof listQuery>
>
const listAnswer = cursorListOf(paymentRow)
export type PaymentList = z.infer<typeof listAnswer>

function list(name: string, path: string, permission: readonly string[]): ListEndpoint {
  return endpoint({
    id: `payments.list${name}`,
    method: 'GET',
    path,
    summary: 'Finds payments',
    permission,
    query: listQuery,
    answer: listAnswer,
  })
}

function totals(name: string, path: string, permission: readonly string[]) {
  return endpoint({
    id: `payments.totals${name}`,
    method: 'GET',
    path,
    summary: 'The exact count, and sums by currency, of a list of payments',
    permission,
    query: paymentFilter,
    answer: paymentTotals,
  })
}

const { operator, merchant } = viewPermissions
const reporting = '/api/reporting/crm/reports'
const reportingView = [...operator, 'CRM.TransactionReportingService.View']

export const listPayments = list('', operatorPrefix, operator)
export const listMerchantPayments = list('-merchant', merchantPrefix, merchant)

const reportingList = list('-reporting', `${reporting}/transactions-lookup-v2`, reportingView)

/** The same list under its other addresses. */
export const listAliases: readonly ListEndpoint[] = [
  list('-reporting-search', `${reporting}/transactions-lookup-v2/searchKey`, reportingView),
  list('-reporting-tenant', `${reporting}/transactions-lookup-v2/tenant`, reportingView),
  list('-platform', `${reporting}/transactions-lookup-v2/platform`, [
    'Platform.Transaction.Lookup',
  ]),
  list('-platform-search', `${reporting}/transactions-lookup-v2/platform/searchKey`, [
    'Platform.Transaction.Lookup',
  ]),
  list('-merchant-search', `${reporting}/transactions-lookup/searchKey`, merchant),
]

/** The list at an address of a face that the documents name no call of. */
export const faceLists = {
  operatorColumns: list('-columns', `${reporting}/transactions-lookup-columns`, [
    ...operator,
    'CRM.Transaction.LookupColumns',
    'Platform.Transaction.LookupColumns',
  ]),
  merchantColumns: list('-merchant-columns', `${reporting}/transactions-lookup/columns`, [
    ...merchant,
    'Merchant.Transaction.LookupColumns',
  ]),
  reporting: reportingList,
  bdt: list('-bdt', `${reporting}/transactions-lookup-v3`, [
    ...operator,
    'CRM.TransactionBDT.View',
  ]),
}

export const readPaymentTotals = totals('', `${operatorPrefix}/totals`, operator)
export const readMerchantPaymentTotals = totals('-merchant', `${merchantPrefix}/totals`, merchant)

/** The totals of a face stand below its list. */
const totalsOf = (name: string, of: ListEndpoint) =>
  totals(name, `${of.path}/totals`, of.access.kind === 'permission' ? of.access.anyOf : [])

export const faceTotals = {
  operatorColumns: totalsOf('-columns', faceLists.operatorColumns),
  merchantColumns: totalsOf('-merchant-columns', faceLists.merchantColumns),
  reporting: totalsOf('-reporting', faceLists.reporting),
  bdt: totalsOf('-bdt', faceLists.bdt),
}

// Payments by alternative methods.

export const alternativeView = [...operator, 'CRM.TransactionV2.View']
export const alternativePrefix = `${operatorPrefix}/apm-transactions`

export const listAlternativePayments = endpoint({
  id: 'payments.list-alternative',
  method: 'GET',
  path: alternativePrefix,
  summary: 'Finds payments by alternative methods',
  permission: alternativeView,
  query: alternativeQuery,
  answer: listAnswer,
})

export const readAlternativeTotals = totals(
  '-alternative',
  `${alternativePrefix}/totals`,
  alternativeView,
)

export const readAlternativePayment = endpoint({
  id: 'payments.read-alternative',
  method: 'GET',
  path: `${alternativePrefix}/:id`,
  summary: 'One payment by an alternative method',
  permission: alternativeView,
  params: idParams,
  answer: paymentRow,
})

/** The requests that acquirers were sent for payments by alternative methods. */
export const listPaymentRequests = endpoint({
  id: 'payments.list-requests',
  method: 'GET',
  path: `${operatorPrefix}/apm-requests`,
  summary: 'Finds the requests that acquirers were sent for payments by alternative methods',
  permission: [...operator, 'CRM.VRPaymentsTransaction.View'],
  query: requestQuery,
  answer: cursorListOf(requestRow),
})

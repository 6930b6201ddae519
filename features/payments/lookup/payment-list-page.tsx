import {
  merchantPayouts,
  operatorPayouts,
  type PayoutCalls,
} from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import {
  exportAlternativePayments,
  exportMerchantPayments,
  exportPayments,
  paymentSources,
} from '@counterfoil/features/payments/reports/export.contract.ts'
import { everyFace, type FaceName, faces } from './faces.schema.ts'
import {
  faceLists,
  faceTotals,
  listAlternativePayments,
  listMerchantPayments,
  listPaymentRequests,
  listPayments,
  readAlternativeTotals,
  readMerchantPaymentTotals,
  readPaymentTotals,
} from './lookup.contract.ts'
import { PaymentList } from './payment-list.tsx'
import type { ListExports } from './payment-list-tools.tsx'

/** The calls that a face is filled by. */
export interface FaceCalls {
  readonly list: typeof listPayments
  /** Undefined where rows are not payments. */
  readonly totals?: typeof readPaymentTotals
  readonly export?: ListExports
  readonly payouts: PayoutCalls
  /** What a row is, if not a payment: one of the requests that its acquirers were sent. */
  readonly rows?: 'requests'
  /** The columns that are shown, in order, until the user chooses; absent: those that are not hidden by default. */
  readonly columns?: readonly string[]
  /** The list below which a payment is opened, for those who may open it there. */
  readonly details: { readonly path: string; readonly permission: readonly string[] }
}

const everyPayment = paymentSources.all
const ofOperators = {
  export: { now: exportPayments, source: everyPayment },
  payouts: operatorPayouts,
  details: faces.operator,
}
const ofThePlatform = { ...ofOperators, details: faces.platform }
const ofMerchants = {
  export: { now: exportMerchantPayments, source: everyPayment },
  payouts: merchantPayouts,
  details: faces.merchant,
}
const lookup = { list: listPayments, totals: readPaymentTotals }
const columns = { list: faceLists.operatorColumns, totals: faceTotals.operatorColumns }

const calls: Readonly<Record<FaceName, FaceCalls>> = {
  operator: { ...ofOperators, ...lookup },
  platform: { ...ofThePlatform, ...lookup },
  merchant: { ...ofMerchants, list: listMerchantPayments, totals: readMerchantPaymentTotals },
  operatorColumns: { ...ofOperators, ...columns },
  platformColumns: { ...ofThePlatform, ...columns },
  merchantColumns: {
    ...ofMerchants,
    ...{ list: faceLists.merchantColumns, totals: faceTotals.merchantColumns },
  },
  reporting: { ...ofOperators, list: faceLists.reporting, totals: faceTotals.reporting },
  bdt: { ...ofOperators, list: faceLists.bdt, totals: faceTotals.bdt },
  alternative: {
    ...ofOperators,
    // it takes all that the lists of other faces take, and more fields to search in
    list: listAlternativePayments as unknown as typeof listPayments,
    totals: readAlternativeTotals,
    export: { now: exportAlternativePayments, source: paymentSources.alternative },
    columns: [
      ...['created', 'status', 'amount', 'externalId', 'email', 'tenant', 'merchant', 'provider'],
      ...['acquirerReference', 'declineReason'],
    ],
  },
  requests: {
    ...{ payouts: operatorPayouts, details: faces.operator },
    list: listPaymentRequests as unknown as typeof listPayments,
    rows: 'requests',
    columns: [
      ...['created', 'sent', 'requestState', 'operation', 'externalId', 'amount', 'status'],
      ...['tenant', 'merchant', 'requestProvider', 'requestReference', 'requestReason', 'answered'],
    ],
  },
}

/** The page of a face. */
export const pageOf = (name: FaceName) => ({
  default: () => <PaymentList key={name} face={everyFace[name]} calls={calls[name]} />,
})

import {
  alternativePrefix,
  alternativeView,
  merchantPrefix,
  operatorPrefix,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** What the lists are called as sources of exports in the background. */
export const paymentSources = { all: 'payments', alternative: 'alternative-payments' } as const
export type PaymentSource = (typeof paymentSources)[keyof typeof paymentSources]

/** `filename.zip` with `filename.csv`: all rows of the list with its filter, columns, order and time zone. */
function exporting(id: string, prefix: string, permission: readonly string[]) {
  return endpoint({
    id,
    method: 'GET',
    path: `${prefix}/csv`,
    summary: 'The whole list as a zipped CSV',
    permission,
    query: exportQuery,
    contentType: 'application/zip',
  })
}

export const exportPayments = exporting('payments.export', operatorPrefix, viewPermissions.operator)
export const exportMerchantPayments = exporting(
  'payments.export-merchant',
  merchantPrefix,
  viewPermissions.merchant,
)
export const exportAlternativePayments = exporting(
  'payments.export-alternative',
  alternativePrefix,
  alternativeView,
)

/** Reports with an operator's own filters and columns. */
export const exportTenantReport = endpoint({
  id: 'payments.export-report',
  method: 'POST',
  path: '/api/reporting/report-v2/reports-tenant-export-v3',
  summary: 'A report as a zipped CSV, with the filters and columns that are asked for',
  permission: [...viewPermissions.operator, 'CRM.TransactionReportingService.View'],
  body: z.strictObject({
    reportId: z.literal('transactions', 'There is no such report'),
    /** The query parameters of the list, with its order, time zone and language. */
    filters: exportQuery.omit({ columns: true }).strict().prefault({}),
    columns: z.array(z.string().max(50)).min(1).max(100).optional(),
  }),
  contentType: 'application/zip',
})

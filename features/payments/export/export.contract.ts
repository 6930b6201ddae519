import { exportQuery } from '@counterfoil/features/payments/lookup/filter.contract.ts'
import {
  alternativePrefix,
  merchantPrefix,
  operatorPrefix,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'

/** `filename.zip` holding `filename.csv`: the list with its filter, columns, order and time zone, all of its rows. */
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
  [...viewPermissions.operator, 'CRM.TransactionV2.View'],
)

import {
  merchantPrefix,
  operatorPrefix,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The list as CSV files, created in the background; the user is notified and downloads them. */
function requesting(callId: string, prefix: string, permission: readonly string[]) {
  return endpoint({
    id: callId,
    method: 'POST',
    path: `${prefix}/csv/report`,
    summary: 'Prepares the whole list as CSV in the background and notifies the user',
    permission,
    query: exportQuery,
    answer: z.object({ reportId: id }),
    status: 202,
  })
}

export const requestReport = requesting(
  'payments.request-report',
  operatorPrefix,
  viewPermissions.operator,
)
export const requestMerchantReport = requesting(
  'payments.request-report-merchant',
  merchantPrefix,
  viewPermissions.merchant,
)

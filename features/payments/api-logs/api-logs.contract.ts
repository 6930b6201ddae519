import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  calendarDay,
  id,
  listOf,
  modeName,
  pageQuery,
  several,
} from '@counterfoil/kit/contract/fields.ts'
import { statusClasses } from '@counterfoil/kit/contract/status-classes.ts'
import { z } from 'zod'
import { apiLog, apiLogInFull } from './api-logs.schema.ts'

export const logFilter = z.object({
  /** Part of the address, the whole idempotency key, or the whole id of a request or a payment. */
  searchKey: z.string().trim().max(255).optional(),
  status: several(z.enum(statusClasses)),
  /** The name of an API key, or of an acquirer. */
  peer: z.string().max(100).optional(),
  direction: z.enum(['inbound', 'outbound']).optional(),
  merchantId: several(id),
  /** For platform staff, who see every tenant. */
  tenantId: id.optional(),
  /** Days in the caller's time zone, both included; the last seven unless said. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
  /** Without it the `Mode` header decides. */
  mode: modeName.optional(),
})
export type LogFilter = z.output<typeof logFilter>

const row = apiLog.extend({
  merchantId: id,
  merchantName: z.string(),
  /** Null: the call was refused before there was a payment. */
  paymentId: id.nullable(),
  /** What an acquirer answered, where there is no status: approved, declined, …; null: it did not answer. */
  result: z.string().nullable(),
})
export type LogRow = z.infer<typeof row>

function calls(audience: 'operator' | 'merchant', path: string, permission: string) {
  const name = audience === 'merchant' ? '-merchant' : ''
  return {
    permission,
    list: endpoint({
      id: `api-logs.list${name}`,
      method: 'GET',
      path,
      summary: "Calls of merchants' servers, refused ones too, and to acquirers; newest first",
      permission,
      query: pageQuery.extend(logFilter.shape),
      answer: listOf(row),
    }),
    read: endpoint({
      id: `api-logs.read${name}`,
      method: 'GET',
      path: `${path}/:logId`,
      summary: 'One call in full, without secrets',
      permission,
      params: z.object({ logId: id }),
      answer: apiLogInFull,
    }),
  }
}

export const operatorLogs = calls(
  'operator',
  '/api/reporting/crm/reports/api-logs',
  'Settings.DeveloperSettings.ApiLog.View',
)
export const merchantLogs = calls('merchant', '/api/reports/api-logs', 'Merchant.Settings.APILogs')

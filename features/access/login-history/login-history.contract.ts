import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  calendarDay,
  id,
  listOf,
  pageQuery,
  several,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What became of it, in the order in which the filter offers them. */
const loginOutcomes = [
  'signed-in',
  'sign-in-refused',
  'confirmation-refused',
  'locked',
  'signed-out',
] as const

export const loginFilter = z.object({
  /** Part of a name or an e-mail address, or the whole IP address. */
  searchKey: z.string().trim().max(100).optional(),
  outcome: several(z.enum(loginOutcomes)),
  tenantId: id.optional(),
  /** Days in the caller’s time zone, both included. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
})
export type LoginFilter = z.output<typeof loginFilter>

const login = z.object({
  id,
  outcome: z.enum(loginOutcomes),
  /** Why it was refused: wrong_password, wrong_code, locked, inactive, elsewhere_only. */
  reason: z.string().nullable(),
  tenantId: id,
  tenantName: z.string(),
  userId: id.nullable(),
  userName: z.string(),
  email: z.string().nullable(),
  ip: z.string().nullable(),
  /** The browser and its system, as far as it says them; null: neither, or an entry from before they were stored. */
  device: z.string().nullable(),
  /** The other provider at which somebody signed in; null: at ours. */
  identityProvider: z.string().nullable(),
  createdAt: timestamp,
})
export type Login = z.infer<typeof login>

export const loginPermission = 'Platform.Reports.LoginHistory'
const path = '/api/reporting/crm/reports/login-history'

export const listLogins = endpoint({
  id: 'login-history.list',
  method: 'GET',
  path,
  summary: 'Who signed in, where, with what and when, and who was refused; newest first',
  permission: loginPermission,
  query: pageQuery.extend(loginFilter.shape),
  answer: listOf(login),
})

export const exportLogins = endpoint({
  id: 'login-history.export',
  method: 'GET',
  path: `${path}/export`,
  summary: 'The login history as a zipped CSV',
  permission: loginPermission,
  query: loginFilter,
  contentType: 'application/zip',
})

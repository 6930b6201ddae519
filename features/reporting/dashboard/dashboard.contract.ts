import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { sumMinor, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const figures = z.object({
  currency: z.string(),
  count: z.int(),
  amount: sumMinor,
  capturedAmount: sumMinor,
  /** Refunded in the period, whenever the payments were made. */
  refundedAmount: sumMinor,
  /** The share of decided payments, from 0 to 1; null without any. */
  approvalRate: z.number().nullable(),
})
export type PeriodFigures = z.infer<typeof figures>

const dashboardSummary = z.object({
  asOf: timestamp,
  /** The current business day of the caller. */
  today: z.string(),
  periods: z.array(
    z.object({
      id: z.enum(['today', 'last7', 'last30']),
      from: z.string(),
      to: z.string(),
      currencies: z.array(figures),
    }),
  ),
  /** Of the last thirty days. */
  statuses: z.array(z.object({ status: z.string(), count: z.int() })),
  /** Of the last thirty days; days without payments are left out. */
  days: z.array(
    z.object({ day: z.string(), currency: z.string(), count: z.int(), capturedAmount: sumMinor }),
  ),
})
export type DashboardSummary = z.infer<typeof dashboardSummary>

const summary = (id: string, path: string, permission: string) =>
  endpoint({
    id,
    method: 'GET',
    path,
    summary: 'What happened today, in seven and in thirty days',
    permission,
    answer: dashboardSummary,
  })

export const readOperatorDashboard = summary(
  'dashboard.operator',
  '/api/crm/dashboard/summary',
  'CRM.Dashboard.View',
)
export const readMerchantDashboard = summary(
  'dashboard.merchant',
  '/api/dashboard/summary',
  'Merchant.Transaction.View',
)

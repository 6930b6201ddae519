import { newPayoutOrder } from '@counterfoil/features/payments/payout-orders/payout-orders.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  frequency,
  maxTimes,
  recurringDetails,
  recurringRow,
  recurringState,
} from './recurring-payouts.schema.ts'

const refreshes = ['recurring-payouts.*']
const paths = {
  operator: '/api/crm/recurring-payouts',
  merchant: '/api/recurring-payouts',
} as const
const views = {
  operator: { suffix: '', permission: 'Crm.Payments.PendingTransactions' },
  merchant: { suffix: '-merchant', permission: 'Merchant.Payments.Single.View' },
} as const
const edit = ['Merchant.Payments.Single.Edit']

export const newRecurringPayout = newPayoutOrder
  .omit({ on: true, externalId: true })
  .extend({
    frequency,
    /** On the rail's calendar; what falls on no business day goes on the next one. */
    firstDay: calendarDay,
    /** No date after this day; absent, and `times` too: until it is stopped. */
    lastDay: calendarDay.optional(),
    /** So many dates. */
    times: z.int().min(1).max(maxTimes).optional(),
    /** The beneficiary is paid this amount as often already, and is paid once more. */
    despiteDuplicate: z.boolean().optional(),
  })
  .meta({
    examples: [
      {
        ...{ beneficiaryId: '01890a5d-ac96-774b-bcce-b302099a8057', amount: 1250 },
        ...{ currency: 'GBP', reference: 'Rent', frequency: 'monthly', firstDay: '2027-01-31' },
      },
    ],
  })
export type NewRecurringPayout = z.infer<typeof newRecurringPayout>

function lookCalls(audience: keyof typeof paths) {
  const path = paths[audience]
  const { suffix, permission } = views[audience]
  return {
    list: endpoint({
      id: `recurring-payouts.list${suffix}`,
      method: 'GET',
      path,
      summary: 'Recurring payouts to beneficiaries in the mode, newest first',
      permission,
      query: pageQuery.extend({
        /** In the payee’s name and the reference. */
        searchKey: z.string().max(100).optional(),
        state: recurringState.optional(),
      }),
      answer: listOf(recurringRow),
    }),
    read: endpoint({
      id: `recurring-payouts.read${suffix}`,
      method: 'GET',
      path: `${path}/:id`,
      summary: 'A recurring payout with what became of its dates',
      permission,
      params: idParams,
      answer: recurringDetails,
    }),
  }
}

export const operatorRecurring = lookCalls('operator')
export const merchantRecurring = lookCalls('merchant')
export type RecurringCalls = typeof operatorRecurring | typeof merchantRecurring

export const createRecurringPayout = endpoint({
  id: 'recurring-payouts.createRecurring',
  method: 'POST',
  path: paths.merchant,
  summary: 'Pay a beneficiary again and again: each date makes a payout of its own',
  permission: edit,
  body: newRecurringPayout,
  answer: recurringDetails,
  status: 201,
  idempotent: true,
  refreshes: [...refreshes, 'payout-orders.*'],
})

const changing = (id: string, path: string, summary: string) =>
  endpoint({
    ...({ id: `recurring-payouts.${id}`, method: 'POST', permission: edit } as const),
    ...{ path: `${paths.merchant}/:id/${path}`, summary, params: idParams },
    ...{ answer: recurringDetails, refreshes },
  })

export const pauseRecurringPayout = changing(
  'pauseRecurring',
  'pause',
  'Pause a recurring payout: dates until it is resumed are not paid',
)
export const resumeRecurringPayout = changing(
  'resumeRecurring',
  'resume',
  'Resume a recurring payout with its next date',
)
export const stopRecurringPayout = changing(
  'stopRecurring',
  'stop',
  'Stop a recurring payout for good',
)

const deciders = {
  operator: { suffix: '', permission: 'Crm.Payments.PendingTransactions' },
  merchant: { suffix: '-merchant', permission: 'Merchant.Payments.PendingTransactions' },
} as const

function approvalCalls(audience: keyof typeof paths) {
  const base = paths[audience]
  const { suffix, permission } = deciders[audience]
  const decision = {
    ...({ method: 'POST', permission, params: idParams, answer: recurringDetails } as const),
    ...{ idempotent: true, refreshes },
  } as const
  return {
    list: endpoint({
      id: `recurring-payouts.waiting${suffix}`,
      method: 'GET',
      path: `${base}/waiting`,
      summary: 'Recurring payouts that wait for approval, the oldest first',
      permission,
      query: pageQuery,
      answer: listOf(recurringDetails),
    }),
    approve: endpoint({
      ...decision,
      id: `recurring-payouts.approve${suffix}`,
      path: `${base}/:id/approvals`,
      summary: 'Approve a recurring payout: its amount, its payee and its dates as they are',
      body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
    }),
    decline: endpoint({
      ...decision,
      id: `recurring-payouts.decline${suffix}`,
      path: `${base}/:id/declinations`,
      summary: 'Decline a recurring payout: none of its dates is paid',
      body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    }),
  }
}

export const operatorRecurringApprovals = approvalCalls('operator')
export const merchantRecurringApprovals = approvalCalls('merchant')
export type RecurringApprovalCalls =
  | typeof operatorRecurringApprovals
  | typeof merchantRecurringApprovals

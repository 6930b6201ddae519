import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  calendarDay,
  currencyCode,
  id,
  idParams,
  listOf,
  maxAmountMinor,
  pageQuery,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  payeeResult,
  payoutDetails,
  payoutRow,
  payoutSpeed,
  payoutState,
  rail,
  waitingPayoutOrder,
} from './payout-orders.schema.ts'

const path = '/api/payouts'
const view = ['Merchant.Payments.Single.View']
const edit = ['Merchant.Payments.Single.Edit']
const refreshes = ['payout-orders.*', 'payments.balances*', 'beneficiaries.payouts']

const looks = {
  operator: {
    ...{ base: '/api/crm/payouts', suffix: '-operator', whose: 'Payouts' },
    permission: ['Crm.Payments.PendingTransactions'],
  },
  merchant: { base: path, suffix: '', whose: 'Your payouts', permission: view },
} as const

const found = {
  /** In the payee’s name, reference and own number; or a whole id, ours or the bank’s. */
  searchKey: z.string().max(100).optional(),
  state: payoutState.optional(),
}

function lookCalls(audience: keyof typeof looks) {
  const { base, suffix, whose, permission } = looks[audience]
  return {
    list: endpoint({
      id: `payout-orders.list${suffix}`,
      method: 'GET',
      path: base,
      summary: `${whose} to beneficiaries in the mode, newest first`,
      permission,
      query: pageQuery.extend(found),
      answer: listOf(payoutRow),
    }),
    export: endpoint({
      id: `payout-orders.downloadPayouts${suffix}`,
      method: 'GET',
      path: `${base}/csv`,
      summary: `${whose} to beneficiaries in the mode as CSV, found as in the list`,
      permission,
      query: z.object(found),
      contentType: 'text/csv',
    }),
    read: endpoint({
      id: `payout-orders.read${suffix}`,
      method: 'GET',
      path: `${base}/:id`,
      summary: 'A payout with its payee and history',
      permission,
      params: idParams,
      answer: payoutDetails,
    }),
  }
}

export const merchantPayoutOrders = lookCalls('merchant')
export const operatorPayoutOrders = lookCalls('operator')

export const listPayees = endpoint({
  id: 'payout-orders.payees',
  method: 'GET',
  path: `${path}/payees`,
  summary: 'Beneficiaries in use who can be paid, by name',
  permission: view,
  query: z.object({ searchKey: z.string().max(100).optional() }),
  answer: listOf(
    z.object({
      ...{ id, currency: currencyCode, name: z.string(), accountHint: z.string() },
      version: z.int(),
      payeeCheck: z.enum(['not_needed', 'pending', 'success', 'failed']),
      payeeResult: payeeResult.nullable(),
      bankName: z.string().nullable(),
    }),
  ),
})

const reference = z.string().trim().min(1).max(140)

export const newPayoutOrder = z
  .strictObject({
    beneficiaryId: id,
    /** The beneficiary as it was seen: one that was changed since is not paid. Absent: as it is now. */
    payeeVersion: z.int().min(1).optional(),
    amount: amountMinor,
    currency: currencyCode,
    reference,
    externalId: z.string().min(1).max(100).optional(),
    /** Absent: today. */
    on: calendarDay.optional(),
    /** Of rails that do the same; absent: the fastest. */
    speed: payoutSpeed.optional(),
    /** The bank did not confirm the name, and it goes all the same. */
    despiteCheck: z.boolean().optional(),
  })
  .meta({
    examples: [
      {
        ...{ beneficiaryId: '01890a5d-ac96-774b-bcce-b302099a8057', amount: 1250 },
        ...{ currency: 'GBP', reference: 'INV-1' },
      },
    ],
  })

export const previewPayout = endpoint({
  id: 'payout-orders.preview',
  method: 'GET',
  path: `${path}/preview`,
  summary: 'What a payout would cost, over which rail and when it would go',
  permission: edit,
  query: z.object({
    beneficiaryId: id,
    amount: z.coerce.number().int().min(1).max(maxAmountMinor),
    on: calendarDay.optional(),
    speed: payoutSpeed.optional(),
    reference: z.string().max(140).default(''),
  }),
  answer: z.object({
    rail,
    /** Which speeds there are to choose from. */
    speeds: z.array(payoutSpeed),
    fee: z.int(),
    total: z.int(),
    /** Null for users who see only payments of some methods or providers: a balance sums all. */
    payable: z.int().nullable(),
    currency: currencyCode,
    sendAt: timestamp,
    /** It goes on a later day than was asked for: after the cut-off, or no business day. */
    isLater: z.boolean(),
    /** As the payee reads it; null where it cannot be sent so. */
    reference: z.string().nullable(),
    maxReference: z.int(),
    needsApproval: z.boolean(),
    payeeCheck: z.enum(['not_needed', 'pending', 'success', 'failed']),
    payeeResult: payeeResult.nullable(),
    bankName: z.string().nullable(),
  }),
})

export const createPayoutOrder = endpoint({
  id: 'payout-orders.create',
  method: 'POST',
  path,
  summary: 'Pay out to a beneficiary; the amount is set aside at once',
  permission: edit,
  body: newPayoutOrder,
  answer: payoutDetails,
  status: 201,
  idempotent: true,
  refreshes,
})

export const cancelPayoutOrder = endpoint({
  id: 'payout-orders.cancel',
  method: 'POST',
  path: `${path}/:id/cancel`,
  summary: 'Withdraw a payout that was not sent yet: your own, or one that is approved',
  permission: edit,
  params: idParams,
  answer: payoutDetails,
  refreshes,
})

const audiences = {
  operator: {
    ...{ base: '/api/crm/payouts', suffix: '' },
    permission: 'Crm.Payments.PendingTransactions',
  },
  merchant: {
    ...{ base: '/api/payouts', suffix: '-merchant' },
    permission: 'Merchant.Payments.PendingTransactions',
  },
} as const

/** The most payouts in one request. */
const maxDecided = 100

const payouts = z.array(id).min(1).max(maxDecided)
const results = z.object({
  data: z.array(
    z.object({
      id,
      /** Null if the decision was refused. */
      state: payoutState.nullable(),
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
export type PayoutDecision = z.infer<typeof results>['data'][number]

function approvalCalls(audience: keyof typeof audiences) {
  const { base, suffix, permission } = audiences[audience]
  const decision = {
    ...({ method: 'POST', permission, answer: results, idempotent: true, refreshes } as const),
  } as const
  return {
    list: endpoint({
      id: `payout-orders.waiting${suffix}`,
      method: 'GET',
      path: `${base}/waiting`,
      summary: 'Payouts to beneficiaries that wait for approval, the oldest first',
      permission,
      query: pageQuery,
      answer: listOf(waitingPayoutOrder),
    }),
    approve: endpoint({
      ...decision,
      id: `payout-orders.approve${suffix}`,
      path: `${base}/approvals`,
      summary: 'Approve payouts to beneficiaries',
      body: z.strictObject({ payouts, reason: z.string().trim().max(500).optional() }),
    }),
    decline: endpoint({
      ...decision,
      id: `payout-orders.decline${suffix}`,
      path: `${base}/declinations`,
      summary: 'Decline payouts to beneficiaries: what was set aside is the merchant’s again',
      body: z.strictObject({ payouts, reason: z.string().trim().min(1).max(500) }),
    }),
  }
}

export const operatorApprovals = approvalCalls('operator')
export const merchantApprovals = approvalCalls('merchant')
export type ApprovalCalls = typeof operatorApprovals | typeof merchantApprovals

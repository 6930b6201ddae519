import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { type Side, waitingAction, waitingActionSummary } from './confirmations.schema.ts'

// Actions that wait for confirmation, for operators and for merchants.

/** Who decides on pending payments, and so confirms what waits. */
export const deciders: Readonly<Record<Side, string>> = {
  operator: 'Crm.Payments.PendingTransactions',
  merchant: 'Merchant.Payments.PendingTransactions',
}

/** Who sees a payment also sees what waits on it, and withdraws what they requested themselves. */
const viewers: Readonly<Record<Side, readonly string[]>> = {
  operator: ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
  merchant: ['Merchant.Transaction.View'],
}

const paths: Readonly<Record<Side, string>> = {
  operator: '/api/crm/transactions',
  merchant: '/api/transactions',
}

const noBody = z.strictObject({})
const rejection = z.strictObject({ reason: z.string().trim().min(1).max(500) })

function confirmationCalls(side: Side) {
  const path = paths[side]
  const suffix = side === 'merchant' ? '-merchant' : ''
  const permission = deciders[side]
  const decision = {
    method: 'POST',
    params: idParams,
    answer: waitingAction,
    refreshes: ['payments.*'],
    idempotent: true,
  } as const
  return {
    list: endpoint({
      id: `payments.waitingActions.list${suffix}`,
      method: 'GET',
      path: `${path}/waiting-actions`,
      summary: 'Actions that wait for confirmation, and those that did',
      permission,
      query: pageQuery.extend({
        /** `open`: the oldest first; `ended`: the newest first. */
        which: z.enum(['open', 'ended']).default('open'),
        /** Those that the caller did not request, and so may confirm. */
        by: z.literal('others').optional(),
      }),
      answer: listOf(waitingAction),
    }),
    read: endpoint({
      id: `payments.waitingActions.read${suffix}`,
      method: 'GET',
      path: `${path}/waiting-actions/:id`,
      summary: 'An action that waits for confirmation, or did, with its history',
      permission: [...viewers[side], permission],
      params: idParams,
      answer: waitingAction,
    }),
    ofPayment: endpoint({
      id: `payments.waitingActions.ofPayment${suffix}`,
      method: 'GET',
      path: `${path}/:id/waiting-actions`,
      summary: 'Actions on a payment that wait for confirmation, and those that did',
      permission: [...viewers[side], permission],
      params: idParams,
      answer: z.array(waitingAction),
    }),
    confirm: endpoint({
      ...decision,
      id: `payments.waitingActions.confirmWaiting${suffix}`,
      path: `${path}/waiting-actions/:id/confirmations`,
      summary: 'Confirm an action; the last confirmation carries it out',
      permission,
      body: noBody,
    }),
    reject: endpoint({
      ...decision,
      id: `payments.waitingActions.rejectWaiting${suffix}`,
      path: `${path}/waiting-actions/:id/rejections`,
      summary: 'Reject an action: it is not carried out',
      permission,
      body: rejection,
    }),
    withdraw: endpoint({
      ...decision,
      id: `payments.waitingActions.withdrawWaiting${suffix}`,
      path: `${path}/waiting-actions/:id/withdrawals`,
      summary: 'Withdraw an action that one requested oneself',
      permission: [...viewers[side], permission],
      body: noBody,
    }),
  }
}

export const operatorConfirmations = confirmationCalls('operator')
export const merchantConfirmations = confirmationCalls('merchant')
export type ConfirmationCalls = typeof operatorConfirmations | typeof merchantConfirmations

export const readWaitingAction = endpoint({
  id: 'merchantApi.readWaitingAction',
  method: 'GET',
  path: '/v1/waiting-actions/:id',
  summary: 'Read an action that waits for confirmation: what became of it',
  scope: 'payments:read',
  params: idParams,
  answer: waitingActionSummary,
})

export const withdrawOwnAction = endpoint({
  id: 'merchantApi.withdrawWaiting',
  method: 'POST',
  path: '/v1/waiting-actions/:id/withdrawals',
  summary: 'Take back an action that your server asked for, while it waits for confirmation',
  scope: 'payments:write',
  params: idParams,
  body: noBody,
  answer: waitingActionSummary,
  status: 201,
  idempotent: true,
})

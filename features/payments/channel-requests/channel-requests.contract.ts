import {
  channelsView,
  midsView,
} from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  askedChange,
  channelRequest,
  maxReasonLength,
  requestStates,
} from './channel-requests.schema.ts'

const paths = {
  operator: '/api/crm/channel-requests',
  merchant: '/api/merchant/channel-requests',
} as const
const refreshes = ['channel-requests.*']
const merchantView = [channelsView, midsView]
const reason = z.string().trim().min(1).max(maxReasonLength)

function lookCalls(audience: keyof typeof paths, permission: readonly string[]) {
  const path = paths[audience]
  const suffix = audience === 'operator' ? '' : '-merchant'
  return {
    list: endpoint({
      id: `channel-requests.list${suffix}`,
      method: 'GET',
      path,
      summary: 'Changes of payment channels that merchants asked for, the newest first',
      permission,
      query: pageQuery.extend({ state: z.enum(requestStates).optional() }),
      answer: listOf(channelRequest),
    }),
    read: endpoint({
      id: `channel-requests.read${suffix}`,
      method: 'GET',
      path: `${path}/:id`,
      summary: 'A change of payment channels that a merchant asked for, and what was decided',
      permission,
      params: idParams,
      answer: channelRequest,
    }),
  }
}

export const operatorRequests = lookCalls('operator', [mids.permission.view])
export const merchantRequests = lookCalls('merchant', merchantView)
export type RequestCalls = typeof operatorRequests | typeof merchantRequests

export const createChannelRequest = endpoint({
  id: 'channel-requests.createChannelRequest',
  method: 'POST',
  path: paths.merchant,
  summary: 'Ask the operator to open a payment method, or to change a MID, in the mode',
  permission: merchantView,
  body: askedChange,
  answer: channelRequest,
  refreshes,
})

export const withdrawChannelRequest = endpoint({
  id: 'channel-requests.withdrawChannelRequest',
  method: 'POST',
  path: `${paths.merchant}/:id/withdrawal`,
  summary: 'Withdraw what was asked for and is not decided',
  permission: merchantView,
  params: idParams,
  body: z.strictObject({}),
  answer: channelRequest,
  refreshes,
})

export const approveChannelRequest = endpoint({
  id: 'channel-requests.approveChannelRequest',
  method: 'POST',
  path: `${paths.operator}/:id/approval`,
  summary: 'Approve a change that a merchant asked for, which is made at once',
  permission: [mids.permission.edit],
  params: idParams,
  body: z.strictObject({
    /** Where a method is opened: the MID that takes it from now on; null: one takes it already. */
    midId: id.nullable(),
    answer: z.string().trim().max(maxReasonLength),
  }),
  answer: channelRequest,
  refreshes: [...refreshes, 'mids.*', 'merchant-mids.*'],
})

export const refuseChannelRequest = endpoint({
  id: 'channel-requests.refuseChannelRequest',
  method: 'POST',
  path: `${paths.operator}/:id/refusal`,
  summary: 'Refuse a change that a merchant asked for, with a reason',
  permission: [mids.permission.edit],
  params: idParams,
  body: z.strictObject({ answer: reason }),
  answer: channelRequest,
  refreshes,
})

const eligibleMid = z.object({ id, midCode: z.string(), provider: z.string() })

export const listEligibleMids = endpoint({
  id: 'channel-requests.mids',
  method: 'GET',
  path: `${paths.operator}/:id/mids`,
  summary: 'The MIDs at which what a merchant asked for can be opened, and whether one takes it',
  permission: [mids.permission.view],
  params: idParams,
  answer: z.object({ isOpen: z.boolean(), mids: z.array(eligibleMid) }),
})

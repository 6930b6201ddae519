import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** The six colours that a state can have; each is readable at AA on light and dark ground. */
export const statusTokens = [
  'positive',
  'negative',
  'pending',
  'hold',
  'neutral',
  'ongoing',
] as const
export type StatusToken = (typeof statusTokens)[number]
export type StatusMap = Readonly<Record<string, StatusToken>>

const all = (token: StatusToken, ...statuses: string[]): StatusMap =>
  Object.fromEntries(statuses.map((status) => [keyOf(status), token]))

/** `WaitingForApproval`, `waiting_for_approval` and `Waiting for approval` are the same status. */
export function keyOf(status: string): string {
  return status.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Where a colour was chosen by its name. */
export const byItself: StatusMap = Object.fromEntries(statusTokens.map((token) => [token, token]))

/** What an end means, of a stage or of a lead's status. */
export const endMap: StatusMap = {
  open: 'ongoing',
  won: 'positive',
  lost: 'negative',
  neutral: 'neutral',
}

/** The documents' colour of each status; an unknown one is neutral. */
export const statusMap: StatusMap = {
  ...all('positive', 'Opened', 'Active', 'Created', 'Validated', 'Reserved', 'Approved'),
  ...all('positive', 'Captured', 'Accepted', 'Refunded', 'Successful'),
  ...all('negative', 'Closed', 'Inactive', 'Failed', 'Declined', 'Locked', 'Conflict', 'Rejected'),
  ...all('pending', 'Blocked', 'Pending', 'Closing', 'InvitationSent', 'Reviewed', 'Duplicate'),
  ...all('pending', 'WaitingForApproval'),
  ...all('hold', 'NotFound'),
}

/** Proposals and agreements: Created and the pending state are ongoing. */
export const agreementStatusMap: StatusMap = {
  ...all('ongoing', 'Created', 'PendingAcceptance', 'PendingApproval'),
  ...all('negative', 'Rejected'),
  ...all('positive', 'Accepted'),
}

export const webhookStatusMap: StatusMap = {
  ...all('ongoing', 'Configured'),
  ...all('negative', 'NotConfigured', 'NotDelivering'),
  ...all('positive', 'Delivering'),
}

export const openBankingStatusMap: StatusMap = {
  ...all('negative', 'Expired', 'Rejected'),
  ...all('positive', 'Authorised'),
  ...all('pending', 'Revoked', 'AwaitingAuthorisation'),
}

export const supportCategoryMap: StatusMap = {
  ...all('negative', 'Integration'),
  ...all('positive', 'Processing'),
  ...all('pending', 'Operational'),
  ...all('hold', 'Clarification'),
}

/** Of a dispute: the documents' colours, and those of its end, which they do not name. */
export const disputeStatusMap: StatusMap = {
  ...statusMap,
  ...all('ongoing', 'Answered'),
  ...all('pending', 'UnderReview'),
  ...all('positive', 'Won'),
  ...all('negative', 'Lost'),
}

/** What was asked of an acquirer; the statuses of payments beside it. */
export const operationStatusMap: StatusMap = {
  ...statusMap,
  ...all('positive', 'Succeeded'),
  ...all('pending', 'Held', 'Requested', 'Sent', 'Waiting', 'Challenge'),
  ...all('hold', 'Unknown'),
}

/**
 * A map names statuses by their keys or as they are written (`no_match`). It may say what any `other` status is; else what
 * it does not name is neutral.
 */
export function statusTokenOf(status: string, map: StatusMap = statusMap): StatusToken {
  return map[keyOf(status)] ?? map[status] ?? map.other ?? 'neutral'
}

/** Names of the statuses that the product itself makes, by their key. */
export const statusNames: Readonly<Record<string, Text>> = msg({
  accepted: 'Accepted',
  active: 'Active',
  answered: 'Answered',
  approved: 'Approved',
  authorised: 'Authorised',
  blocked: 'Blocked',
  cancelled: 'Cancelled',
  captured: 'Captured',
  closed: 'Closed',
  configured: 'Configured',
  created: 'Created',
  declined: 'Declined',
  delivered: 'Delivered',
  delivering: 'Delivering',
  expired: 'Expired',
  failed: 'Failed',
  inactive: 'Inactive',
  locked: 'Locked',
  notconfigured: 'Not Configured',
  notdelivering: 'Not Delivering',
  notfound: 'Not Found',
  opened: 'Opened',
  partiallycaptured: 'Partially captured',
  partiallyreserved: 'Partially reserved',
  partiallyrefunded: 'Partially refunded',
  pending: 'Pending',
  pendingacceptance: 'Pending acceptance',
  pendingapproval: 'Pending approval',
  refunded: 'Refunded',
  rejected: 'Rejected',
  reserved: 'Reserved',
  reversed: 'Reversed',
  successful: 'Successful',
  underreview: 'Under review',
  validated: 'Validated',
  voided: 'Voided',
  won: 'Won',
  lost: 'Lost',
  succeeded: 'Succeeded',
  requested: 'Requested',
  unknown: 'Unknown',
  waiting: 'Waiting',
  held: 'Waits for approval',
  sent: 'Sent',
  challenge: 'Confirmation asked',
  failing: 'Failing',
  givenup: 'Given up',
  waitingforapproval: 'Waiting for approval',
})

/** A status without a name of its own, made readable: `invitation_sent` becomes `Invitation sent`. */
export function readableStatus(status: string): string {
  const words = status
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { statusKey } from '@counterfoil/kit/contract/status-names.ts'

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
  Object.fromEntries(statuses.map((status) => [statusKey(status), token]))

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
  return map[statusKey(status)] ?? map[status] ?? map.other ?? 'neutral'
}

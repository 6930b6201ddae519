import { messagesOf } from './messages.ts'
import type { Text } from './texts.ts'

const msg = messagesOf(import.meta.url)

/** Names of the statuses that the product itself makes, by their key. */
const names: Readonly<Record<string, Text>> = msg({
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

/** `WaitingForApproval`, `waiting_for_approval` and `Waiting for approval` are the same status. */
export function statusKey(status: string): string {
  return status.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** What a status is called; one without a name of its own is made readable. */
export const statusName = (status: string): Text =>
  names[statusKey(status)] ?? { en: readableStatus(status) }

/** A status without a name of its own, made readable: `invitation_sent` becomes `Invitation sent`. */
export function readableStatus(status: string): string {
  const words = status
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

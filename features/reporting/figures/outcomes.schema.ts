/** The acquirer approved these, whatever became of them later. */
export const approvedStatuses: readonly string[] = [
  'partially_reserved',
  'reserved',
  'partially_captured',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'reversed',
]
export const declinedStatuses: readonly string[] = ['declined', 'failed', 'blocked']
/** All others. */
export const undecidedStatuses: readonly string[] = [
  'created',
  'validated',
  'pending',
  'waiting_for_approval',
]

/** Figures ask no more of a status than these three: sums that are not wanted by status are added up under one of each. */
export const outcomes: readonly { readonly under: string; readonly statuses: readonly string[] }[] =
  [
    { under: 'captured', statuses: approvedStatuses },
    { under: 'declined', statuses: declinedStatuses },
    { under: 'pending', statuses: undecidedStatuses },
  ]

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const measureNames = msg({
  count: 'Payments',
  approved: 'Approved',
  declined: 'Declined',
  undecided: 'Undecided',
  approvalRate: 'Approval rate',
  volume: 'Volume',
  approvedVolume: 'Approved volume',
  captured: 'Captured',
  refunded: 'Refunded',
  net: 'Net amount',
  averageAmount: 'Average amount',
  refundRate: 'Refund rate',
  declinedShare: 'Share of declined payments',
  undecidedShare: 'Share of undecided payments',
  firstTryApproved: 'Approved at the first attempt',
  firstTryDeclined: 'Declined at the first attempt',
  firstTryRate: 'First-try approval rate',
  rescued: 'Approved by a later attempt',
  rescuedVolume: 'Volume approved by later attempts',
  cascadeGain: 'Cascade gain',
  answered: 'Answered by the acquirer',
  answerMs: 'Waited for acquirers (ms)',
  answerTime: 'Time to answer (ms)',
})

/** Why figures of first attempts are none where payments are grouped or filtered by acquirer or MID. */
export const whyUndefined = msg(
  'Not available by acquirer or MID: a payment counts at its last acquirer, and its first attempt may have been at another.',
)

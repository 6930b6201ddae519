import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const disputeTexts = msg({
  title: 'Disputes',
  stage: 'Stage',
  amount: 'Disputed',
  lostAmount: 'Kept by the card holder',
  reason: 'Reason',
  respondBy: 'Answer due by',
  overdue: 'The date has passed. The acquirer decides whether it still takes an answer.',
  openedAt: 'Opened',
  closedAt: 'Ended',
  reference: 'Acquirer reference',
  answer: 'Answer',
  statement: 'Statement',
  evidence: 'Evidence',
  earlier: 'with an earlier answer',
})

/** What was answered, and how far it came. */
export const answerTexts = msg({
  contest: 'Contested',
  accept: 'Accepted',
  requested: 'on its way to the acquirer',
  received: 'received',
  refused: 'refused by the acquirer',
})

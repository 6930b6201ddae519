import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const recallTexts = msg({
  title: 'Recall',
  about:
    'The payee’s bank is asked to send the money back. It decides, often with the payee, and may keep something for it.',
  sandbox: 'The banks are simulated here: they answer within seconds.',
  recall: 'Recall',
  dialogTitle: 'Recall this payout?',
  dialogText:
    'You ask the bank of {payee} to send {amount} back. It may refuse. Nothing is on your balance again before it has come back.',
  recallAmount: 'Ask for {amount} back',
  reason: 'Reason',
  choose: 'Choose a reason',
  until: '{reason} (until {day})',
  note: 'Note',
  noteHint: 'For your own people; the bank does not get it',
  requested: 'Recall requested',
  answerBy: 'The bank has to answer by {day}',
  cameBack: 'Returned',
  kept: 'Kept by the payee’s bank',
  by: 'Requested by',
  bankSays: 'The bank says',
})

export const recallReasonTexts = msg({
  duplicate: 'It was sent twice',
  technical: 'A technical fault',
  fraud: 'Fraud',
  wrong_account: 'The account is wrong',
  wrong_amount: 'The amount is wrong',
})

export const recallStateTexts = msg({
  asked: 'Waiting for the bank',
  accepted: 'Accepted: the money is back',
  refused: 'Refused',
  overtaken: 'Settled otherwise',
  unanswered: 'Never answered',
})

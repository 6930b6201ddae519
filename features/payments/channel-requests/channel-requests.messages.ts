import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const requestTexts = msg({
  ofMerchants: 'Requests of merchants',
  ofMerchantsAbout:
    'Changes of payment channels and MIDs that merchants ask for. What is approved is changed at once.',
  own: 'Change requests',
  ownAbout:
    'What you asked your payment provider to change of your payment channels and MIDs, and what was decided.',
  list: 'Requests',
  nothing: 'No such requests',
  nothingOfMerchants: 'What merchants ask for appears here.',
  nothingOwn: 'Ask for a change, and it appears here with the decision.',
  asked: 'Requested',
  by: 'Requested by',
  tenant: 'Tenant',
  merchant: 'Merchant',
  mode: 'Mode',
  Test: 'Test',
  Live: 'Live',
  what: 'Change',
  mid: 'MID',
  reason: 'Reason',
  state: 'State',
  decided: 'Decided',
  decidedBy: 'Decided by',
  answer: 'Answer',
  request: 'Request',
})

export const stateTexts = msg({
  waiting: 'Waits for a decision',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
})

export const stateMap: StatusMap = {
  ...{ waiting: 'pending', approved: 'positive' },
  ...{ refused: 'negative', withdrawn: 'neutral' },
}

/** What a request says, in words. */
export const changeTexts = msg({
  open: 'Open {method} in {currency}',
  payment: 'A payment: at most {amount}',
  day: 'A day: at most {amount}',
  month: 'A month: at most {amount}',
  noPayment: 'A payment: no limit',
  noDay: 'A day: no limit',
  noMonth: 'A month: no limit',
  always: 'Open always',
  from: 'Open from {from}',
  until: 'Open until {until}',
  between: 'Open from {from} until {until}',
  descriptor: 'On the statement: {text}',
})

export const newTexts = msg({
  ask: 'Ask for a change',
  kind: 'What is to be changed',
  open: 'Open a method in a currency',
  limit: 'A limit of a MID',
  schedule: 'When a MID is open',
  descriptor: 'What customers read on their statement',
  mid: 'MID',
  midNeeded: 'Choose the MID',
  method: 'Method',
  methodNeeded: 'Choose the method',
  currency: 'Currency',
  currencyNeeded: 'Choose the currency',
  limitOf: 'Which limit',
  payment: 'Of a payment',
  day: 'Of a day',
  month: 'Of a month',
  amount: 'At most',
  amountHint: 'If empty: no limit',
  from: 'Open from',
  fromHint: 'If empty: already',
  until: 'Open until',
  untilHint: 'If empty: for good',
  endsBefore: 'It ends before it begins',
  text: 'Text on the statement',
  textNeeded: 'Write the text',
  reason: 'Reason',
  reasonNeeded: 'A reason is required',
  send: 'Send',
  sent: 'Your payment provider is notified',
  noMids: 'You have no MID in this mode.',
})

export const decideTexts = msg({
  withdraw: 'Withdraw',
  withdrawText: 'Your payment provider does not decide on it any more.',
  withdrawn: 'The request is withdrawn',
  approve: 'Approve and change',
  approved: 'The change is made',
  mid: 'MID that takes it',
  alreadyOpen: 'A MID takes it already: the approval changes nothing.',
  midHint: 'The method and the currency are added to what this MID takes.',
  noMid: 'The merchant has no MID that takes payments in this mode. Set one up first.',
  otherMid: 'Set up a MID',
  answer: 'Answer to the merchant',
  see: 'See the MID',
})

export const refuseTexts = msg({
  title: 'Refuse',
  reason: 'Why it is refused',
  required: 'A reason is required',
  save: 'Refuse',
})

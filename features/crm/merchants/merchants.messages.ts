import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const merchantTexts = msg({
  payments: 'Payments',
  account: 'Account',
  registration: 'Registration and address',
  contact: 'Contact',
  mids: 'MIDs',
  noMids: 'No MIDs: its payments have nowhere to go',
  newMid: 'New MID',
  all: 'All',
})

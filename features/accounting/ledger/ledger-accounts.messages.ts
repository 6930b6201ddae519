import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const accountTexts = msg({
  balances: 'Balances',
  aboutBalances: 'Debits are positive, credits negative.',
  nothing: 'No postings yet',
  mode: 'Mode',
  Test: 'Test',
  Live: 'Live',
  balance: 'Balance',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const beneficiaryTexts = msg({
  check: 'Check of the name with the bank',
  sandbox:
    'The banks are the sandbox’s: an account that ends in 9001 nearly fits, 9002 does not fit, 9003 does not answer; every other fits. Payouts to accounts that end in 9101 are rejected, 9102 are returned, 9103 lose their answer, 9104 are slow, 9108 stay on their way; the card 4000 0000 0000 0283 takes no payouts. Recalls of payouts to 9105 are refused, 9106 cost a fee, 9107 have no answer; every other comes back. British account numbers have to fit their sort code; under 12-34-56 every number does.',
  again: 'Check again',
  asked: 'The bank is asked again',
  bankName: 'The bank holds the name {name}. If it is the right account, change the name to it.',
  success: 'The bank confirmed the name.',
  close: 'The bank holds a similar name.',
  noMatch: 'The bank holds another name. Ask the payee before you pay.',
  unavailable: 'The bank did not answer. Check again later.',
  pending: 'The bank is being asked.',
  notNeeded: 'No bank there answers whether a name fits.',
  ofCard: 'The name on a card is not checked.',
  payouts: 'Latest payouts',
  none: 'Nothing was paid to it yet.',
})

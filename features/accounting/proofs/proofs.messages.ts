import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const proofTexts = msg({
  title: 'Proof of the books',
  about:
    'Once a day the ledger is compared with the payments, the sums with the payments and the ledger, and the acquirers’ books with ours: everything that happened since the last proof.',
  none: 'Nothing has been proved yet',
  noneText: 'The first proof appears within a day.',
  agrees: 'Everything agrees',
  underWay: 'Under way',
  underWayText:
    'A large history is being proved: it is compared until {at}. Each part that is done is kept.',
  differs: '{count, plural, one {# difference} other {# differences}}',
  checks: 'Checks of the last proof',
  check: 'Check',
  looked: 'Compared',
  differing: 'Different',
  differences: 'What differs',
  subject: 'What',
  expected: 'Expected',
  found: 'Found',
  history: 'Earlier proofs',
  tenant: 'Tenant',
  proved: 'Proved',
  from: 'From',
  to: 'Until',
  payments: 'Payments',
  result: 'Result',
})

export const checkTexts = msg({
  postings: 'Postings sum to zero',
  money: 'Money at acquirers, at the bank and in cash',
  authorised: 'Authorised amounts',
  disputes: 'Amounts withheld for disputes',
  payouts: 'Payouts in transit',
  fees: 'Fees',
  pending: 'Pending money',
  reserve: 'Reserves',
  balances: 'Merchants’ balances',
  suspense: 'Suspense and returns in transit',
  rollups: 'Sums of each day',
  value_days: 'Sums by value date: captured / refunded / fees / withheld for disputes',
  sampled: 'Sums of earlier days and months, taken at random',
  acquirers: 'Acquirers’ books: captured / refunded',
})

import { expect, test } from 'vitest'
import { answerDayOf, lastDayFor, recallOfferOf } from './payout-recalls.rules.ts'

test('ten banking days for a duplicate, over Christmas and New Year; thirteen months for fraud', () => {
  // Thursday; closed: weekends, 25 and 26 December (Saturday), 1 January
  expect(lastDayFor('sepa_instant', 'duplicate', '2026-12-17')).toBe('2027-01-04')
  expect(lastDayFor('sepa_instant', 'fraud', '2026-12-17')).toBe('2028-01-17')
  expect(lastDayFor('sepa_instant', 'wrong_account', '2027-01-31')).toBe('2028-02-29')
  expect(answerDayOf('sepa_credit_transfer', '2027-03-22')).toBe('2027-04-14')
})

const paid = { rail: 'sepa_instant', state: 'paid', sentOn: '2026-12-01' } as const
const codeOf = (...of: Parameters<typeof recallOfferOf>) => recallOfferOf(...of).obstacle?.code

test('what can be asked for shrinks with time and with what was refused', () => {
  const reasons = (...of: Parameters<typeof recallOfferOf>) =>
    recallOfferOf(...of).reasons.map(({ reason }) => reason)
  expect(reasons(paid, [], '2026-12-15')).toHaveLength(5)
  expect(reasons(paid, [], '2026-12-16')).toEqual(['fraud', 'wrong_account', 'wrong_amount'])
  expect(reasons(paid, [{ reason: 'fraud', state: 'refused' }], '2026-12-16')).toEqual([
    ...['wrong_account', 'wrong_amount'],
  ])
  expect(codeOf(paid, [], '2028-01-02')).toBe('payout_recall.too_late')
})

test.each([
  [{ ...paid, rail: 'faster_payments' }, [], 'no_recall'],
  [{ ...paid, rail: 'tr_fast' }, [], 'no_recall'],
  [{ ...paid, state: 'returned' }, [], 'returned'],
  [{ ...paid, state: 'failed' }, [], 'not_paid'],
  [{ ...paid, state: 'approved', sentOn: null }, [], 'not_sent'],
  [{ ...paid, state: 'waiting_for_approval', sentOn: null }, [], 'not_sent'],
  [paid, [{ reason: 'fraud', state: 'asked' }], 'open'],
] as const)('%o after %o: %s', (payout, earlier, code) => {
  expect(codeOf(payout, earlier, '2026-12-02')).toBe(`payout_recall.${code}`)
})

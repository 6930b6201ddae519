import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import { languageCodes, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import { expect, test } from 'vitest'
import { type PaymentLabelGroup, paymentLabel } from './labels.rules.ts'
import { allowedActions, type PaymentFacts } from './payment.rules.ts'
import {
  disputeStates,
  paymentChannels,
  paymentMethods,
  paymentStatuses,
} from './payments.schema.ts'

const catalogs = languageCodes
  .filter((language) => language !== sourceLanguage)
  .map((language) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `problems.${language}.json`), 'utf8')),
  )

test.each<[PaymentLabelGroup, readonly string[]]>([
  ['account', Object.keys(accounts)],
  ['method', paymentMethods],
  ['channel', paymentChannels],
  ['disputeState', disputeStates],
  ['cardType', ['credit', 'debit', 'prepaid']],
  ['fee', ['capture', 'refund', 'void', 'dispute']],
  ['event', ['dispute.opened', 'dispute.won', 'dispute.lost', 'dispute.accepted']],
  [
    'event',
    [
      'payout.waiting_for_approval',
      'payout.approved',
      'payout.sent',
      'payout.paid',
      'payout.returned',
    ],
  ],
  [
    'event',
    ['stored_card.verified', 'stored_card.refused', 'stored_card.expiring', 'stored_card.expired'],
  ],
  ['event', ['refund.requested', 'capture.declined', 'void.unknown', 'reversal.failed']],
])('every %s has a name of its own in both languages', (group, words) => {
  for (const word of words) {
    const [english, turkish] = [paymentLabel(group, word, 'en'), paymentLabel(group, word, 'tr')]
    expect(english, word).not.toMatch(/[_.]/)
    expect(turkish, word).not.toBe(english)
  }
})

test('what has no name is made readable', () => {
  expect(paymentLabel('channel', 'carrier_pigeon', 'tr')).toBe('Carrier pigeon')
})

test('every refusal of the machine is said in every other language too', () => {
  const facts: PaymentFacts = {
    status: 'captured',
    method: 'card',
    currency: 'GBP',
    amountMinor: 1000n,
    authorisedMinor: 1000n,
    capturedMinor: 1000n,
    refundedMinor: 0n,
    voidedMinor: 0n,
    disputedMinor: 0n,
    disputeState: null,
    businessDay: '2026-03-14',
    pendingOn: null,
    open: [],
  }
  const varied: PaymentFacts[] = [
    ...paymentStatuses.map((status) => ({ ...facts, status })),
    { ...facts, method: 'bank_transfer' },
    { ...facts, capturedMinor: 1n },
    { ...facts, refundedMinor: 1n },
    { ...facts, disputedMinor: 1000n },
    { ...facts, businessDay: '2026-03-13' },
    { ...facts, open: [{ kind: 'reversal', amountMinor: 1n }] },
    { ...facts, status: 'pending', pendingOn: 'challenge' },
  ]
  for (const answer of varied.flatMap((one) => allowedActions(one, '2026-03-14'))) {
    if (answer.isAllowed) continue
    const refusal = answer.code?.split('.').at(-1)
    for (const texts of catalogs) expect(texts, answer.code ?? '').toHaveProperty([`*.${refusal}`])
  }
})

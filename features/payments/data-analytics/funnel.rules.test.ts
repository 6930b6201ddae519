import { noAttempts } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { expect, test } from 'vitest'
import { funnelOf } from './funnel.rules.ts'

const fact = (status: string, payments: number, declineReason: string | null = null) => ({
  ...{ keys: { status, declineReason }, status, currency: 'GBP', payments: BigInt(payments) },
  ...{ amountMinor: 0n, capturedMinor: 0n, refundedMinor: 0n, ...noAttempts },
})

test('each stage is a part of the one before, and what is lost between them has its reasons', () => {
  const found = funnelOf([
    fact('captured', 50),
    fact('refunded', 5),
    fact('reversed', 1),
    fact('voided', 3),
    fact('reserved', 1),
    fact('declined', 20, 'Insufficient funds'),
    fact('declined', 8, 'Do not honour'),
    fact('failed', 2),
    fact('pending', 6),
    fact('blocked', 4),
  ])
  expect(found).toEqual([
    { stage: 'created', count: 100, share: null, losses: [] },
    {
      ...{ stage: 'screened', count: 96, share: 0.96 },
      losses: [{ loss: 'blocked', reason: null, count: 4 }],
    },
    {
      ...{ stage: 'approved', count: 60, share: 60 / 96 },
      losses: [
        { loss: 'declined', reason: 'Insufficient funds', count: 20 },
        { loss: 'declined', reason: 'Do not honour', count: 8 },
        { loss: 'undecided', reason: null, count: 6 },
        { loss: 'failed', reason: null, count: 2 },
      ],
    },
    {
      ...{ stage: 'captured', count: 56, share: 56 / 60 },
      losses: [
        { loss: 'voided', reason: null, count: 3 },
        { loss: 'reserved', reason: null, count: 1 },
      ],
    },
  ])
  // nothing is lost twice, and nothing goes by unseen
  const lost = found.flatMap(({ losses }) => losses).reduce((sum, { count }) => sum + count, 0)
  expect(lost + 56).toBe(100)
})

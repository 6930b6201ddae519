import type { Fact } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import { noAttempts } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { expect, test } from 'vitest'
import { convertFacts } from './base-currency.rules.ts'

const day = '2026-10-25'
const rates = [{ tenantId: 'a', currency: 'USD', day, rate: '0.5', source: 'ECB' }]
const fact = (status: string, amountMinor: bigint, keys: Fact['keys'] = { tenant: 'a', day }) => ({
  ...{ keys, status, currency: 'USD', payments: 1n, ...noAttempts },
  ...{ amountMinor, capturedMinor: amountMinor, refundedMinor: 0n },
})
const convert = (facts: readonly Fact[]) =>
  convertFacts(facts, rates, { baseCurrency: 'GBP', by: 'currency', decimalPlacesOf: () => 2 })

test('the sum of a day and a currency is rounded once, however its payments stand', () => {
  // a half of 0.03 is rounded to 0.02, and of each 0.01 it would be 0.03
  const { total, rows } = convert([
    fact('captured', 1n),
    fact('partially_refunded', 1n),
    fact('refunded', 1n),
  ])
  expect(total).toMatchObject({ count: 3, volume: 2, captured: 2, net: 2, successRate: 1 })
  expect(rows).toMatchObject([{ key: 'USD', count: 3, volume: 2 }])
  // what is read of the payments is by status, and what rollups answer by outcome: both come to the same
  expect(total).toEqual(convert([{ ...fact('captured', 3n), payments: 3n }]).total)
})

test('each day and each tenant is rounded by itself, as its rate is its own', () => {
  const next = '2026-10-26'
  const { total } = convert([
    fact('captured', 1n),
    fact('captured', 1n, { tenant: 'a', day: next }),
    fact('declined', 4n, { tenant: 'b', day }),
  ])
  expect(total).toMatchObject({ count: 3, volume: 2, captured: 2 })
})

import { expect, test } from 'vitest'
import type { FoundPayment } from './bulk-updates.schema.ts'
import { preparedRows, soughtBy } from './prepare.rules.ts'

const first = '00000000-0000-7000-8000-000000000001'
const second = '00000000-0000-7000-8000-000000000002'

const payment = (id: string, some: Partial<FoundPayment> = {}): FoundPayment => ({
  ...{ id, externalId: null, mode: 1, status: 'pending', pendingOn: 'bank' },
  ...{ amountMinor: 100n, currency: 'GBP' },
  ...some,
})
const codesOf = (references: readonly string[], found: readonly FoundPayment[]) =>
  preparedRows(references, found, 1).map(({ refusal }) => refusal?.code ?? 'open')

test('each is looked up once, and what looks like an id as a reference too', () => {
  expect(soughtBy([first.toUpperCase(), 'ORDER-1', 'ORDER-1'])).toEqual({
    ids: [first],
    externalIds: [first.toUpperCase(), 'ORDER-1'],
  })
})

test('a payment is found by its id in any case, and by its reference', () => {
  const found = [payment(first, { externalId: 'ORDER-1' })]
  expect(codesOf([first.toUpperCase()], found)).toEqual(['open'])
  expect(codesOf(['ORDER-1'], found)).toEqual(['open'])
})

test('a payment that is given twice changes once, also by another name', () => {
  const found = [payment(first, { externalId: 'ORDER-1' })]
  expect(codesOf([first, 'ORDER-1'], found)).toEqual(['open', 'bulk_update.repeated'])
  // its amount stands once in the sums
  expect(preparedRows([first, 'ORDER-1'], found, 1).map((row) => row.payment?.id)).toEqual([
    first,
    undefined,
  ])
})

test('a reference of two payments is one where the other is of the other mode', () => {
  const found = [
    payment(first, { externalId: 'ORDER-1' }),
    payment(second, { externalId: 'ORDER-1', mode: 2 }),
  ]
  expect(preparedRows(['ORDER-1'], found, 1)[0]?.payment?.id).toBe(first)
  const both = found.map((one) => ({ ...one, mode: 1 }))
  expect(codesOf(['ORDER-1'], both)).toEqual(['bulk_update.ambiguous'])
})

test.each([
  ['unknown', []],
  ['other_mode', [payment(first, { mode: 2 })]],
  ['not_pending', [payment(first, { status: 'captured' })]],
  ['held', [payment(first, { status: 'waiting_for_approval' })]],
  ['challenge_running', [payment(first, { pendingOn: 'challenge' })]],
] as const)('is refused: %s', (code, found) => {
  expect(codesOf([first], found)).toEqual([`bulk_update.${code}`])
})

import { describe, expect, test } from 'vitest'
import { typedItem } from './offers.contract.ts'
import {
  type Answer,
  checkAnswer,
  feeGridOf,
  findDuplicate,
  mayRevise,
  type OfferState,
  type OfferStatus,
  offerStatusLabel,
  requireDraft,
} from './offers.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const statuses: readonly OfferStatus[] = ['created', 'pending', 'accepted', 'rejected']
const statusesOf = (kind: 'proposal' | 'agreement') =>
  statuses.map((status) => offerStatusLabel(kind, status))

test('a proposal is Created, PendingApproval, Accepted or Rejected [proposals.proposal.states]', () => {
  expect(statusesOf('proposal')).toEqual(['Created', 'PendingApproval', 'Accepted', 'Rejected'])
})

test('an agreement is Created, PendingAcceptance, Accepted or Rejected [proposals.agreement.states]', () => {
  expect(statusesOf('agreement')).toEqual(['Created', 'PendingAcceptance', 'Accepted', 'Rejected'])
})

describe('an answer', () => {
  const pending: OfferState = { status: 'pending', expiresAt: null, contentHash: 'a' }
  const refusal = (
    offer: Partial<OfferState>,
    answer: Partial<Answer> = {},
    found = 'a',
  ): string | undefined => {
    try {
      checkAnswer({ ...pending, ...offer }, { isAccepted: true, ...answer }, found, now)
      return undefined
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test.each([
    ['created', 'offer.not_pending'],
    ['pending', undefined],
    ['accepted', 'offer.not_pending'],
    ['rejected', 'offer.not_pending'],
  ] as const)('to one that is %s: %s', (status, code) => {
    for (const isAccepted of [true, false]) expect(refusal({ status }, { isAccepted })).toBe(code)
  })

  test('is one to the text that was read, and to what was sent', () => {
    expect(refusal({}, { contentHash: 'a' })).toBeUndefined()
    expect(refusal({}, { contentHash: 'b' })).toBe('offer.changed')
    expect(refusal({}, {}, 'b')).toBe('offer.altered')
    expect(refusal({}, { contentHash: 'b' }, 'b')).toBe('offer.altered')
  })

  test('after the last instant is a rejection alone', () => {
    const before = new Date(now.getTime() + 1)
    expect(refusal({ expiresAt: before })).toBeUndefined()
    expect(refusal({ expiresAt: now })).toBe('offer.expired')
    expect(refusal({ expiresAt: now }, { isAccepted: false })).toBeUndefined()
  })
})

test('only a draft changes', () => {
  for (const status of statuses) {
    const change = () => requireDraft({ status })
    if (status === 'created') expect(change).not.toThrow()
    else expect(change).toThrow('does not change')
  }
})

test('revised is what was rejected, or has expired without an answer', () => {
  const may = statuses.map((status) => [
    mayRevise({ status, expiresAt: null }, now),
    mayRevise({ status, expiresAt: now }, now),
  ])
  expect(may).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, true],
  ])
})

const item = (feeTypeName: string, unit: 'percentage' | 'amount' = 'percentage') => ({
  feeTypeName,
  unit,
  value: 1,
})

test('a product stands once, and each of its fees', () => {
  const entry = (productName: string, ...items: ReturnType<typeof item>[]) => ({
    productName,
    items,
  })
  expect(findDuplicate([entry('Visa', item('Sale'), item('Sale', 'amount'))])).toBeUndefined()
  expect(findDuplicate([entry('Visa'), entry('VISA')])).toEqual(['entries', 1, 'productName'])
  expect(findDuplicate([entry('A'), entry('B', item('Sale'), item('sale'))])).toEqual([
    'entries',
    1,
    'items',
    1,
    'feeTypeName',
  ])
})

test('a share is at most the whole', () => {
  const isGood = (unit: string, value: number) =>
    typedItem.safeParse({ feeTypeName: 'Sale', unit, value }).success
  expect(isGood('percentage', 10_000)).toBe(true)
  expect(isGood('percentage', 10_001)).toBe(false)
  expect(isGood('amount', 10_001)).toBe(true)
  expect(isGood('amount', 1.5)).toBe(false)
})

test('the grid has a row for each product and a column for each type of fee', () => {
  const shown = (feeTypeId: string, value: number) => ({
    ...{ id: feeTypeId, feeTypeId, feeTypeName: feeTypeId, feeSymbol: '%', value },
  })
  const entries = [
    { productId: null, productName: 'Visa', items: [shown('sale', 150)] },
    { productId: null, productName: 'Transfer', items: [shown('refund', 20), shown('sale', 0)] },
    { productId: null, productName: 'Wallet', items: [] },
  ]
  const { columns, rows } = feeGridOf(entries)
  expect(columns.map(({ name }) => name)).toEqual(['sale', 'refund'])
  expect(rows.map(({ values }) => values)).toEqual([
    [150, undefined],
    [0, 20],
    [undefined, undefined],
  ])
})

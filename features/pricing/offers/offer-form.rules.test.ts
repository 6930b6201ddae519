import { expect, test } from 'vitest'
import { nextItems, offerForm, toFormValues, toOfferTerms } from './offer-form.rules.ts'
import type { Proposal } from './offers.contract.ts'

const id = '0191f3a4-0000-7000-8000-000000000001'
const item = (feeTypeName: string, feeSymbol: string, value: number) => ({
  ...{ id, feeTypeId: id, feeTypeName, feeSymbol, value },
})
const offer: Proposal = {
  ...{ id, version: 1, status: 'Created', subject: 'Cards', language: 'en', rejectReason: null },
  ...{ created: '2026-11-20T12:00:00.000Z', sentAt: null, expiresAt: null, answeredAt: null },
  ...{
    merchantId: id,
    merchantName: 'Harbour',
    signedBy: null,
    acceptedThrough: null,
    consentedAt: null,
    evidence: null,
    tenantId: '0191f3a4-0000-7000-8000-0000000000bb',
    tenantName: 'Northwind',
    pricebookId: null,
  },
  ...{ currency: 'GBP', revision: 4, contentHash: null, createdBy: 'Ada', answeredBy: null },
  ...{
    answeredFor: null,
    proposalId: null,
    recipients: null,
    newerVersion: null,
    withdrawnAt: null,
    opportunityId: null,
    proposalBody: '<p>A text</p>',
  },
  ...{ boardingFee: 1, accountConfigurationFee: 2, bankAccountSetupFee: 3 },
  ...{ monthlyMinimumFee: 4, gatewayMonthlyAccess: 5 },
  proposalEntries: [
    {
      productId: null,
      productName: 'Cards',
      items: [item('Sale', '%', 0), item('Refund', 'GBP', 20)],
    },
  ],
}

test('what is not touched is saved as it was', () => {
  const terms = toOfferTerms(offerForm('').parse(toFormValues(offer)))
  expect(terms).toEqual({
    ...{ subject: 'Cards', body: '<p>A text</p>', currency: 'GBP', expiresAt: null },
    ...{ boardingFee: 1, accountConfigurationFee: 2, bankAccountSetupFee: 3 },
    ...{ monthlyMinimumFee: 4, gatewayMonthlyAccess: 5 },
    entries: [
      {
        productName: 'Cards',
        items: [
          { feeTypeName: 'Sale', unit: 'percentage', value: 0 },
          { feeTypeName: 'Refund', unit: 'amount', value: 20 },
        ],
      },
    ],
  })
})

test('every share of two decimals comes back as it was typed', () => {
  for (let value = 0; value <= 10_000; value += 1) {
    const entries = [{ productId: null, productName: 'Cards', items: [item('Sale', '%', value)] }]
    const values = toFormValues({ ...offer, proposalEntries: entries })
    expect(toOfferTerms(values).entries[0]?.items[0]?.value).toBe(value)
  }
})

test('a fee has a value of its own unit', () => {
  const values = toFormValues(offer)
  const [entry] = values.entries
  const items = [{ feeTypeName: 'Sale', unit: 'percentage' as const, amount: 20 }]
  const parsed = offerForm('Say how much').safeParse({
    ...values,
    entries: [{ ...entry, items }],
  })
  expect(parsed.error?.issues).toMatchObject([
    { message: 'Say how much', path: ['entries', 0, 'items', 0, 'percentage'] },
  ])
})

test('a further product has the fees of the one before, without their values', () => {
  expect(nextItems(undefined)).toEqual([{ feeTypeName: '', unit: 'percentage' }])
  expect(nextItems([{ feeTypeName: 'Refund', unit: 'amount', amount: 20 }])).toEqual([
    { feeTypeName: 'Refund', unit: 'amount' },
  ])
})

import { Problem } from '@counterfoil/kit/contract/problem.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AskedUse,
  expiryOf,
  type StoredCard,
  stopAfter,
  storedCardFor,
} from './stored-cards.rules.ts'
import { type CardUse, cardUses } from './stored-cards.schema.ts'

const now = new Date('2026-11-26T12:00:00Z')
const active: StoredCard = {
  ...{ tenantId: 't', id: 'c', merchantId: 'm', mode: 1, paymentId: 'p', state: 'active' },
  ...{ provider: 'sandbox_alpha', vaultReference: 'VA-1', brand: 'visa', first6: '424242' },
  ...{ last4: '4242', expiryMonth: 12, expiryYear: 2030, fingerprint: 'f', customerEmail: null },
  ...{ uses: ['customer'], consentSource: 'api', consentVersion: null, consentText: null },
  ...{ consentLanguage: null, consentedAt: now, schemeTransactionId: '1', schemeLinkId: null },
  ...{ stoppedBy: null, stoppedFor: null, stoppedAt: null, lastUsedAt: null },
  ...{
    expiresAt: expiryOf(2030, 12),
    createdAt: now,
    deletedAt: null,
    ...{ verification: null, securityCodeCheck: null, verificationCode: null },
    ...{ verificationReason: null, verificationCurrency: null, verificationChecks: 0 },
    ...{
      verifiedAt: null,
      confirmUrl: null,
      confirmUntil: null,
      returnUrl: null,
      threeDSecure: null,
    },
  },
}

function codeOf(card: Partial<StoredCard> | undefined, use: AskedUse): string | undefined {
  try {
    storedCardFor(card && { ...active, ...card }, use, now)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test('a card is usable to the end of its month in every time zone', () => {
  const expiresAt = expiryOf(2026, 11)
  expect(expiresAt.toISOString()).toBe('2026-12-01T12:00:00.000Z')
  expect(codeOf({ expiresAt }, { initiator: 'customer' })).toBeUndefined()
  expect(codeOf({ expiresAt: now }, { initiator: 'customer' })).toBe('stored_card.expired')
})

test.each([
  [undefined, 'stored_card.unknown'],
  [{ state: 'deleted' }, 'stored_card.deleted'],
  [{ state: 'pending' }, 'stored_card.pending'],
  [{ state: 'expired' }, 'stored_card.expired'],
  [{ stoppedBy: 'stolen_card', stoppedFor: 'everyone' }, 'stored_card.do_not_retry'],
  [{ stoppedBy: 'payments_stopped', stoppedFor: 'merchant' }, undefined],
] as const)('%j is answered with %s', (card, code) => {
  expect(codeOf(card, { initiator: 'customer' })).toBe(code)
})

test('a merchant takes what the consent covers, and nothing else', () => {
  const someUses = fc.subarray([...cardUses], { minLength: 1 })
  const reasons = fc.constantFrom('recurring', 'instalment', 'unscheduled', undefined)
  fc.assert(
    fc.property(someUses, reasons, (uses: CardUse[], reason) => {
      const covered = uses.filter((use) => use !== 'customer' && use !== 'payout')
      const code = codeOf({ uses }, { initiator: 'merchant', reason })
      const expected =
        reason === undefined
          ? [undefined, 'stored_card.reason_missing'][Math.min(covered.length - 1, 1)]
          : covered.includes(reason)
            ? undefined
            : 'stored_card.not_covered'
      expect(code).toBe(covered.length === 0 ? 'stored_card.not_covered' : expected)
    }),
  )
})

test.each([
  ['stolen_card', undefined, 'everyone'],
  ['account_closed', 'later', 'everyone'],
  ['payments_stopped', undefined, 'merchant'],
  ['05', 'never', 'merchant'],
  ['insufficient_funds', 'later', undefined],
  ['insufficient_funds', undefined, undefined],
] as const)('after %s, mapped to %s, is stopped: %s', (code, retry, stop) => {
  expect(stopAfter(code, retry && { retry })).toBe(stop)
})

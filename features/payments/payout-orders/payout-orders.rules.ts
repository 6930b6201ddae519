import {
  hintOf,
  spelledAccount,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { PayoutState } from './payout-orders.schema.ts'

// The life of a payout: asked for, approved, sent, paid, and perhaps returned.

const nexts: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  waiting_for_approval: ['approved', 'declined'],
  approved: ['sent', 'paid', 'returned', 'failed', 'declined'],
  sent: ['paid', 'failed', 'returned'],
  paid: ['returned'],
  returned: [],
  declined: [],
  failed: [],
}

export const mayBecome = (from: PayoutState, to: PayoutState): boolean => nexts[from].includes(to)

/** Why a scheme refused or returned a transfer, in words. */
const schemeCodes: Readonly<Record<string, string>> = {
  AC01: 'The account number is wrong',
  AC03: 'The account number is wrong',
  AC04: 'The account is closed',
  AC06: 'The account is blocked',
  AG01: 'The account takes no such transfers',
  AM05: 'The bank takes it for a duplicate',
  FOCR: 'It was recalled, and the bank of the payee sent it back',
  MS03: 'The bank gave no reason',
  RR04: 'A regulation forbids it',
  // of a card, as its issuer answers
  '05': 'The issuer of the card gave no reason',
  '14': 'The card is unknown',
  '57': 'The card takes no such payments',
  '62': 'The card is blocked',
  '1114': 'The account is unknown',
  '1160': 'The account is closed',
  '1161': 'The account is stopped',
  '00000001': 'The account is unknown',
  '00000002': 'The account is closed',
  '00000003': 'The account is stopped',
}

export const schemeText = (code: string): string =>
  schemeCodes[code] ?? 'The bank gave no reason that is known'

interface PayeeColumns {
  readonly payee_iban: string | null
  readonly payee_sort_code: string | null
  readonly payee_account_number: string | null
  readonly payee_card_hint: string | null
}

const accountOf = (row: PayeeColumns) => ({
  iban: row.payee_iban,
  sortCode: row.payee_sort_code,
  accountNumber: row.payee_account_number,
  cardHint: row.payee_card_hint,
})

export const hintOfRow = (row: PayeeColumns): string => hintOf(accountOf(row))
export const accountOfRow = (row: PayeeColumns): string => spelledAccount(accountOf(row))

const firstCheckMs = 2_000
const maxCheckMs = 6 * hourMs
/** A return comes within three banking days; holidays may lie between. */
const returnsWithinMs = 10 * dayMs

/** When the rail is asked next about a transfer: ever more rarely. Null: not any more. */
export function nextQuestionAt(state: 'sent' | 'paid', since: Date, now: Date): Date | null {
  const ageMs = now.getTime() - since.getTime()
  if (state === 'paid' && ageMs > returnsWithinMs) return null
  return new Date(now.getTime() + Math.min(Math.max(firstCheckMs, ageMs / 2), maxCheckMs))
}

const maxRetryMs = 600_000

/** When it is tried again after so many failures in a row. */
export const nextTryAt = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(1_000 * 2 ** failures, maxRetryMs))

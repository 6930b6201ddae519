import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { Problem, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'

// What may become of money in suspense.

export interface TransferFacts {
  /** Negative: money went out. */
  readonly amountMinor: bigint
  readonly clearedMinor: bigint
  readonly currency: string
  readonly isUnmatched: boolean
}

/** How much of a transfer is still in suspense. */
export const remainingOf = ({ amountMinor, clearedMinor }: TransferFacts): bigint =>
  (amountMinor < 0n ? -amountMinor : amountMinor) - clearedMinor

/** Throws if so much of the transfer cannot be used. */
export function checkUse(
  transfer: TransferFacts,
  direction: 'in' | 'out',
  amountMinor: bigint,
  path: string,
): void {
  if (!transfer.isUnmatched) {
    throw new Problem('suspense.not_in_suspense', 409, 'This transfer is not in suspense.')
  }
  if (transfer.amountMinor > 0n !== (direction === 'in')) {
    throw new Problem(
      'suspense.wrong_direction',
      409,
      direction === 'in'
        ? 'This money went out. It can be a return, a payout or a refund.'
        : 'This money came in. It is no return.',
    )
  }
  const remaining = remainingOf(transfer)
  if (amountMinor > remaining) {
    const params = { amount: moneyText(remaining, transfer.currency) }
    const text = `Only ${params.amount.en} of this transfer is still in suspense.`
    throw atField('suspense.too_much', text, path, params)
  }
}

export interface PaymentFacts {
  readonly mode: number
  readonly method: string
  readonly status: string
  readonly pendingOn: string | null
  readonly currency: string
  readonly amountMinor: bigint
  /** What was matched to it before. */
  readonly collectedMinor: bigint
}

/** Throws if the amount cannot be matched to the payment; whether the payment is whole with it. */
export function decideMatch(
  payment: PaymentFacts,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: bigint },
  path: string,
): { readonly isWhole: boolean } {
  if (payment.mode !== 2) {
    throw atField('suspense.test_payment', 'A payment in Test takes no real money.', path)
  }
  if (payment.status !== 'pending' || payment.method !== 'bank_transfer') {
    throw atField('suspense.not_waiting', 'This payment does not wait for a bank transfer.', path)
  }
  if (payment.currency !== currency) {
    throw atField('suspense.other_currency', 'This payment is in another currency.', path)
  }
  const missing = payment.amountMinor - payment.collectedMinor
  if (amountMinor > missing) {
    const params = { amount: moneyText(missing, currency) }
    const text = `Only ${params.amount.en} of this payment is missing.`
    throw atField('suspense.more_than_missing', text, path, params)
  }
  return { isWhole: amountMinor === missing }
}

export function atField(
  code: string,
  message: string,
  path: string,
  params?: ProblemParams,
): Problem {
  const errors = [{ message, path }]
  return new Problem(code, 409, message, params === undefined ? { errors } : { errors, params })
}

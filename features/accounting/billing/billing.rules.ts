import type { LedgerAccounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'

/** The purposes for which a tenant chooses accounts, with the type of account of each. */
export const typeOfPurpose = {
  acquirer_receivable: 'asset',
  bank: 'asset',
  cash: 'asset',
  merchant_pending: 'liability',
  merchant_available: 'liability',
  merchant_reserve: 'liability',
  disputed_funds: 'liability',
  payouts_in_transit: 'liability',
  fee_income: 'income',
} as const
export type Purpose = keyof typeof typeOfPurpose

/** An active setting for an active account; null means all. */
export interface BillingLine {
  readonly purpose: string
  readonly merchantId: string | null
  readonly method: string | null
  readonly currency: string | null
  readonly ledgerAccountId: string
}

interface PostedPayment {
  readonly merchantId: string
  readonly method: string
  readonly currency: string
  readonly capturedMinor: bigint
  /** Null before the first posting, and after a first posting to the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
}

/**
 * The accounts of a payment. All postings use the accounts of the first one: a refund is taken from the account of the
 * capture, so that each account returns to zero. After a capture, null means the standard accounts.
 */
export function ledgerAccountsFor(
  payment: PostedPayment,
  lines: readonly BillingLine[],
): LedgerAccounts | null {
  if (payment.ledgerAccounts !== null || payment.capturedMinor > 0n) return payment.ledgerAccounts
  const chosen = Object.keys(typeOfPurpose).flatMap((purpose) => {
    const line = lineFor(lines, purpose, payment)
    return line === undefined ? [] : [[purpose, line.ledgerAccountId] as const]
  })
  return chosen.length === 0 ? null : Object.fromEntries(chosen)
}

/** The most specific setting applies: by merchant, then by method, then by currency. */
function lineFor(
  lines: readonly BillingLine[],
  purpose: string,
  { merchantId, method, currency }: PostedPayment,
): BillingLine | undefined {
  const specificity = (line: BillingLine) =>
    (line.merchantId === null ? 0 : 4) +
    (line.method === null ? 0 : 2) +
    (line.currency === null ? 0 : 1)
  const [first] = lines
    .filter(
      (line) =>
        line.purpose === purpose &&
        (line.merchantId ?? merchantId) === merchantId &&
        (line.method ?? method) === method &&
        (line.currency ?? currency) === currency,
    )
    .toSorted((a, b) => specificity(b) - specificity(a))
  return first
}

interface Target {
  readonly accountType: string
  readonly currency: string | null
}

/** Why an account does not match a purpose; undefined if it does. */
export function objectionTo(
  { purpose, currency }: { readonly purpose: string; readonly currency: string | null },
  account: Target,
): { readonly code: string; readonly text: string } | undefined {
  const type = typeOfPurpose[purpose as Purpose]
  if (account.accountType !== type) {
    return { code: 'billing.account_type', text: `This is posted to accounts of type ${type}` }
  }
  if (account.currency !== null && account.currency !== currency) {
    const text = `The account keeps ${account.currency} alone; the setting has to name it`
    return { code: 'billing.account_currency', text }
  }
  return undefined
}

import type { LedgerAccounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'

/** What a tenant chooses accounts for, and of which type such an account is. */
export const typeOfPurpose = {
  acquirer_receivable: 'asset',
  merchant_payable: 'liability',
  disputed_funds: 'liability',
  payouts_pending: 'liability',
  fee_income: 'income',
} as const
export type Purpose = keyof typeof typeOfPurpose

/** One setting that is switched on, to an account that is; null: for all. */
export interface BillingLine {
  readonly purpose: string
  readonly merchantId: string | null
  readonly method: string | null
  readonly currency: string | null
  readonly ledgerAccountId: string
}

interface Posted {
  readonly merchantId: string
  readonly method: string
  readonly currency: string
  readonly capturedMinor: bigint
  /** Null before the first posting, and where that went to the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
}

/**
 * The accounts of a payment. What its first posting went to, all its later ones go to: a refund is taken from where the
 * capture was put, so that each account comes back to zero with the payments that were posted to it. Once money was
 * captured, null says that this was to the standard accounts.
 */
export function ledgerAccountsFor(
  payment: Posted,
  lines: readonly BillingLine[],
): LedgerAccounts | null {
  if (payment.ledgerAccounts !== null || payment.capturedMinor > 0n) return payment.ledgerAccounts
  const chosen = Object.keys(typeOfPurpose).flatMap((purpose) => {
    const line = lineFor(lines, purpose, payment)
    return line === undefined ? [] : [[purpose, line.ledgerAccountId] as const]
  })
  return chosen.length === 0 ? null : Object.fromEntries(chosen)
}

/** Of several the most particular holds: the merchant's own, then the method's, then the currency's. */
function lineFor(
  lines: readonly BillingLine[],
  purpose: string,
  { merchantId, method, currency }: Posted,
): BillingLine | undefined {
  const particular = (line: BillingLine) =>
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
    .toSorted((a, b) => particular(b) - particular(a))
  return first
}

interface Target {
  readonly accountType: string
  readonly currency: string | null
}

/** Why an account cannot be posted to for a purpose; undefined when it can. */
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

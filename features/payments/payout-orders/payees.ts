import {
  isPayeeChecked,
  numberOf,
  packedAccount,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { refuseFaultyAccount } from '@counterfoil/features/payments/beneficiaries/check-account.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { NewPayout } from './payout-api.contract.ts'
import type { findPayee } from './payout-orders.queries.ts'
import type { PayeeResult } from './payout-orders.schema.ts'
import type { Payee } from './request-payout.ts'

export type BeneficiaryRow = NonNullable<Awaited<ReturnType<typeof findPayee>>>

/** A beneficiary as it is paid now. */
export const payeeOfBeneficiary = (row: BeneficiaryRow): Payee => ({
  beneficiaryId: row.id,
  name: row.name,
  kind: row.kind === 'person' ? 'person' : 'company',
  country: row.country,
  iban: row.iban,
  bic: row.bic,
  sortCode: row.sort_code,
  accountNumber: row.account_number,
  town: row.town,
  result: row.payee_check === 'not_needed' ? null : (row.payee_result as PayeeResult | null),
  bankName: row.bank_name,
  knownSince: row.account_changed_at,
})

/** Who pays has seen an account: another one that the beneficiary was given meanwhile is not paid in its place. */
export function refuseChanged({ version }: BeneficiaryRow, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  const text = 'The beneficiary was changed meanwhile. Choose it again and check its account.'
  throw new Problem('payout.payee_changed', 409, text)
}

/** What the bank said is seen before money goes: a name that it did not confirm is paid on purpose alone. */
export function refuseUnconfirmed(row: BeneficiaryRow, despiteCheck: boolean): void {
  if (row.payee_check === 'pending') {
    const text = 'The name is being checked with the bank. Try again in a moment.'
    throw new Problem('payout.payee_unchecked', 409, text, { retryAfterS: 3 })
  }
  if (row.payee_check !== 'failed' || despiteCheck) return
  const message =
    'The bank did not confirm the name of this account. Confirm that it is paid all the same.'
  throw new Problem('payout.payee_not_confirmed', 409, message, {
    errors: [{ message, path: 'despiteCheck' }],
  })
}

/** Asks the bank at once, where it was not asked yet. */
export async function withAnswer(
  { payeeChecks }: Pick<Providers, 'payeeChecks'>,
  payee: Payee,
  currency: string,
): Promise<Payee> {
  if (payee.result !== null || !isPayeeChecked({ currency, country: payee.country })) return payee
  const { name, kind } = payee
  return { ...payee, ...(await payeeChecks.check({ name, kind, account: numberOf(payee) })) }
}

/** Somebody who is no beneficiary: checked as one is. */
export function payeeOfBody(
  providers: Pick<Providers, 'sortCodes'>,
  body: NonNullable<NewPayout['beneficiary']>,
  currency: string,
  now: Date,
): Payee {
  const account = packedAccount({
    ...{ iban: body.iban, bic: body.bic },
    ...{ sortCode: body.sortCode, accountNumber: body.accountNumber },
  })
  const { name, kind, country, town = null } = body
  const checked = { ...account, country, currency, town }
  refuseFaultyAccount(providers, checked, 'beneficiary.', 400)
  return {
    ...{ beneficiaryId: null, name, kind, country, ...account, town },
    ...{ result: null, bankName: null, knownSince: now },
  }
}

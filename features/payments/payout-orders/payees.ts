import {
  cardHintOf,
  isPayeeChecked,
  numberOf,
  type PayeeCard,
  packedAccount,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { refuseFaultyAccount } from '@counterfoil/features/payments/beneficiaries/check-account.public.ts'
import { readPayableCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { NewPayout } from './payout-api.contract.ts'
import type { findPayee } from './payout-orders.queries.ts'
import type { PayeeResult } from './payout-orders.schema.ts'
import type { Payee } from './request-payout.ts'

export type BeneficiaryRow = NonNullable<Awaited<ReturnType<typeof findPayee>>>

interface Paying {
  readonly mode: Mode
  readonly now: Date
  /** The field by which the payee is named. */
  readonly path?: string
}

/** A beneficiary as it is paid now; throws the Problem for which its card cannot be. */
export const payeeOfBeneficiary = async (
  db: Db,
  row: BeneficiaryRow,
  paying: Paying,
): Promise<Payee> => ({
  beneficiaryId: row.id,
  name: row.name,
  kind: row.kind === 'person' ? 'person' : 'company',
  country: row.country,
  iban: row.iban,
  bic: row.bic,
  sortCode: row.sort_code,
  accountNumber: row.account_number,
  card:
    row.stored_card_id === null
      ? null
      : await payeeCardOf(db, row.merchant_id, row.stored_card_id, paying),
  town: row.town,
  result: row.payee_check === 'not_needed' ? null : (row.payee_result as PayeeResult | null),
  bankName: row.bank_name,
  knownSince: row.account_changed_at,
})

/** A stored card as it is paid; throws the Problem for which it cannot be. */
async function payeeCardOf(
  db: Db,
  merchantId: string,
  id: string,
  { mode, now, path = 'beneficiaryId' }: Paying,
): Promise<PayeeCard> {
  const card = await readPayableCard(db, { merchantId, mode }, id, { now, path })
  return { id, fingerprint: card.fingerprint, hint: cardHintOf(card) }
}

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
  throw new Problem('payout.payee_not_confirmed', 409, message, { path: 'despiteCheck' })
}

/** Asks the bank at once, where it was not asked yet. */
export async function withAnswer(
  { payeeChecks }: Pick<Providers, 'payeeChecks'>,
  payee: Payee,
  currency: string,
): Promise<Payee> {
  const { name, kind, country, card } = payee
  const isChecked = isPayeeChecked({ currency, country, isCard: card !== null })
  if (payee.result !== null || !isChecked) return payee
  return { ...payee, ...(await payeeChecks.check({ name, kind, account: numberOf(payee) })) }
}

/** Somebody who is no beneficiary: checked as one is. */
export async function payeeOfBody(
  db: Db,
  providers: Pick<Providers, 'sortCodes'>,
  body: NonNullable<NewPayout['beneficiary']>,
  { merchantId, currency, ...paying }: Paying & { merchantId: string; currency: string },
): Promise<Payee> {
  const account = packedAccount({
    ...{ iban: body.iban, bic: body.bic },
    ...{ sortCode: body.sortCode, accountNumber: body.accountNumber },
  })
  const { name, kind, country, town = null } = body
  const checked = { ...account, country, currency, town }
  const { storedCardId = null } = body
  refuseFaultyAccount(providers, { ...checked, storedCardId }, 'beneficiary.', 400)
  const path = 'beneficiary.storedCardId'
  const card =
    storedCardId === null
      ? null
      : await payeeCardOf(db, merchantId, storedCardId, { ...paying, path })
  return {
    ...{ beneficiaryId: null, name, kind, country, ...account, town, card },
    ...{ result: null, bankName: null, knownSince: paying.now },
  }
}

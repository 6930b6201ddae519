import {
  hintOf,
  spelledAccount,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Recurrence } from './recurrence.rules.ts'
import type { Frequency } from './recurring-payouts.schema.ts'

// Whether the payee of a recurring payout is still the one that was confirmed.

interface PayeeColumns {
  readonly payee_name: string
  readonly payee_kind: string
  readonly payee_country: string
  readonly payee_iban: string | null
  readonly payee_sort_code: string | null
  readonly payee_account_number: string | null
  readonly payee_card_id: string | null
  readonly payee_card_hint: string | null
  readonly payee_result: string | null
  readonly currency: string
  readonly despite_check: boolean
}

interface PayeeNow {
  readonly name: string
  readonly kind: string
  readonly country: string
  readonly currency: string
  readonly iban: string | null
  readonly sort_code: string | null
  readonly account_number: string | null
  readonly stored_card_id: string | null
  readonly is_active: boolean
  readonly payee_check: string
  readonly payee_result: string | null
}

/**
 * Why a beneficiary as it is now is not paid; undefined: it is. What was confirmed is this name and this account: another
 * account is another payee, whoever changed it.
 */
export function obstacleOf(
  confirmed: PayeeColumns,
  now: PayeeNow | undefined,
): Problem | undefined {
  if (now?.is_active !== true) {
    const text = 'The beneficiary is archived or deleted'
    return new Problem('recurring_payout.payee_archived', 409, text)
  }
  const isSame =
    now.name === confirmed.payee_name &&
    now.kind === confirmed.payee_kind &&
    now.country === confirmed.payee_country &&
    now.currency === confirmed.currency &&
    now.iban === confirmed.payee_iban &&
    now.sort_code === confirmed.payee_sort_code &&
    now.account_number === confirmed.payee_account_number &&
    now.stored_card_id === confirmed.payee_card_id
  if (!isSame) {
    const text =
      'The beneficiary was changed after this was confirmed. Stop it, and make a new one for the payee as it is now.'
    return new Problem('recurring_payout.payee_changed', 409, text)
  }
  const isAccepted = confirmed.despite_check && now.payee_result === confirmed.payee_result
  if (now.payee_check === 'failed' && !isAccepted) {
    const text = 'The bank no longer confirms the name of this account'
    return new Problem('recurring_payout.payee_unconfirmed', 409, text)
  }
  return undefined
}

interface DateColumns {
  readonly frequency: string
  readonly first_day: string
  readonly last_day: string | null
}

export const recurrenceOf = (row: DateColumns): Recurrence => ({
  frequency: row.frequency as Frequency,
  firstDay: row.first_day,
  lastDay: row.last_day,
})

type AccountColumns = Pick<
  PayeeColumns,
  'payee_iban' | 'payee_sort_code' | 'payee_account_number' | 'payee_card_hint'
>

const accountOf = (row: AccountColumns) => ({
  ...{ iban: row.payee_iban, sortCode: row.payee_sort_code },
  ...{ accountNumber: row.payee_account_number, cardHint: row.payee_card_hint },
})

export const payeeAccountOf = (row: AccountColumns): string => spelledAccount(accountOf(row))
export const payeeHintOf = (row: AccountColumns): string => hintOf(accountOf(row))

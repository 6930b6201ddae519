import { accountIdentityOf } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  confirmationOfPayout,
  type PayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import {
  type BeneficiaryRow,
  chosenRail,
  executionFor,
  findPayoutRule,
  isApprovedByAnother,
  isKnownAccount,
  notifyApprovers,
  payeeOfBeneficiary,
  referenceFor,
  refuseChanged,
  refuseOtherCurrency,
  refuseUnconfirmed,
  sumOfLastDay,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { readSmallestPayout } from '@counterfoil/features/payments/payouts/smallest-payout.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { occurrenceOf } from './recurrence.rules.ts'
import type { NewRecurringPayout } from './recurring-payouts.contract.ts'
import {
  findSameRecurring,
  insertRecurring,
  insertRecurringStep,
  lockRecurring,
  type RecurringRecord,
} from './recurring-payouts.queries.ts'
import { startFrom } from './set-next-date.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ waits: 'A recurring payout waits for your approval' })

/**
 * Stores a recurring payout. No money is set aside before a date has come. It waits where a payout of this amount to this
 * payee would: who approves it approves every date. Answers its id.
 */
export async function createRecurringOf(
  db: Db,
  {
    jobs,
    maker: by,
    now,
  }: { readonly jobs: Jobs; readonly maker: PayoutMaker; readonly now: Date },
  {
    row,
    mode,
    body,
  }: { readonly row: BeneficiaryRow; readonly mode: Mode; readonly body: NewRecurringPayout },
): Promise<string> {
  refuseChanged(row, body.payeeVersion)
  refuseOtherCurrency(row.currency, body.currency)
  refuseUnconfirmed(row, body.despiteCheck === true)
  const lastDay = lastDayOf(body)
  const { currency, speed, frequency, firstDay } = body
  const amountMinor = BigInt(body.amount)
  const payee = await payeeOfBeneficiary(db, row, { mode, now })
  const { card, iban, sortCode, accountNumber } = payee
  const to = { country: payee.country, isCard: card !== null }
  const rail = chosenRail({ currency, amountMinor, speed }, to)
  const reference = referenceFor(rail, body.reference)
  executionFor(rail, now, firstDay, 'firstDay')
  const merchantId = row.merchant_id
  const checkSmallest = await readSmallestPayout(db, merchantId)
  checkSmallest({ amountMinor, currency })
  const same = { mode, beneficiaryId: row.id, amountMinor, currency, frequency }
  // of two alike at the same moment the second finds the first
  await lockUntilCommit(db, `recurring-payout ${row.tenant_id} ${row.id}`)
  if (body.despiteDuplicate !== true && (await findSameRecurring(db, same)) !== undefined) {
    throw sameAlready()
  }
  const key = { merchantId, mode, number: accountIdentityOf(payee) }
  const { side, requirements, hours } = confirmationOfPayout(by, {
    ...{ mode, currency, isNewPayee: !(await isKnownAccount(db, key)) },
    amountMinor: amountMinor + (await sumOfLastDay(db, { ...key, currency }, [key.number], now)),
  })
  const rule = await findPayoutRule(db, merchantId, currency)
  const needsApproval = requirements.length > 0 || isApprovedByAnother(rule, payee.result)
  const id = newId(now)
  const { maker } = by
  await insertRecurring(db, {
    ...{ id, merchant_id: merchantId, mode, beneficiary_id: row.id },
    ...{ payee_name: payee.name, payee_kind: payee.kind, payee_country: payee.country },
    ...{ payee_iban: iban, payee_sort_code: sortCode, payee_account_number: accountNumber },
    ...{ payee_card_id: card?.id ?? null, payee_card_hint: card?.hint ?? null },
    ...{ payee_result: payee.result, despite_check: body.despiteCheck === true },
    ...{ amount_minor: amountMinor, currency, reference, speed: speed ?? null },
    ...{ frequency, first_day: firstDay, last_day: lastDay, next_day: firstDay },
    ...{ state: 'waiting_for_approval', next_run_at: null },
    ...{ maker_id: maker.id, maker_name: maker.name, maker_keys: [...maker.keys] },
    ...{ maker_role_id: by.roleId, side, requirements: JSON.stringify(requirements) },
    expires_at: hours === null ? null : new Date(now.getTime() + hours * hourMs),
    created_at: now,
  })
  const stored = (await lockRecurring(db, id)) as RecurringRecord
  await insertRecurringStep(db, stored, {
    ...{ kind: 'requested', actorId: maker.id, actorName: maker.name, actorKeys: maker.keys },
    ...{ reason: null, at: now },
  })
  if (!needsApproval) {
    await startFrom(db, stored, 'not_approved', now)
    return id
  }
  await notifyApprovers(db, jobs, {
    ...{ id, merchantId, amountMinor, currency, payee, maker, side, now },
    title: texts.waits,
  })
  return id
}

function sameAlready(): Problem {
  const message =
    'This beneficiary is paid this amount as often already. Confirm that it is paid once more.'
  return new Problem('recurring_payout.duplicate', 409, message, { path: 'despiteDuplicate' })
}

/** The last day on which a date may fall; null: until it is stopped. */
function lastDayOf({ firstDay, lastDay, times, frequency }: NewRecurringPayout): string | null {
  if (lastDay !== undefined && times !== undefined) {
    const message = 'Give either a last day or a number of times'
    throw new Problem('recurring_payout.two_ends', 400, message, { path: 'times' })
  }
  if (times !== undefined) return occurrenceOf({ frequency, firstDay }, times - 1)
  if (lastDay === undefined) return null
  if (lastDay < firstDay) {
    const message = 'The last day is before the first date'
    throw new Problem('recurring_payout.ends_before', 422, message, { path: 'lastDay' })
  }
  return lastDay
}

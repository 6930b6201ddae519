import { accountIdentityOf } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  listPayoutsByKey,
  payoutKey,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { CheckedRow } from './check-rows.ts'

/** A file that is mended and uploaded again comes within days; wages of the same amount come after weeks, or each week once. */
const sinceMs = 6 * dayMs

interface Of {
  readonly merchantId: string
  readonly mode: number
  readonly now: Date
}

const payoutsByKey = (db: Db, { merchantId, mode, now }: Of, numbers: readonly string[]) =>
  listPayoutsByKey(db, { merchantId, mode, since: new Date(now.getTime() - sinceMs) }, [
    ...new Set(numbers),
  ])

/** The rows, each with the payout of the last days that paid the same: a mended file may hold what was paid already. */
export async function markPaidBefore(
  db: Db,
  of: Of,
  rows: readonly CheckedRow[],
): Promise<CheckedRow[]> {
  const numbers = rows.flatMap(({ payout }) => (payout === null ? [] : [accountIdentityOf(payout)]))
  const paid = await payoutsByKey(db, of, numbers)
  return rows.map((row) => {
    const { payout, amountMinor, currency } = row
    if (payout === null || amountMinor === null || currency === null) return row
    const { reference } = payout
    const key = payoutKey({ number: accountIdentityOf(payout), currency, amountMinor, reference })
    return { ...row, paidBefore: paid.get(key) ?? null }
  })
}

/** Whether some of it was paid lately, or is under way. */
export async function isPaidBefore(
  db: Db,
  of: Of,
  requests: readonly {
    readonly payee: Parameters<typeof accountIdentityOf>[0]
    readonly currency: string
    readonly amountMinor: bigint
    readonly reference: string
  }[],
): Promise<boolean> {
  const keys = requests.map(({ payee, ...one }) => ({ ...one, number: accountIdentityOf(payee) }))
  const paid = await payoutsByKey(
    db,
    of,
    keys.map(({ number }) => number),
  )
  return keys.some((one) => paid.has(payoutKey(one)))
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import { insertBooking, listPayoutsNamed } from './known-bookings.queries.ts'
import { bookedAmountOf, namesIn } from './known-bookings.rules.ts'

interface Line {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
}

/**
 * Whether a line of a statement is a payout that it names, or the return of one: the books have it already. Its merchant, once
 * that is stored; undefined where it is none, or several could be meant.
 */
export async function bookQuotedPayout(
  db: Db,
  line: Line,
  at: Date,
): Promise<{ readonly merchantId: string } | undefined> {
  const names = namesIn(line.reference)
  if (line.amountMinor === 0n || names.length === 0) return undefined
  const direction = line.amountMinor > 0n ? 'in' : 'out'
  const amountMinor = line.amountMinor > 0n ? line.amountMinor : -line.amountMinor
  const named = await listPayoutsNamed(db, names)
  const [payout, ...others] = named.filter(
    (one) => one.currency === line.currency && bookedAmountOf(one, direction) === amountMinor,
  )
  if (payout === undefined || others.length > 0) return undefined
  const isFirst = await insertBooking(db, {
    ...{ subject: 'payout', subjectId: payout.id, isReturn: direction === 'in' },
    ...{ merchantId: payout.merchantId, itemId: line.id, clearingId: null, at },
  })
  return isFirst ? { merchantId: payout.merchantId } : undefined
}

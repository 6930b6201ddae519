import {
  postBankMovement,
  postUnmatched,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { storeLateReturn } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import {
  changeStatus,
  type Engine,
  lockPaymentWithOperations,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { findBooking, insertBooking } from './known-bookings.queries.ts'
import {
  insertClearing,
  lockCollected,
  lockOpenClearing,
  lockTransfer,
  updateCleared,
  updateClearingEnd,
  updateCollected,
} from './suspense.queries.ts'
import { atField, checkUse, decideMatch, remainingOf } from './suspense.rules.ts'
import type { KnownBooking } from './suspense.schema.ts'

// Uses of money in suspense, each in the caller's transaction: everything of it, or nothing. Locks are taken in one order: the
// transfer, the payments, then what was cleared.

/** Of which transfer, why and by whom. */
export interface Use {
  readonly transferId: string
  readonly reason: string
  readonly by: string
}

/** Matches parts of a transfer to payments. A payment whose amount is there is captured, from suspense. */
export async function matchToPayments(
  db: Db,
  engine: Engine,
  { transferId, reason, by }: Use,
  parts: readonly { readonly paymentId: string; readonly amountMinor: bigint }[],
): Promise<void> {
  const transfer = await requireTransfer(db, transferId)
  if (new Set(parts.map(({ paymentId }) => paymentId)).size < parts.length) {
    throw atField('suspense.payment_twice', 'A payment is named twice.', 'payments')
  }
  const sum = parts.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  checkUse(transfer, 'in', sum, 'payments')
  const inOrder = parts
    .map((part, index) => ({ ...part, path: `payments.${index}.paymentId` }))
    // payments are locked in one order by everybody
    .toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1))
  for (const { paymentId, amountMinor, path } of inOrder) {
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    if (locked === undefined) throw notFound('The payment')
    const { payment } = locked
    const collectedMinor = await lockCollected(db, paymentId)
    const { currency } = transfer
    const { isWhole } = decideMatch({ ...payment, collectedMinor }, { currency, amountMinor }, path)
    const at = engine.now()
    await insertClearing(db, {
      ...{ transferId, kind: 'match', state: 'collected', amountMinor, currency, reason, by, at },
      payment,
    })
    if (!isWhole) continue
    await changeStatus(
      { ...engine, transaction: (work) => work(db) },
      { paymentId, mode: payment.mode, reason, to: 'captured', moneyPlace: 'suspense' },
      { toResponse: () => null },
    )
    await updateCollected(db, paymentId, at)
  }
  await updateCleared(db, transferId, sum)
}

/** Money that went out is a return which the bank booked without its reference. */
export async function bookAsReturn(
  db: Db,
  engine: Engine,
  { transferId, reason, by }: Use,
  returnId: string,
): Promise<void> {
  const transfer = await requireTransfer(db, transferId)
  const found = await lockOpenClearing(db, { id: returnId })
  if (found?.state !== 'in_transit' || found.currency !== transfer.currency) {
    throw atField('suspense.no_open_return', 'No such return is in transit.', 'returnId')
  }
  const { amountMinor, currency } = found
  checkUse(transfer, 'out', amountMinor, 'returnId')
  const at = engine.now()
  const id = await insertClearing(db, {
    ...{ transferId, kind: 'booked', state: 'posted', amountMinor, currency, reason, by, at },
    returnId,
  })
  await updateClearingEnd(db, returnId, 'paid', at)
  // the booking is posted from suspense already
  await postBankMovement(db, 'return_back', { id, amountMinor, currency, at })
  await updateCleared(db, transferId, amountMinor)
}

/**
 * The line is a payout, the return of one, or a bank refund that was posted by itself: what it posted is taken back. Of a
 * return that no rail has said, the payout is returned with it.
 */
export async function explainAs(
  db: Db,
  engine: Engine,
  { transferId, reason, by }: Use,
  of: Pick<KnownBooking, 'subject' | 'subjectId'>,
): Promise<void> {
  const transfer = await requireTransfer(db, transferId)
  const { currency } = transfer
  const direction = transfer.amountMinor > 0n ? 'in' : 'out'
  const line = { direction, remainingMinor: remainingOf(transfer) } as const
  const found = await findBooking(db, of, line)
  if (found?.amountMinor === undefined || found.currency !== currency) throw noBooking()
  const { amountMinor, merchantId } = found
  checkUse(transfer, direction, amountMinor, 'subjectId')
  const at = engine.now()
  if (found.isLateReturn) {
    const late = { id: of.subjectId, returnedMinor: amountMinor, at }
    if (!(await storeLateReturn(db, engine.jobs, late))) throw noBooking()
  }
  const id = await insertClearing(db, {
    ...{ transferId, kind: 'explained', state: 'posted', amountMinor, currency, reason, by, at },
  })
  const booking = { ...of, isReturn: direction === 'in', merchantId, itemId: transferId }
  if (!(await insertBooking(db, { ...booking, clearingId: id, at }))) {
    throw atField('suspense.booked_before', 'Another line is this already.', 'subjectId')
  }
  // the opposite of what the line posted
  await postUnmatched(db, {
    ...{ id, currency, at },
    amountMinor: direction === 'in' ? -amountMinor : amountMinor,
  })
  await updateCleared(db, transferId, amountMinor)
}

function noBooking() {
  const text = 'No payout or refund of this currency waits for such a line.'
  return atField('suspense.no_booking', text, 'subjectId')
}

/** What was collected for a payment that still waits, or was to be returned and never was, is in suspense again. */
export async function takeBack(
  db: Db,
  engine: Engine,
  { transferId }: Pick<Use, 'transferId'>,
  clearingId: string,
): Promise<void> {
  await requireTransfer(db, transferId)
  const found = await lockOpenClearing(db, { id: clearingId })
  if (found?.transferId !== transferId) {
    const text = 'This can no longer be taken back: it counts already, or was taken back before.'
    throw new Problem('suspense.not_open', 409, text)
  }
  const at = engine.now()
  const { amountMinor, currency } = found
  await updateClearingEnd(db, clearingId, 'taken_back', at)
  if (found.state === 'in_transit') {
    await postBankMovement(db, 'return_back', { id: newId(at), amountMinor, currency, at })
  }
  await updateCleared(db, transferId, -amountMinor)
}

/** What was collected for a payment that has ended without it is in suspense again. */
export async function takeBackLapsed(
  db: Db,
  { id, transferId }: { readonly id: string; readonly transferId: string },
  at: Date,
): Promise<void> {
  await requireTransfer(db, transferId)
  const found = await lockOpenClearing(db, { id })
  // somebody has taken it back meanwhile
  if (found?.state !== 'collected') return
  await updateClearingEnd(db, id, 'taken_back', at)
  await updateCleared(db, transferId, -found.amountMinor)
}

async function requireTransfer(db: Db, id: string) {
  const transfer = await lockTransfer(db, id)
  if (transfer === undefined) throw notFound('The transfer')
  return transfer
}

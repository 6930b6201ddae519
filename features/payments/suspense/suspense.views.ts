import { findWaitingReturn } from '@counterfoil/features/payments/confirmations/transfer-returns.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listClearings, listOpenReturns, type TransferRow } from './suspense.queries.ts'
import { remainingOf } from './suspense.rules.ts'
import type { Clearing, Transfer, TransferDetails, WaitingReturn } from './suspense.schema.ts'

export function transferOf(row: TransferRow, now: Date): Transfer {
  const { id, tenantName, bankName, accountNumber, bookedOn, currency, reference, payer } = row
  return {
    ...{ id, tenantName, bankName, accountNumber, bookedOn, currency, reference, payer },
    ageDays: Math.max(0, Math.floor((now.getTime() - Date.parse(bookedOn)) / dayMs)),
    amount: Number(row.amountMinor),
    remaining: Number(remainingOf({ ...row, isUnmatched: true })),
    cause: row.reason,
    paymentId: row.paymentId,
    externalId: row.externalId,
  }
}

export async function transferDetailsOf(
  db: Db,
  row: TransferRow,
  now: Date,
): Promise<TransferDetails> {
  const maxMinor = remainingOf({ ...row, isUnmatched: true })
  const isOut = row.amountMinor < 0n && maxMinor > 0n
  const [clearings, waiting, returns] = await Promise.all([
    listClearings(db, row.id),
    findWaitingReturn(db, row.id),
    isOut ? listOpenReturns(db, row.tenantId, { currency: row.currency, maxMinor }) : [],
  ])
  return {
    ...transferOf(row, now),
    clearings: clearings.map(clearingOf),
    waitingReturn: waiting === undefined ? null : waitingReturnOf(waiting),
    openReturns: returns.map((one) => ({
      id: one.id,
      amount: Number(one.amount_minor),
      payeeName: one.payee_name ?? '',
      reference: one.reference ?? '',
      createdAt: one.created_at.toISOString(),
    })),
  }
}

function waitingReturnOf({
  amountMinor,
  transfer,
  reason,
  createdAt,
  ...waiting
}: NonNullable<Awaited<ReturnType<typeof findWaitingReturn>>>): WaitingReturn {
  return {
    ...waiting,
    amount: Number(amountMinor),
    payeeName: transfer?.payeeName ?? '',
    payeeAccount: transfer?.payeeAccount ?? '',
    reason: reason ?? '',
    createdAt: createdAt.toISOString(),
  }
}

function clearingOf(row: Awaited<ReturnType<typeof listClearings>>[number]): Clearing {
  return {
    id: row.id,
    kind: row.kind as Clearing['kind'],
    state: row.state as Clearing['state'],
    amount: Number(row.amount_minor),
    // of a refund: the payment that it is of
    paymentId: row.payment_id ?? row.refundOf,
    externalId: row.externalId,
    merchantName: row.merchantName,
    payoutId: row.payoutId,
    payeeName: row.payee_name ?? row.payoutPayee,
    payeeAccount: row.payee_account,
    reference: row.reference,
    reason: row.reason,
    by: row.by,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

import { postBankMovement } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { referencesIn } from '@counterfoil/features/payments/bank-transfers/account-references.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import {
  insertClearing,
  lockOpenClearing,
  lockTransfer,
  updateCleared,
  updateClearingEnd,
} from './suspense.queries.ts'
import { checkUse } from './suspense.rules.ts'

/**
 * Sets money in suspense aside for its sender, in the caller's transaction. It is ordered at the bank by hand, with the
 * reference of the return, and it is paid once the bank has booked it.
 */
export async function returnTransfer(
  db: Db,
  { now }: Pick<Engine, 'now'>,
  asked: {
    readonly transferId: string
    /** The transfer as it was seen; undefined: whatever it is now. */
    readonly version?: number
    readonly amountMinor: bigint
    readonly payeeName: string
    readonly payeeAccount: string
    readonly reason: string
    readonly by: string
  },
): Promise<{ readonly returnId: string }> {
  const { transferId, amountMinor, reason, by } = asked
  const transfer = await lockTransfer(db, transferId)
  if (transfer === undefined) throw notFound('The transfer')
  if (asked.version !== undefined && asked.version !== transfer.version) {
    const text = 'The transfer’s money was used since this was requested. Request it again.'
    throw new Problem('suspense.changed', 409, text)
  }
  checkUse(transfer, 'in', amountMinor, 'amount')
  const at = now()
  const { currency } = transfer
  const returnId = await insertClearing(db, {
    ...{ transferId, kind: 'return', state: 'in_transit', amountMinor, currency, reason, by, at },
    payee: { name: asked.payeeName, account: asked.payeeAccount },
  })
  await postBankMovement(db, 'return_hold', { id: returnId, amountMinor, currency, at })
  await updateCleared(db, transferId, amountMinor)
  return { returnId }
}

/** Whether a line of a statement is a return that the bank booked with its reference; it is paid then. */
export async function bookQuotedReturn(
  db: Db,
  line: { readonly amountMinor: bigint; readonly currency: string; readonly reference: string },
  at: Date,
): Promise<boolean> {
  const references = referencesIn(line.reference)
  if (line.amountMinor >= 0n || references.length === 0) return false
  const { currency } = line
  const amountMinor = -line.amountMinor
  const found = await lockOpenClearing(db, { references, amountMinor, currency })
  if (found === undefined) return false
  const { id } = found
  await updateClearingEnd(db, id, 'paid', at)
  await postBankMovement(db, 'return_paid', { id: newId(at), amountMinor, currency, at })
  return true
}

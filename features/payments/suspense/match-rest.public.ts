import {
  type Engine,
  lockPaymentWithOperations,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { matchToPayments, type Use } from './clear-suspense.ts'
import { lockCollected } from './suspense.queries.ts'

/**
 * Matches money in suspense to the payment that it quotes, where it is exactly what that payment lacks after parts of it were
 * matched by hand; nothing happens where it is not. In the caller's transaction, which has locked the transfer.
 */
export async function matchRest(
  db: Db,
  engine: Engine,
  use: Use,
  { paymentId, amountMinor }: { readonly paymentId: string; readonly amountMinor: bigint },
): Promise<void> {
  const payment = (await lockPaymentWithOperations(db, engine, paymentId))?.payment
  if (payment?.status !== 'pending') return
  const collectedMinor = await lockCollected(db, paymentId)
  const isRest = collectedMinor > 0n && collectedMinor + amountMinor === payment.amountMinor
  if (isRest) await matchToPayments(db, engine, use, [{ paymentId, amountMinor }])
}

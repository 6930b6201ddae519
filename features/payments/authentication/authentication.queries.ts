import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import type { SealedAuthentication } from './authentication.rules.ts'
import type { ThreeDSecure } from './authentication.schema.ts'

/** Keeps how an attempt was authenticated; a proof that is there already stays. */
export async function updateAuthentication(
  db: Db,
  attemptId: string,
  { threeDSecure, sealedProof }: SealedAuthentication,
): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({
      three_d_secure: JSON.stringify(threeDSecure),
      ...(sealedProof === null ? {} : { authentication_value: sealedProof }),
    })
    .where(within(db, 'payment_attempt'))
    .where('id', '=', attemptId)
    .execute()
}

/** An attempt that its acquirer has decided. */
export interface DecidedAttempt {
  readonly paymentId: string
  readonly operationId: string
  readonly provider: string
  readonly sequence: number
  readonly state: string
  readonly isProofKept: boolean
}

export async function findDecidedAttempt(db: Db, id: string): Promise<DecidedAttempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .select(['payment_id as paymentId', 'operation_id as operationId'])
    .select(['provider', 'sequence', 'state'])
    .select((eb) => eb('authentication_value', 'is not', null).$castTo<boolean>().as('isProofKept'))
    .where(within(db, 'payment_attempt'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether a payment was sent on after an attempt: then the later one's authentication is the payment's. */
export async function isLastAttempt(
  db: Db,
  { paymentId, operationId, sequence }: DecidedAttempt,
): Promise<boolean> {
  const later = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where(within(db, 'payment_attempt'))
    .where('payment_id', '=', paymentId)
    .where('operation_id', '=', operationId)
    .where('sequence', '>', sequence)
    .executeTakeFirst()
  return later === undefined
}

/** Of a payment that is locked. */
export async function updatePaymentAuthentication(
  db: Db,
  id: string,
  threeDSecure: ThreeDSecure,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ three_d_secure: JSON.stringify(threeDSecure) })
    .where(withinPayments(db, 'payment'))
    .where('id', '=', id)
    .execute()
}

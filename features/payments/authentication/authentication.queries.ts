import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { ThreeDSecure } from './authentication.schema.ts'

/** Keeps how an attempt was authenticated; a proof that is there already stays. */
export async function updateAuthentication(
  db: Db,
  attemptId: string,
  { threeDSecure, sealedProof }: { threeDSecure: ThreeDSecure; sealedProof: string | null },
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

import type { Db } from '@counterfoil/kit/database/database.ts'
import { withinPayments } from '@counterfoil/kit/database/within.ts'

export interface Bin {
  readonly brand: string
  readonly card_type: string
  readonly issuer: string
  readonly country: string
}

export function findBin(db: Db, first6: string): Promise<Bin | undefined> {
  return db
    .selectFrom('card_bin')
    .select(['brand', 'card_type', 'issuer', 'country'])
    .where('code', '=', first6)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export async function updateBinData(db: Db, paymentId: string, bin: Bin): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      card_brand: bin.brand,
      card_type: bin.card_type,
      card_issuer: bin.issuer,
      card_issuer_country: bin.country,
    })
    .where(withinPayments(db, 'payment'))
    .where('id', '=', paymentId)
    .execute()
}

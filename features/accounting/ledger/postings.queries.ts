import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { sql } from 'kysely'
import { entriesOf, type LedgerAccounts, type Posting } from './ledger.rules.ts'

/** What postings belong to; null where they are of no merchant, payment or event. */
export interface PostingSubject {
  readonly merchantId: string | null
  readonly mode: number
  readonly currency: string
  readonly paymentId: string | null
  readonly eventId: string | null
  /** The accounts of its postings; null for the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
  readonly at: Date
}

/** The database takes each posting as a whole, and no entries in another way. */
export async function postToLedger(
  db: Db,
  subject: PostingSubject,
  postings: readonly (Posting & { readonly id?: string })[],
): Promise<void> {
  const { merchantId, mode, currency, paymentId, eventId, ledgerAccounts, at } = subject
  const entries = postings.flatMap((posting) => {
    const postingId = posting.id ?? newId(at)
    return entriesOf(posting).map(({ account, amountMinor }) => ({
      id: newId(at),
      posting: postingId,
      kind: posting.kind,
      account,
      ledgerAccount: ledgerAccounts?.[account],
      amount: String(amountMinor),
    }))
  })
  await sql`select app.post_to_ledger(${tenantOf(db)}, ${merchantId}, ${mode}, ${currency}, ${paymentId}, ${eventId},
    ${at}, ${JSON.stringify(entries)})`.execute(db)
}

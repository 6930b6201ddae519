import type { SealedAuthentication } from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { erased } from './stored-cards.queries.ts'
import type { SecurityCodeCheck } from './stored-cards.schema.ts'

const open = (db: Db, id: string) =>
  db
    .updateTable('stored_card')
    .where(within(db, 'stored_card'))
    .where('id', '=', id)
    .where('verification', '=', 'pending')

/** The issuer approves the card, and the acquirer's vault has it. */
export async function updateCardVerified(
  db: Db,
  id: string,
  kept: {
    readonly vaultReference: string
    readonly schemeTransactionId: string
    readonly schemeLinkId: string | null
    readonly securityCodeCheck: SecurityCodeCheck
  },
  at: Date,
): Promise<void> {
  await open(db, id)
    .set({
      state: 'active',
      vault_reference: kept.vaultReference,
      scheme_transaction_id: kept.schemeTransactionId,
      scheme_link_id: kept.schemeLinkId,
      verification: 'approved',
      security_code_check: kept.securityCodeCheck,
      ...{ verification_check_at: null, confirm_url: null, confirm_until: null },
      ...{ verified_at: at, updated_at: at },
    })
    .execute()
}

/** The card is not stored; what the vault has of it all the same is deleted there by the job. */
export async function updateCardRefused(
  db: Db,
  id: string,
  refusal: {
    readonly state: 'declined' | 'failed'
    readonly code: string
    readonly reason: string
    readonly securityCodeCheck: SecurityCodeCheck | null
    readonly vaultReference: string | null
  },
  at: Date,
): Promise<void> {
  await open(db, id)
    .set({
      ...erased,
      state: 'deleted',
      vault_reference: refusal.vaultReference,
      verification: refusal.state,
      verification_code: refusal.code.slice(0, 100),
      verification_reason: refusal.reason.slice(0, 500),
      security_code_check: refusal.securityCodeCheck,
      ...{ verification_check_at: null, verified_at: at, deleted_at: at, updated_at: at },
    })
    .execute()
}

/** Keeps how the payer is authenticated, before the answer that says so decides anything. */
export async function updateVerificationAuthentication(
  db: Db,
  id: string,
  { threeDSecure, sealedProof }: SealedAuthentication,
): Promise<void> {
  await open(db, id)
    .set({
      three_d_secure: JSON.stringify(threeDSecure),
      ...(sealedProof === null ? {} : { authentication_value: sealedProof }),
    })
    .execute()
}

/** It stays open: the payer confirms it, or it is looked up again. */
export async function updateVerificationOpen(
  db: Db,
  id: string,
  next: {
    readonly checkAt: Date
    readonly checks: number
    readonly confirm?: { readonly url: string; readonly until: Date }
  },
  at: Date,
): Promise<void> {
  await open(db, id)
    .set({
      ...{ verification_check_at: next.checkAt, verification_checks: next.checks },
      ...(next.confirm && { confirm_url: next.confirm.url, confirm_until: next.confirm.until }),
      updated_at: at,
    })
    .execute()
}

/** Verifications whose answer is still missing, by when they are to be looked up. */
export async function listVerificationsDue(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_card')
    .select('id')
    .where(within(db, 'stored_card'))
    .where('verification_check_at', '<=', at)
    .orderBy('verification_check_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

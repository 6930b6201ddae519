import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { ConfirmationLevel } from './confirmations.rules.ts'
import type { ConfirmableAction, Side } from './confirmations.schema.ts'

/** The levels in use for one action: those for operators, or those of a merchant. */
export async function listLevels(
  db: Db,
  of: {
    readonly tenantId: string
    readonly side: Side
    readonly merchantId: string | null
    readonly action: ConfirmableAction
  },
): Promise<ConfirmationLevel[]> {
  const rows = await db
    .selectFrom('confirmation_level as l')
    .leftJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'l.tenant_id').onRef('r.id', '=', 'l.confirmer_role_id'),
    )
    .select([
      'l.name',
      'l.actions',
      'l.mode',
      'l.currency',
      'l.amount_minor as amountMinor',
      'l.only_new_payees as onlyNewPayees',
      'l.maker_role_id as makerRoleId',
      'l.confirmers',
      'l.confirmer_role_id as confirmerRoleId',
      'r.name as confirmerRoleName',
      'l.hours',
    ])
    .where(within(db, 'l', null))
    .where('l.tenant_id', '=', of.tenantId)
    .where('l.side', '=', of.side)
    .where('l.merchant_id', 'is not distinct from', of.merchantId)
    .where('l.is_active', '=', sql.lit(true))
    .where(sql<boolean>`${of.action} = any (l.actions)`)
    .orderBy('l.name')
    .execute()
  return rows.map((row) => ({ ...row, actions: row.actions as ConfirmableAction[] }))
}

/** A payment as far as it says to whom its merchant pays back, or out. */
interface Payee {
  readonly id: string
  readonly merchantId: string
  readonly mode: number
  readonly cardToken: string | null
  readonly customerEmail: string | null
}

/** What was asked for on payments by this card, or of this payer where there is no card; of neither, on this payment. */
const operationsTo = (db: Db, { id, merchantId, mode, cardToken, customerEmail }: Payee) =>
  db
    .selectFrom('payment_operation as o')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.payment_id'),
    )
    .where(within(db, 'o'))
    .where(withinPayments(db, 'p'))
    .where('p.merchant_id', '=', merchantId)
    .where('p.mode', '=', mode)
    .where((eb) => {
      if (cardToken !== null) return eb('p.card_token', '=', cardToken)
      if (customerEmail === null) return eb('p.id', '=', id)
      return eb('p.email_start', '=', customerEmail.toLowerCase())
    })

/** Whether the merchant has paid anything to this card, or to this payer where there is no card, before. */
export async function isKnownPayee(db: Db, payee: Payee): Promise<boolean> {
  if (payee.cardToken === null && payee.customerEmail === null) return false
  const found = await operationsTo(db, payee)
    .select('o.id')
    .where('o.kind', 'in', ['refund', 'payout'])
    .where('o.state', '=', 'succeeded')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * What the merchant has paid out to this card or payer since an instant, in the payment's currency, or is about to: payouts
 * that wait for their approval count.
 */
export async function sumPaidOut(
  db: Db,
  payment: Payee & { readonly currency: string },
  since: Date,
): Promise<bigint> {
  const { sumMinor } = await operationsTo(db, payment)
    .select(sql<bigint>`coalesce(sum(o.amount_minor), 0)::bigint`.as('sumMinor'))
    .where('o.kind', '=', 'payout')
    .where('o.state', 'not in', ['declined', 'failed'])
    .where('o.currency', '=', payment.currency)
    .where('o.id', '>=', firstIdAt(since))
    .where('o.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return sumMinor
}

/** An account by what the sign-in knows of it. */
export function listAccounts(shared: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return Promise.resolve([])
  return shared
    .selectFrom('user_directory')
    .select(['user_id as userId', 'tenant_id as tenantId', 'email', 'issuer', 'subject'])
    .where('user_id', 'in', [...userIds])
    .execute()
}

/** Who made an API key, or renewed it: they hold it. */
export async function listKeyHolders(db: Db, apiKeyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('actor_id as id')
    .distinct()
    .where(within(db, 'audit_entry', null))
    .where('record_type', '=', 'api-keys')
    .where('record_id', '=', apiKeyId)
    .where('actor_id', 'is not', null)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** The identities by which a user signs in at providers of the tenant. */
export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('federated_subject as s')
    .innerJoin('identity_provider as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.provider_id'),
    )
    .select(['p.issuer', 's.subject'])
    .where(within(db, 's', null))
    .where(within(db, 'p', null))
    .where('s.user_id', '=', userId)
    .execute()
}

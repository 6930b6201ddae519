import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** An action on a payment as it is now, that one other of the maker's side has to confirm. */
export async function makeWaitingAction(
  { owner }: TestDatabase,
  of: {
    readonly paymentId: string
    readonly side: 'operator' | 'merchant'
    readonly action: string
    readonly makerId: string
  },
): Promise<string> {
  const now = new Date()
  const id = newId(now)
  const requirements = [{ level: 'Any', confirmers: 1, roleId: null, roleName: null }]
  await owner.query(
    `insert into app.waiting_action (tenant_id, id, merchant_id, payment_id, side, mode, action, amount_minor, currency,
       payment_version, requirements, maker_type, maker_id, maker_name, maker_keys, state, expires_at, created_at)
     select p.tenant_id, $1, p.merchant_id, p.id, $2, p.mode, $3, 100, p.currency, p.version, $4, 'user', $5, 'Ada', '{}',
       'waiting', $6, $7 from app.payment p where p.id = $8`,
    [
      ...[id, of.side, of.action, JSON.stringify(requirements), of.makerId],
      ...[new Date(now.getTime() + hourMs), now, of.paymentId],
    ],
  )
  await owner.query(
    `insert into app.waiting_action_step (tenant_id, id, waiting_action_id, merchant_id, kind, actor_id, actor_name,
       actor_keys, created_at)
     select tenant_id, $1, id, merchant_id, 'requested', maker_id, maker_name, maker_keys, created_at
     from app.waiting_action where id = $2`,
    [newId(now), id],
  )
  return id
}

/** A level of a merchant that no payment of the tests reaches. */
export async function makeConfirmationLevel(
  { owner }: TestDatabase,
  own: { readonly tenant_id: string; readonly merchant_id: string; readonly currency: string },
): Promise<void> {
  const now = new Date()
  await owner.query(
    `insert into app.confirmation_level (tenant_id, id, side, merchant_id, name, actions, currency, amount_minor,
       confirmers, hours, created_at, updated_at)
     values ($1, $2, 'merchant', $3, 'Very large refunds', '{refund}', $4, 10000000, 1, 72, $5, $5)`,
    [own.tenant_id, newId(now), own.merchant_id, own.currency, now],
  )
}

/** Lets a user sign in as this subject, at a provider of its own of the same issuer. */
export async function linkIdentity(
  { owner }: TestDatabase,
  userId: string,
  subject: string,
): Promise<void> {
  const id = newId(new Date())
  const { rows } = await owner.query<{ tenant_id: string }>(
    'select tenant_id from app.app_user where id = $1',
    [userId],
  )
  const tenantId = rows[0]?.tenant_id
  await owner.query(
    `insert into app.identity_provider (tenant_id, id, name, issuer, client_id, email_verified, newcomers, created_at,
       updated_at)
     values ($1, $2, $3, 'https://people.example', 'x', 'said', 'refused', now(), now())`,
    [tenantId, id, id],
  )
  await owner.query('insert into app.federated_subject values ($1, $2, $3, $4, now())', [
    ...[tenantId, id, subject, userId],
  ])
}

/** Asked for by somebody of the merchant's; nobody has decided on it. */
export async function makeWaitingPayout(
  { loader }: TestDatabase,
  own: {
    tenant_id: string
    merchant_id: string
    payment_id: string
    actor_id: string
    currency: string
  },
): Promise<void> {
  const created_at = new Date()
  const payout = { kind: 'payout', state: 'held', amount_minor: 100n, actor_type: 'user' }
  await loader
    .insertInto('payment_operation')
    .values({ ...own, ...payout, id: newId(created_at), created_at })
    .execute()
}

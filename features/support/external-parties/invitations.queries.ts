import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

export interface NewInvitation {
  readonly id: string
  readonly merchantId: string | null
  readonly ticketId: string
  readonly email: string
  readonly description: string
  readonly tokenHash: string
  readonly invitedByName: string
  readonly invitedBySide: string
  readonly at: Date
  readonly expiresAt: Date
}

export async function insertInvitation(db: Db, one: NewInvitation): Promise<void> {
  await db
    .insertInto('support_invitation')
    .values({
      tenant_id: tenantOf(db),
      id: one.id,
      merchant_id: one.merchantId,
      ticket_id: one.ticketId,
      email: one.email,
      description: one.description,
      token_hash: one.tokenHash,
      invited_by_name: one.invitedByName,
      invited_by_side: one.invitedBySide,
      created_at: one.at,
      expires_at: one.expiresAt,
    })
    .execute()
  await db
    .insertInto('support_invitation_token')
    .values({
      token_hash: one.tokenHash,
      tenant_id: tenantOf(db),
      invitation_id: one.id,
      expires_at: one.expiresAt,
    })
    .execute()
}

export function findInvitation(db: Db, ticketId: string, id: string) {
  return db
    .selectFrom('support_invitation as i')
    .selectAll()
    .where(within(db, 'i'))
    .where('i.ticket_id', '=', ticketId)
    .where('i.id', '=', id)
    .executeTakeFirst()
}

/** Invitations of the ticket that were not revoked and have not expired. */
export function countActiveInvitations(db: Db, ticketId: string, now: Date): Promise<number> {
  return countRows(
    db
      .selectFrom('support_invitation as i')
      .where(within(db, 'i'))
      .where('i.ticket_id', '=', ticketId)
      .where('i.revoked_at', 'is', null)
      .where('i.expires_at', '>', now),
  )
}

export async function updateInvitationRevoked(
  db: Db,
  one: { readonly id: string; readonly token_hash: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('support_invitation')
    .set({ revoked_at: at })
    .where(within(db, 'support_invitation'))
    .where('id', '=', one.id)
    .execute()
  await db.deleteFrom('support_invitation_token').where('token_hash', '=', one.token_hash).execute()
}

/** Finds the tenant of a link, before any scope is known. */
export function findToken(shared: Db, tokenHash: string, now: Date) {
  return shared
    .selectFrom('support_invitation_token')
    .select(['tenant_id', 'invitation_id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The invitation, unless it was revoked or has expired. */
export function findActiveInvitation(db: Db, id: string, now: Date) {
  return db
    .selectFrom('support_invitation as i')
    .selectAll()
    .where(within(db, 'i'))
    .where('i.id', '=', id)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()
}

export async function updateInvitationOpened(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('support_invitation')
    .set({ opened_at: at })
    .where(within(db, 'support_invitation'))
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

export async function deleteExpiredInvitations(shared: Db, now: Date): Promise<void> {
  await shared.deleteFrom('support_invitation_token').where('expires_at', '<=', now).execute()
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import { holds } from '@counterfoil/kit/database/holders.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export function readTicket(db: Db, ticketId: string) {
  return db
    .selectFrom('support_ticket as t')
    .selectAll()
    .where(within(db, 't'))
    .where('t.id', '=', ticketId)
    .executeTakeFirst()
}
export type TicketForNotification = NonNullable<Awaited<ReturnType<typeof readTicket>>>

export function findItem(
  db: Db,
  table: 'support_feed_item' | 'support_internal_item',
  itemId: string,
) {
  return db
    .selectFrom(table)
    .select(['id', 'actor_id', 'actor_name', 'content', 'created_at'])
    .where(within(db, table))
    .where('id', '=', itemId)
    .executeTakeFirst()
}

/** Who wrote internal comments on the ticket; `db` is in the scope of their organisation. */
export async function listInternalWriterIds(db: Db, ticketId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('support_internal_item as f')
    .select('f.actor_id')
    .distinct()
    .where(within(db, 'f'))
    .where('f.ticket_id', '=', ticketId)
    .where('f.kind', '=', 'comment')
    .execute()
  return rows.flatMap(({ actor_id }) => actor_id ?? [])
}

/** Names of the files of a public comment. */
export async function listAttachmentNames(db: Db, itemId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('support_reference as r')
    .select('r.name')
    .where(within(db, 'r'))
    .where('r.item_id', '=', itemId)
    .where('r.kind', '=', 'attachment')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => row.name)
}

/** The user who asks, and whether they are active and still may read the ticket there. */
export function findRequester(
  db: Db,
  ticket: { readonly requester_id: string; readonly merchant_id: string | null },
  permission: string,
) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select(['u.id', 'u.email'])
    .select(
      sql<boolean>`coalesce(u.is_active and r.id is not null and ${holds(permission)}
        and u.merchant_id is not distinct from ${ticket.merchant_id}::uuid, false)`.as('mayRead'),
    )
    .where(within(db, 'u', null))
    .where('u.id', '=', ticket.requester_id)
    .executeTakeFirst()
}

/** The languages that users with these addresses chose, by the address in lower case. */
export async function listLocales(
  db: Db,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map()
  const email = sql<string>`lower(u.email)`
  const rows = await db
    .selectFrom('app_user as u')
    .select([email.as('email'), 'u.locale'])
    .where(within(db, 'u', null))
    .where('u.is_active', '=', true)
    .where(
      email,
      'in',
      emails.map((one) => one.toLowerCase()),
    )
    .execute()
  return new Map(rows.flatMap((row) => (row.locale === null ? [] : [[row.email, row.locale]])))
}

/** An active user of the scope's tenant. */
export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'first_name'])
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export function listActiveParties(db: Db, ticketId: string, now: Date) {
  return db
    .selectFrom('support_invitation as i')
    .select(['i.id', 'i.email'])
    .where(within(db, 'i'))
    .where('i.ticket_id', '=', ticketId)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .execute()
}

export async function readOrganisations(shared: Db, tenantId: string) {
  const rows = await shared
    .selectFrom('tenant')
    .select(['id', 'name', 'locale', 'is_platform'])
    .where((eb) => eb.or([eb('id', '=', tenantId), eb('is_platform', '=', true)]))
    .execute()
  const platform = rows.find((row) => row.is_platform)
  const tenant = rows.find((row) => row.id === tenantId)
  return {
    platformId: platform?.id ?? '',
    platformName: platform?.name ?? '',
    tenantName: tenant?.name ?? '',
    tenantLocale: tenant?.locale,
  }
}

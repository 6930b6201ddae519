import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import { tokenizeText } from '@counterfoil/features/support/ticket-list/tokenize.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Channel } from './terms.schema.ts'

export type TicketRecord = Selectable<Rows['support_ticket']>
export type NewTicketRecord = Omit<Insertable<Rows['support_ticket']>, 'tenant_id'>
export type TicketChange = Omit<Updateable<Rows['support_ticket']>, 'tenant_id' | 'id'>

export interface TicketKey {
  readonly ticketId: string
  readonly channel: Channel
  readonly tenantId?: string
  readonly merchantId?: string
  /** For a reader who sees only the tickets that it created itself. */
  readonly requesterId?: string
}

export function findTicket(db: Db, key: TicketKey): Promise<TicketRecord | undefined> {
  const { tenantId, merchantId, requesterId } = key
  return db
    .onKeptPlans()
    .selectFrom('support_ticket as t')
    .selectAll()
    .where(within(db, 't'))
    .where('t.id', '=', key.ticketId)
    .where('t.channel', '=', key.channel)
    .$if(tenantId !== undefined, (query) => query.where('t.tenant_id', '=', tenantId ?? ''))
    .$if(merchantId !== undefined, (query) => query.where('t.merchant_id', '=', merchantId ?? ''))
    .$if(requesterId !== undefined, (query) =>
      query.where('t.requester_id', '=', requesterId ?? ''),
    )
    .executeTakeFirst()
}

/** Locks the ticket until the end of the transaction, so that no other change is decided on the same state. */
export function lockTicket(db: Db, ticketId: string): Promise<TicketRecord> {
  return db
    .selectFrom('support_ticket as t')
    .selectAll()
    .where(within(db, 't'))
    .where('t.id', '=', ticketId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** To whom the open tickets of a channel are assigned. */
export async function listAssigneeIds(db: Db, channel: Channel): Promise<string[]> {
  const rows = await db
    .selectFrom('support_ticket as t')
    .select('t.assignee_id')
    .where(within(db, 't'))
    .where('t.state', '=', 'Opened')
    .where('t.channel', '=', channel)
    .where('t.assignee_id', 'is not', null)
    .groupBy('t.assignee_id')
    .execute()
  return rows.flatMap((row) => row.assignee_id ?? [])
}

/** The open tickets of a channel that are assigned to one of these users. */
export async function listAssignedTicketIds(
  db: Db,
  channel: Channel,
  assigneeIds: readonly string[],
): Promise<string[]> {
  if (assigneeIds.length === 0) return []
  const rows = await db
    .selectFrom('support_ticket as t')
    .select('t.id')
    .where(within(db, 't'))
    .where('t.state', '=', 'Opened')
    .where('t.channel', '=', channel)
    .where('t.assignee_id', 'in', [...assigneeIds])
    .orderBy('t.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertTicket(db: Db, ticket: NewTicketRecord): Promise<void> {
  await db
    .insertInto('support_ticket')
    .values({ ...ticket, tenant_id: tenantOf(db) })
    .execute()
}

export async function updateTicket(db: Db, ticketId: string, change: TicketChange): Promise<void> {
  await db
    .updateTable('support_ticket')
    .set(change)
    .where(within(db, 'support_ticket'))
    .where('id', '=', ticketId)
    .execute()
}

/** Lets a ticket be found by the words of texts that both sides read. */
export async function insertSearchTokens(
  db: Db,
  ticket: { readonly id: string; readonly merchantId: string | null },
  ...texts: readonly string[]
): Promise<void> {
  const words = tokenizeText(...texts)
  if (words.length === 0) return
  await db
    .insertInto('support_ticket_word')
    .values(
      words.map((word) => ({
        tenant_id: tenantOf(db),
        merchant_id: ticket.merchantId,
        ticket_id: ticket.id,
        word,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'word', 'ticket_id']).doNothing())
    .execute()
}

/** The other ticket of an escalation, in either direction. */
export function findLinkedTicket(db: Db, tenantId: string, ticketId: string) {
  return db
    .selectFrom('support_ticket as t')
    .select(['t.id', 't.merchant_id', 't.code', 't.state'])
    .where(within(db, 't'))
    .where('t.tenant_id', '=', tenantId)
    .where('t.id', '=', ticketId)
    .executeTakeFirst()
}

export function findReadMark(db: Db, tenantId: string, userId: string, ticketId: string) {
  return db
    .selectFrom('support_read_mark as r')
    .select('r.read_until')
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where('r.user_id', '=', userId)
    .where('r.ticket_id', '=', ticketId)
    .executeTakeFirst()
}

export function listInvitations(db: Db, ticket: TicketRecord) {
  return db
    .selectFrom('support_invitation as i')
    .selectAll()
    .where(within(db, 'i'))
    .where('i.tenant_id', '=', ticket.tenant_id)
    .where('i.ticket_id', '=', ticket.id)
    .orderBy('i.id')
    .execute()
}

/** The newest feed item that both sides see. */
export function findLastPublicItem(db: Db, ticket: TicketRecord) {
  return db
    .selectFrom('support_feed_item as f')
    .select('f.id')
    .where(within(db, 'f'))
    .where('f.tenant_id', '=', ticket.tenant_id)
    .where('f.ticket_id', '=', ticket.id)
    .orderBy('f.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest internal item; `db` is in the scope of the organisation that wrote it. */
export function findLastInternalItem(db: Db, ticketId: string) {
  return db
    .selectFrom('support_internal_item as f')
    .select('f.id')
    .where(within(db, 'f'))
    .where('f.ticket_id', '=', ticketId)
    .orderBy('f.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findLabels(db: Db, labelIds: readonly string[]) {
  return db
    .selectFrom('support_label as l')
    .selectAll()
    .where(within(db, 'l'))
    .where('l.id', 'in', [...labelIds])
    .execute()
}

export async function isScoping(db: Db, ticketId: string): Promise<boolean> {
  const row = await db
    .selectFrom('support_scope as s')
    .select('s.is_running')
    .where(within(db, 's', null))
    .where('s.ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row?.is_running ?? false
}

/** Names of all tenants; `platformName` is the platform's. */
export async function readNames(shared: Db) {
  const rows = await shared.selectFrom('tenant').select(['id', 'name', 'is_platform']).execute()
  return {
    tenants: new Map(rows.map((row) => [row.id, row.name])),
    platformName: rows.find((row) => row.is_platform)?.name ?? '',
    platformId: rows.find((row) => row.is_platform)?.id ?? '',
  }
}
export type Names = Awaited<ReturnType<typeof readNames>>

export async function readMerchantNames(
  db: Db,
  merchantIds: readonly string[],
): Promise<Map<string, string>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('merchant')
    .select(['id', 'legal_business_name'])
    .where(within(db, 'merchant', 'id'))
    .where('id', 'in', [...merchantIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row.legal_business_name]))
}

export function readTenant(shared: Db, tenantId: string) {
  return shared
    .selectFrom('tenant')
    .select(['is_active', 'features_off', 'logo', 'theme'])
    .where('id', '=', tenantId)
    .executeTakeFirst()
}

import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Channel, channels, type TicketRole } from './terms.schema.ts'
import type { CustomerTicketPath, TenantTicketPath, TicketPath } from './tickets.contract.ts'
import { findTicket, type TicketRecord } from './tickets.queries.ts'

export type SupportContext = Context<UserCaller>
export type OrganisationSide = 'customer' | 'tenant' | 'platform'

/** How a caller takes part in a ticket, and the scopes in which it reads and writes there. */
export interface TicketAccess {
  readonly role: TicketRole
  readonly side: OrganisationSide
  readonly caller: UserCaller
  /** Holds the ticket and everything that both sides see. */
  readonly ticketScope: TenantScope
  /** Holds what only the caller's organisation sees: internal comments, read marks, labels, presence. */
  readonly organisationScope: TenantScope
}

export interface OpenTicket {
  readonly ticket: TicketRecord
  readonly access: TicketAccess
}

const sides = { merchant: 'customer', tenant: 'tenant', platform: 'platform' } as const

export const organisationSideOf = (caller: UserCaller): OrganisationSide => sides[caller.userType]

/**
 * The scope of the caller's organisation. Rows of operators belong to no merchant and would be hidden from an operator who
 * is limited to some, so operators get the whole tenant; `openTicket` has checked the limit before.
 */
export function organisationScope(caller: UserCaller): TenantScope {
  return tenantScope(caller.tenantId, caller.userType === 'merchant' ? caller.merchantIds : null)
}

/**
 * Writes the audit entry on the transaction of the change, so that both are stored or neither. The entry belongs to the
 * caller's tenant; the ticket, and with it the transaction, may belong to another one.
 */
export async function auditOn(
  db: Db,
  { caller, audit }: Pick<SupportContext, 'caller' | 'audit'>,
  entry: Parameters<SupportContext['audit']>[1],
): Promise<void> {
  const isOwn = db.scope.kind === 'tenant' && db.scope.tenantId === caller.tenantId
  if (isOwn) await audit(db, entry)
  else await db.inScope(organisationScope(caller), (callerDb) => audit(callerDb, entry))
}

/** The caller's role in tickets of a channel; undefined: the caller has no tickets there. */
export function ticketRoleOf(caller: UserCaller, channel: Channel): TicketRole | undefined {
  const isCustomers = channel === 'CustomerToTenant'
  switch (caller.userType) {
    case 'merchant':
      return isCustomers ? 'requester' : undefined
    case 'tenant':
      return isCustomers ? 'tenantAgent' : 'requester'
    case 'platform':
      return isCustomers ? undefined : 'platformAgent'
  }
}

/**
 * A reader for the tickets of a channel that the caller may see. Customers' tickets are read in the caller's own scope,
 * which knows its merchants. A tenant's tickets to the platform have no merchant: an operator limited to some merchants
 * sees only the tickets that it created itself (`onlyOwn`).
 */
export function ticketReader(
  context: Pick<SupportContext, 'caller' | 'database' | 'db'>,
  channel: Channel,
): { readonly db: Db; readonly onlyOwn: boolean } {
  const { caller, database, db } = context
  const isLimited = caller.userType === 'tenant' && caller.merchantIds !== null
  if (!isLimited || channel === 'CustomerToTenant') return { db, onlyOwn: false }
  return { db: database.reader(organisationScope(caller)), onlyOwn: true }
}

/** A ticket of any channel that the caller may see, by its id; undefined when they may see none of it. */
export async function findVisibleTicket(
  reader: Pick<SupportContext, 'caller' | 'database' | 'db'>,
  ticket: { readonly ticketId: string; readonly tenantId?: string },
): Promise<TicketRecord | undefined> {
  for (const channel of channels) {
    if (ticketRoleOf(reader.caller, channel) === undefined) continue
    const { db, onlyOwn } = ticketReader(reader, channel)
    const requester = onlyOwn ? { requesterId: reader.caller.id } : {}
    const found = await findTicket(db, { ...ticket, channel, ...requester })
    if (found !== undefined) return found
  }
  return undefined
}

export const maySeeTicket = async (
  reader: Pick<SupportContext, 'caller' | 'database' | 'db'>,
  tenantId: string,
  ticketId: string,
): Promise<boolean> => (await findVisibleTicket(reader, { tenantId, ticketId })) !== undefined

type Path = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

/** The ticket that the address names, for the role that the address is meant for; 404 when the caller has no such ticket. */
export async function openTicket(
  context: SupportContext,
  role: TicketRole,
  path: Path,
): Promise<OpenTicket> {
  const { caller } = context
  const channel: Channel =
    role === 'tenantAgent' || caller.userType === 'merchant'
      ? 'CustomerToTenant'
      : 'TenantToPlatform'
  if (ticketRoleOf(caller, channel) !== role) throw notFound('The ticket')
  const { db, onlyOwn } = ticketReader(context, channel)
  const ticket = await findTicket(db, {
    ticketId: path.ticketId,
    channel,
    ...(path.tenantId === undefined ? {} : { tenantId: path.tenantId }),
    ...(path.customerId === undefined ? {} : { merchantId: path.customerId }),
    ...(onlyOwn ? { requesterId: caller.id } : {}),
  })
  if (ticket === undefined) throw notFound('The ticket')
  return { ticket, access: ticketAccessOf(caller, role, ticket) }
}

function ticketAccessOf(
  caller: UserCaller,
  role: TicketRole,
  ticket: Pick<TicketRecord, 'tenant_id'>,
): TicketAccess {
  const callerScope = organisationScope(caller)
  return {
    role,
    side: organisationSideOf(caller),
    caller,
    ticketScope: role === 'platformAgent' ? tenantScope(ticket.tenant_id) : callerScope,
    organisationScope: callerScope,
  }
}

/** Whether the caller belongs to the organisation that answers the ticket. */
export const isAgent = ({ role }: Pick<TicketAccess, 'role'>): boolean => role !== 'requester'

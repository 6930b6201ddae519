import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Channel, TicketRole } from './terms.contract.ts'
import type { CustomerTicketPath, TenantTicketPath, TicketPath } from './tickets.contract.ts'
import { findTicket, type TicketRecord } from './tickets.queries.ts'

export type SupportContext = Context<UserCaller>
export type OrganisationSide = 'customer' | 'tenant' | 'platform'

/** Where somebody stands to a ticket, and in which scopes what it may see and write lies. */
export interface TicketAccess {
  readonly seat: TicketRole
  readonly side: OrganisationSide
  readonly caller: UserCaller
  /** The ticket itself and what both sides see. */
  readonly ticketScope: TenantScope
  /** What the own organisation keeps to itself: internal comments, read marks, labels, who is there. */
  readonly ownScope: TenantScope
}

export interface OpenTicket {
  readonly ticket: TicketRecord
  readonly at: TicketAccess
}

const sides = { merchant: 'customer', tenant: 'tenant', platform: 'platform' } as const

export const organisationSideOf = (caller: UserCaller): OrganisationSide => sides[caller.userType]

/**
 * Operators' own rows belong to no merchant, so that a scope limited to some would hide them: the whole tenant's, after
 * the ticket was found in the caller's own.
 */
export function organisationScope(caller: UserCaller): TenantScope {
  return tenantScope(caller.tenantId, caller.userType === 'merchant' ? caller.merchantIds : null)
}

/**
 * Keeps the entry of what is done on this transaction with it, in the trail of whoever does it: both are there, or neither.
 * The ticket's transaction may be another tenant's.
 */
export async function auditOn(
  db: Db,
  { caller, audit }: Pick<SupportContext, 'caller' | 'audit'>,
  entry: Parameters<SupportContext['audit']>[1],
): Promise<void> {
  const isOwn = db.scope.kind === 'tenant' && db.scope.tenantId === caller.tenantId
  if (isOwn) await audit(db, entry)
  else await db.inScope(organisationScope(caller), (own) => audit(own, entry))
}

/** Where the caller's seat finds tickets of a channel: undefined, it has none such. */
export function seatOf(caller: UserCaller, channel: Channel): TicketRole | undefined {
  const isCustomers = channel === 'CustomerToTenant'
  switch (caller.userType) {
    case 'merchant':
      return isCustomers ? 'requester' : undefined
    case 'tenant':
      return isCustomers ? 'tenantDesk' : 'requester'
    case 'platform':
      return isCustomers ? undefined : 'platformDesk'
  }
}

/**
 * Reads tickets as the caller may. Customers' are read in the caller's own scope, which knows its merchants. A tenant's
 * to the platform have no merchant: an operator limited to some sees those that it raised itself (`onlyOwn`).
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

type Path = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

/** The ticket that the address names, from the seat that the address stands for; else the 404 of what does not exist. */
export async function openTicket(
  context: SupportContext,
  seat: TicketRole,
  path: Path,
): Promise<OpenTicket> {
  const { caller } = context
  const channel: Channel =
    seat === 'tenantDesk' || caller.userType === 'merchant'
      ? 'CustomerToTenant'
      : 'TenantToPlatform'
  if (seatOf(caller, channel) !== seat) throw notFound('The ticket')
  const { db, onlyOwn } = ticketReader(context, channel)
  const ticket = await findTicket(db, {
    ticketId: path.ticketId,
    channel,
    ...(path.tenantId === undefined ? {} : { tenantId: path.tenantId }),
    ...(path.customerId === undefined ? {} : { merchantId: path.customerId }),
    ...(onlyOwn ? { requesterId: caller.id } : {}),
  })
  if (ticket === undefined) throw notFound('The ticket')
  return { ticket, at: ticketAccessOf(caller, seat, ticket) }
}

export function ticketAccessOf(
  caller: UserCaller,
  seat: TicketRole,
  ticket: Pick<TicketRecord, 'tenant_id'>,
): TicketAccess {
  const own = organisationScope(caller)
  return {
    seat,
    side: organisationSideOf(caller),
    caller,
    ticketScope: seat === 'platformDesk' ? tenantScope(ticket.tenant_id) : own,
    ownScope: own,
  }
}

export const isDesk = ({ seat }: Pick<TicketAccess, 'seat'>): boolean => seat !== 'requester'

import { insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { decideClock } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { readClock } from '@counterfoil/features/support/service-levels/service-levels.public.ts'
import { wordsOf } from '@counterfoil/features/support/ticket-list/tokenize.rules.ts'
import {
  findReferences,
  storeReferences,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { Channel } from '@counterfoil/features/support/tickets/terms.contract.ts'
import {
  insertSearchTokens,
  insertTicket,
  type NewTicketRecord,
  type OrganisationSide,
  organisationSideOf,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { NewTicket } from './create-ticket.contract.ts'
import { ticketCode } from './ticket-code.ts'

/** What a ticket is made with: a request's context has it all, and so has the history of the demo. */
export type CreateTicketServices = Pick<
  SupportContext,
  'caller' | 'database' | 'db' | 'jobs' | 'now'
>

export interface TicketToCreate {
  readonly channel: Channel
  /** The tenant that is asked, or that asks the platform. */
  readonly tenantId: string
  readonly ticket: NewTicket
  readonly contactEmails?: readonly string[]
  /** The customer's ticket that it is about. */
  readonly sourceTicketId?: string
  /** Done on the transaction that stores it. */
  readonly also?: (db: Db, ticketId: string) => Promise<void>
}

/** Raises a ticket and answers its id. What it names, the caller must be able to see. */
export async function createTicketFor(
  services: CreateTicketServices,
  wish: TicketToCreate,
): Promise<string> {
  const { caller, database, jobs, now } = services
  const { channel, tenantId, ticket } = wish
  const found = await findReferences(services.db, caller, tenantId, ticket.references)
  const clock = await readClock(database, channel, tenantId)
  const record = newRecord(services, wish)
  const { id, merchant_id: merchantId = null } = record
  await database.transaction(scopeOf(services, tenantId), async (db) => {
    const change = decideClock(clock, clockStateOf(record, now), { kind: 'raised' }, now)
    await insertTicket(db, { ...record, waiting_on: 'desk' })
    await updateTicket(db, id, change)
    await insertSearchTokens(
      db,
      { id, merchantId },
      wordsOf(
        record.code,
        ticket.subject,
        ...found.map((one) => one.name),
        record.requester_name,
        record.contact_email,
        ticket.description,
      ),
    )
    const key = { tenantId, ticketId: id, merchantId }
    await storeReferences(db, caller, key, found, now, (kind) =>
      insertFeedItems.reference(db, { ...key, kind, actor: actorOf(services), at: now }),
    )
    await wish.also?.(db, id)
    const actor = { actorId: caller.id, actorSide: organisationSideOf(caller) }
    await jobs.enqueue(db, notifyTicketJob, { tenantId, ticketId: id, kind: 'raised', ...actor })
  })
  return id
}

const actorOf = ({
  caller,
}: CreateTicketServices): { id: string; name: string; side: OrganisationSide } => ({
  id: caller.id,
  name: caller.name,
  side: organisationSideOf(caller),
})

/** Operators write for the whole tenant: rows of tickets to the platform have no merchant. */
function scopeOf({ caller }: CreateTicketServices, tenantId: string) {
  return tenantScope(tenantId, caller.userType === 'merchant' ? caller.merchantIds : null)
}

function newRecord(
  { caller, now }: CreateTicketServices,
  { channel, ticket, contactEmails = [], sourceTicketId }: TicketToCreate,
): NewTicketRecord & { id: string } {
  const isByPlatform = caller.userType === 'platform'
  return {
    id: newId(now),
    merchant_id: channel === 'CustomerToTenant' ? caller.merchantId : null,
    channel,
    code: ticketCode(),
    state: 'Opened',
    category: ticket.ticketCategory,
    priority: ticket.priority,
    subject: ticket.subject,
    description: ticket.description,
    requester_id: isByPlatform ? null : caller.id,
    requester_name: isByPlatform ? '' : caller.name,
    contact_email: ticket.contactEmail ?? contactEmails[0] ?? (isByPlatform ? '' : caller.email),
    contact_emails: [...contactEmails],
    source_ticket_id: sourceTicketId ?? null,
    // one that the platform raised is news for the tenant
    ...(isByPlatform ? { requester_news_at: now } : { desk_news_at: now }),
    created_at: now,
    updated_at: now,
  }
}

function clockStateOf({ priority }: NewTicketRecord, now: Date) {
  return {
    priority,
    waiting_on: null,
    first_answered_at: null,
    first_response_due_at: null,
    next_response_due_at: null,
    resolution_due_at: null,
    resolution_left_min: null,
    response_breached_at: null,
    resolution_breached_at: null,
    created_at: now,
  }
}

import { insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { decideClock } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { readClock } from '@counterfoil/features/support/service-levels/service-levels.public.ts'
import {
  createReferences,
  findReferences,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
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
import {
  actOnceForCaller,
  type KeyedRequest,
} from '@counterfoil/kit/server/idempotency/act-once.ts'
import type { NewTicket } from './create-ticket.contract.ts'
import { ticketCode } from './ticket-code.ts'

/** The part of a request's context that creating a ticket needs; the demo's history provides it too. */
export type CreateTicketContext = Pick<
  SupportContext,
  'caller' | 'database' | 'db' | 'jobs' | 'now'
> &
  Partial<Pick<SupportContext, 'idempotencyKey' | 'markRepeated'>>

export interface CreateTicketInput {
  readonly channel: Channel
  /** The call that creates it: a repeat under its idempotency key is answered with the same ticket. */
  readonly request: KeyedRequest
  /** The tenant that a customer asks, or that asks the platform. */
  readonly tenantId: string
  /** The customer for whom an operator creates the ticket. */
  readonly customerId?: string
  readonly ticket: NewTicket
  readonly contactEmails?: readonly string[]
  /** The customer's ticket that is escalated. */
  readonly sourceTicketId?: string
  /** Runs on the transaction that inserts the ticket. */
  readonly onInserted?: (db: Db, ticketId: string, code: string) => Promise<void>
}

/** Creates a ticket and answers its id. The caller must be able to see the records that it refers to. */
export async function createTicketFor(
  context: CreateTicketContext,
  input: CreateTicketInput,
): Promise<string> {
  const { caller, database, jobs, now } = context
  const { channel, tenantId, ticket } = input
  const found = await findReferences(context.db, caller, tenantId, ticket.references)
  const clock = await readClock(database, channel, tenantId)
  const record = newRecord(context, input)
  const { id, merchant_id: merchantId = null } = record
  const inTenant = <T>(work: (db: Db) => Promise<T>) =>
    database.transaction(writeScopeOf(context, tenantId), work)
  return actOnceForCaller(context, inTenant, input.request, async (db) => {
    const change = decideClock(clock, newClockState(record, now), { kind: 'created' }, now)
    await insertTicket(db, { ...record, waiting_on: 'agent' })
    await updateTicket(db, id, change)
    await insertSearchTokens(
      db,
      { id, merchantId },
      record.code,
      ticket.subject,
      ...found.map((one) => one.name),
      record.requester_name,
      record.contact_email,
      ticket.description,
    )
    const key = { tenantId, ticketId: id, merchantId }
    await createReferences(db, caller, key, found, now, (kind) =>
      insertFeedItems.reference(db, { ...key, kind, actor: actorOf(context), at: now }),
    )
    await input.onInserted?.(db, id, record.code)
    const actor = { actorId: caller.id, actorSide: organisationSideOf(caller) }
    await jobs.enqueue(db, notifyTicketJob, { tenantId, ticketId: id, kind: 'created', ...actor })
    return id
  })
}

const actorOf = ({
  caller,
}: CreateTicketContext): { id: string; name: string; side: OrganisationSide } => ({
  id: caller.id,
  name: caller.name,
  side: organisationSideOf(caller),
})

/** Operators write in the scope of the whole tenant, because tickets to the platform have no merchant. */
function writeScopeOf({ caller }: CreateTicketContext, tenantId: string) {
  return tenantScope(tenantId, caller.userType === 'merchant' ? caller.merchantIds : null)
}

function newRecord(
  { caller, now }: CreateTicketContext,
  { channel, customerId, ticket, contactEmails = [], sourceTicketId }: CreateTicketInput,
): NewTicketRecord & { id: string } {
  const isOnBehalf = caller.userType === 'platform' || customerId !== undefined
  return {
    id: newId(now),
    merchant_id: channel === 'CustomerToTenant' ? (customerId ?? caller.merchantId) : null,
    channel,
    code: ticketCode(),
    state: 'Opened',
    category: ticket.ticketCategory,
    priority: ticket.priority,
    subject: ticket.subject,
    description: ticket.description,
    requester_id: isOnBehalf ? null : caller.id,
    requester_name: isOnBehalf ? '' : caller.name,
    contact_email: ticket.contactEmail ?? contactEmails[0] ?? (isOnBehalf ? '' : caller.email),
    contact_emails: [...contactEmails],
    source_ticket_id: sourceTicketId ?? null,
    // unread for the other side: those on whose behalf it was created
    ...(isOnBehalf ? { requester_news_at: now } : { agent_news_at: now }),
    created_at: now,
    updated_at: now,
  }
}

function newClockState({ priority }: NewTicketRecord, now: Date) {
  return {
    priority,
    waiting_on: null,
    first_answered_at: null,
    first_response_due_at: null,
    next_response_due_at: null,
    resolution_due_at: null,
    resolution_left_min: null,
    response_breached_at: null,
    response_missed_at: null,
    resolution_breached_at: null,
    created_at: now,
  }
}

import { hash, randomBytes } from 'node:crypto'
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import {
  customerTicketCalls,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from '@counterfoil/features/support/feed/feed.contract.ts'
import {
  auditOf,
  insertPublicItem,
  itemOf,
  readFeed,
  requireOpenTicket,
  unreadMarkOf,
} from '@counterfoil/features/support/feed/feed.public.ts'
import { invitationMail } from '@counterfoil/features/support/notifications/notifications.public.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type {
  CustomerTicketPath,
  TenantTicketPath,
  TicketPath,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  auditOn,
  lockTicket,
  type OpenTicket,
  openTicket,
  readMerchantNames,
  readNames,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { actOnceForCaller } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { externalPage } from './external-ticket.contract.ts'
import {
  countActiveInvitations,
  findInvitation,
  insertInvitation,
  updateInvitationRevoked,
} from './invitations.queries.ts'

/** So many invitations of one ticket are active at a time. */
const maxInvitations = 50

interface InvitationInput {
  readonly endpointId: string
  readonly externalPartyEmail: string
  readonly invitationDescription: string
}

async function createInvitation(context: SupportContext, open: OpenTicket, input: InvitationInput) {
  const { caller, jobs, now, settings } = context
  const { ticket, access } = open
  // a token of 256 random bits cannot be guessed, so a plain hash protects it
  const token = randomBytes(32).toString('base64url')
  const email = input.externalPartyEmail.toLowerCase()
  const by = await organisationName(context, open)
  const invitationDays = await readVariable(context.database.shared, 'party_invitation')
  const { endpointId } = input
  const params = { ticketId: ticket.id }
  const request = { endpointId, params, body: [email, input.invitationDescription] }
  const inTicket = <T>(work: (db: Db) => Promise<T>) =>
    context.database.transaction(access.ticketScope, work)
  const itemId = await actOnceForCaller(context, inTicket, request, async (db) => {
    requireOpenTicket(await lockTicket(db, ticket.id))
    if ((await countActiveInvitations(db, ticket.id, now)) >= maxInvitations) {
      throw new Problem('invitation.too_many', 409, `${maxInvitations} people are invited already`)
    }
    const id = newId(now)
    await insertInvitation(db, {
      id,
      merchantId: ticket.merchant_id,
      ticketId: ticket.id,
      email,
      description: input.invitationDescription,
      tokenHash: hash('sha256', token),
      invitedByName: caller.name,
      invitedBySide: access.side,
      at: now,
      expiresAt: new Date(now.getTime() + invitationDays * dayMs),
    })
    const invitationItemId = newId(now)
    await insertPublicItem(db, {
      ...itemOf(open, invitationItemId, context),
      kind: 'externalPartyInvitation',
      detail: email,
      content: input.invitationDescription,
    })
    await updateTicket(db, ticket.id, { ...unreadMarkOf(open, now), updated_at: now })
    await sendMail(db, jobs, {
      to: email,
      merchantId: ticket.merchant_id,
      language: undefined,
      // contains a link that opens the ticket
      isSecret: true,
      threadId: ticket.id,
      now,
      content: invitationMail(
        { ...ticket, url: `${settings.publicUrl}${externalPage}#${token}` },
        { by, description: input.invitationDescription, days: invitationDays },
      ),
    })
    await auditOn(db, context, auditOf(open, { invited: email }))
    return invitationItemId
  })
  const [item] = await readFeed(context, open, { itemIds: [itemId] })
  if (item === undefined) throw new Error('An invitation was stored and is not in the feed')
  return item
}

/** External parties see the names of organisations, not of people. */
async function organisationName(context: SupportContext, { ticket, access }: OpenTicket) {
  const names = await readNames(context.database.shared)
  if (access.side === 'platform') return names.platformName
  const tenant = names.tenants.get(ticket.tenant_id) ?? ''
  if (access.side === 'tenant' || ticket.merchant_id === null) return tenant
  const merchants = await readMerchantNames(context.db, [ticket.merchant_id])
  return merchants.get(ticket.merchant_id) ?? tenant
}

async function revokeInvitation(context: SupportContext, open: OpenTicket, invitationId: string) {
  const { database, now } = context
  await database.transaction(open.access.ticketScope, async (db) => {
    const found = await findInvitation(db, open.ticket.id, invitationId)
    if (found === undefined) throw notFound('The invitation')
    if (found.revoked_at === null) await updateInvitationRevoked(db, found, now)
    const before = { invited: found.email }
    await auditOn(db, context, auditOf(open, { revoked: invitationId }, before))
  })
  return undefined
}

type AnyPath = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

function routesFor<Path extends AnyPath>(role: TicketRole, calls: TicketCalls<Path>): Route[] {
  return [
    route(calls.invite, async ({ params, body }, context) =>
      createInvitation(context, await openTicket(context, role, params), {
        ...body,
        endpointId: calls.invite.id,
      }),
    ),
    route(calls.revokeInvitation, async ({ params }, context) =>
      revokeInvitation(context, await openTicket(context, role, params), params.invitationId),
    ),
  ]
}

export const routes: Route[] = [
  ...routesFor('requester', requesterCalls),
  ...routesFor('tenantAgent', customerTicketCalls),
  ...routesFor('platformAgent', tenantTicketCalls),
]

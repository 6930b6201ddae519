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
  newsOf,
  readFeed,
  requireOpen,
} from '@counterfoil/features/support/feed/feed.public.ts'
import { invitationMail } from '@counterfoil/features/support/notifications/notifications.public.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.contract.ts'
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
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { externalPage } from './external.contract.ts'
import {
  countInvitations,
  findInvitation,
  insertInvitation,
  revoke,
} from './invitations.queries.ts'

const mostInvitations = 50

interface Wish {
  readonly externalPartyEmail: string
  readonly invitationDescription: string
}

async function invite(context: SupportContext, open: OpenTicket, wish: Wish) {
  const { caller, database, jobs, now, settings } = context
  const { ticket, at } = open
  // 256 bits: nobody guesses one, so a plain hash keeps it
  const token = randomBytes(32).toString('base64url')
  const itemId = newId(now)
  const email = wish.externalPartyEmail.toLowerCase()
  const by = await organisationOf(context, open)
  await database.transaction(at.ticketScope, async (db) => {
    requireOpen(await lockTicket(db, ticket.id))
    if ((await countInvitations(db, ticket.id)) >= mostInvitations) {
      throw new Problem('invitation.too_many', 409, `${mostInvitations} people are invited already`)
    }
    const id = newId(now)
    const invitationDays = await readVariable(context.database.shared, 'party_invitation')
    await insertInvitation(db, {
      id,
      merchantId: ticket.merchant_id,
      ticketId: ticket.id,
      email,
      description: wish.invitationDescription,
      tokenHash: hash('sha256', token),
      invitedByName: caller.name,
      invitedBySide: at.side,
      at: now,
      expiresAt: new Date(now.getTime() + invitationDays * 86_400_000),
    })
    await insertPublicItem(db, {
      ...itemOf(open, itemId, context),
      kind: 'externalPartyInvitation',
      detail: email,
      content: wish.invitationDescription,
    })
    await updateTicket(db, ticket.id, { ...newsOf(open, now), updated_at: now })
    await sendMail(db, jobs, {
      to: email,
      merchantId: ticket.merchant_id,
      language: undefined,
      // holds a link that lets somebody in
      isSecret: true,
      threadId: ticket.id,
      now,
      content: invitationMail(
        { ...ticket, url: `${settings.publicUrl}${externalPage}#${token}` },
        { by, description: wish.invitationDescription, days: invitationDays },
      ),
    })
    await auditOn(db, context, auditOf(open, { invited: email }))
  })
  const item = (await readFeed(context, open)).find((one) => one.itemId === itemId)
  if (item === undefined) throw new Error('An invitation was stored and is not in the feed')
  return item
}

/** Outside, organisations speak, not their people. */
async function organisationOf(context: SupportContext, { ticket, at }: OpenTicket) {
  const names = await readNames(context.database.shared)
  if (at.side === 'platform') return names.platformName
  const tenant = names.tenants.get(ticket.tenant_id) ?? ''
  if (at.side === 'tenant' || ticket.merchant_id === null) return tenant
  const merchants = await readMerchantNames(context.db, [ticket.merchant_id])
  return merchants.get(ticket.merchant_id) ?? tenant
}

async function end(context: SupportContext, open: OpenTicket, invitationId: string) {
  const { database, now } = context
  await database.transaction(open.at.ticketScope, async (db) => {
    const found = await findInvitation(db, open.ticket.id, invitationId)
    if (found === undefined) throw notFound('The invitation')
    if (found.revoked_at === null) await revoke(db, found, now)
    const before = { invited: found.email }
    await auditOn(db, context, auditOf(open, { revoked: invitationId }, before))
  })
  return undefined
}

type AnyPath = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

function routesOf<Path extends AnyPath>(seat: TicketRole, calls: TicketCalls<Path>): Route[] {
  return [
    route(calls.invite, async ({ params, body }, context) =>
      invite(context, await openTicket(context, seat, params), body),
    ),
    route(calls.revokeInvitation, async ({ params }, context) =>
      end(context, await openTicket(context, seat, params), params.invitationId),
    ),
  ]
}

export const routes: Route[] = [
  ...routesOf('requester', requesterCalls),
  ...routesOf('tenantDesk', customerTicketCalls),
  ...routesOf('platformDesk', tenantTicketCalls),
]

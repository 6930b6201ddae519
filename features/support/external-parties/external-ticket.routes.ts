import { hash } from 'node:crypto'
import {
  insertPublicItem,
  listPublicItems,
} from '@counterfoil/features/support/feed/feed.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { listAttachmentNamesByItem } from '@counterfoil/features/support/tickets/references.public.ts'
import {
  insertSearchTokens,
  lockTicket,
  readMerchantNames,
  readNames,
  readTenant,
  type TicketRecord,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import {
  createExternalComment,
  type ExternalTicket,
  readExternalTicket,
} from './external-ticket.contract.ts'
import { findActiveInvitation, findToken, updateInvitationOpened } from './invitations.queries.ts'

type PublicContext = Context<undefined>
type Invitation = NonNullable<Awaited<ReturnType<typeof findActiveInvitation>>>
type Tenant = NonNullable<Awaited<ReturnType<typeof readTenant>>>

/** What a link opens. */
interface Found {
  readonly tenant: Tenant
  readonly ticket: TicketRecord
  readonly invitation: Invitation
}

/** The limit for comments with one link. */
const maxCommentsPerHour = 30

function linkProblem(): Problem {
  return new Problem('invitation.gone', 404, 'This link does not open a ticket, or no longer')
}

/**
 * Runs in the scope of the link's ticket. Wrong, expired and revoked links get the same refusal, as do those of a tenant
 * that is suspended or has no support tickets.
 */
async function withTicket<T>(
  { database, now }: PublicContext,
  token: string,
  work: (db: Db, found: Found) => Promise<T>,
): Promise<T> {
  const tokenRow = await findToken(database.shared, hash('sha256', token), now)
  if (tokenRow === undefined) throw linkProblem()
  const tenant = await readTenant(database.shared, tokenRow.tenant_id)
  if (tenant === undefined || !isServed(tenant)) throw linkProblem()
  return database.transaction(tenantScope(tokenRow.tenant_id), async (db) => {
    const invitation = await findActiveInvitation(db, tokenRow.invitation_id, now)
    if (invitation === undefined) throw linkProblem()
    return work(db, { tenant, ticket: await lockTicket(db, invitation.ticket_id), invitation })
  })
}

const isServed = ({ is_active, features_off }: Tenant): boolean =>
  is_active && !features_off.includes('support')

/** The public comments under the names of the organisations, and nothing else of the feed. */
async function externalTicketView(
  { database }: PublicContext,
  db: Db,
  { tenant, ticket, invitation }: Found,
): Promise<ExternalTicket> {
  const { buttonsLinkColor: colour } = tenant.theme as { buttonsLinkColor?: unknown }
  const names = await readNames(database.shared)
  const merchantIds = ticket.merchant_id === null ? [] : [ticket.merchant_id]
  const merchants = await readMerchantNames(db, merchantIds)
  const tenantName = names.tenants.get(ticket.tenant_id) ?? ''
  const commenterName = (side: string, name: string) => {
    if (side === 'externalParty') return name
    if (side === 'platform') return names.platformName
    return side === 'customer' ? (merchants.get(ticket.merchant_id ?? '') ?? '') : tenantName
  }
  const items = await listPublicItems(db, ticket)
  const attachments = await listAttachmentNamesByItem(db, ticket)
  return {
    code: ticket.code,
    subject: ticket.subject,
    description: ticket.description,
    state: ticket.state as ExternalTicket['state'],
    tenantName,
    logo: tenant.logo,
    colour: typeof colour === 'string' ? colour : null,
    email: invitation.email,
    expiresAt: invitation.expires_at.toISOString(),
    comments: items
      .filter((item) => item.kind === 'comment')
      .reverse()
      .map((item) => ({
        itemId: item.id,
        timestamp: item.created_at.toISOString(),
        kind: item.actor_side as ExternalTicket['comments'][number]['kind'],
        commenter: commenterName(item.actor_side, item.actor_name),
        content: item.content ?? '',
        attachments: attachments.get(item.id) ?? [],
        isOwn: item.actor_side === 'externalParty' && item.actor_name === invitation.email,
      })),
  }
}

async function createComment(
  context: PublicContext,
  db: Db,
  { ticket, invitation }: Found,
  content: string,
): Promise<void> {
  const { now, jobs, idempotencyKey } = context
  const items = await listPublicItems(db, ticket)
  const ownComments = items.filter(
    (item) => item.actor_side === 'externalParty' && item.actor_name === invitation.email,
  )
  // the same request again: the answer to the first one was lost
  const isRepeat = ({ request_key }: (typeof ownComments)[number]) => request_key === idempotencyKey
  if (idempotencyKey !== undefined && ownComments.some(isRepeat)) return
  if (ticket.state === 'Closed') {
    throw new Problem('ticket.closed', 409, 'This ticket is closed and takes no more answers')
  }
  const hourAgo = new Date(now.getTime() - hourMs)
  if (ownComments.filter((item) => item.created_at > hourAgo).length >= maxCommentsPerHour) {
    throw new Problem('invitation.too_often', 429, 'Too many answers. Try again later.', {
      retryAfterS: 3600,
    })
  }
  const itemId = newId(now)
  await insertPublicItem(db, {
    id: itemId,
    merchant_id: ticket.merchant_id,
    ticket_id: ticket.id,
    kind: 'comment',
    actor_id: null,
    actor_name: invitation.email,
    actor_side: 'externalParty',
    content,
    request_key: idempotencyKey ?? null,
    created_at: now,
  })
  await insertSearchTokens(db, { id: ticket.id, merchantId: ticket.merchant_id }, content)
  // unread for both sides; who has to answer does not change
  const unread = { agent_news_at: now, requester_news_at: now, updated_at: now }
  await updateTicket(db, ticket.id, unread)
  // no user is signed in here, so the invitation is the actor
  await insertAuditEntry(db, {
    actorId: invitation.id,
    actorName: invitation.email,
    action: createExternalComment.id,
    requestId: context.requestId,
    ip: context.ip,
    at: now,
    record: {
      type: 'support_ticket',
      id: ticket.id,
      merchantId: ticket.merchant_id,
      after: { itemId },
    },
  })
  await jobs.enqueue(db, notifyTicketJob, {
    tenantId: ticket.tenant_id,
    ticketId: ticket.id,
    kind: 'comment',
    itemId,
    actorId: null,
    actorSide: 'externalParty',
    actorEmail: invitation.email,
  })
}

export const routes: Route[] = [
  publicRoute(readExternalTicket, ({ body }, context) =>
    withTicket(context, body.token, async (db, found) => {
      await updateInvitationOpened(db, found.invitation.id, context.now)
      return externalTicketView(context, db, found)
    }),
  ),
  publicRoute(createExternalComment, ({ body }, context) =>
    withTicket(context, body.token, async (db, found) => {
      await createComment(context, db, found, body.content)
      return externalTicketView(context, db, found)
    }),
  ),
]

import { referenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import {
  priorities,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  customerTicketParams,
  tenantTicketParams,
  ticketParams,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { type Endpoint, endpoint, type Method } from '@counterfoil/kit/contract/endpoint.ts'
import { emailAddress, id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { type FeedItem, feed, feedItem } from './feed-items.schema.ts'

export const maxCommentLength = 20_000

const newComment = z
  .object({
    content: z.string().trim().min(1, 'A comment says something').max(maxCommentLength),
    isInternal: z.boolean().default(false),
    /** Ids of files that the writer has uploaded. */
    attachments: z.array(id).max(50).default([]),
    /**
     * The newest item that the writer saw. If others added items since, the comment is refused with the code
     * `ticket.changed`, whose errors describe those items; the writer then sends it again with the newest item. Unset: not
     * checked.
     */
    lastItemId: id.nullable().optional(),
  })
  .meta({ examples: [{ content: 'We are looking into it.' }] })
type NewCommentInput = z.input<typeof newComment>
type NewComment = z.output<typeof newComment>

const priorityBody = z.object({ priority: z.enum(priorities) })
const referencesBody = z.object({ references: z.array(referenceInput).min(1).max(50) })
export const invitationBody = z.object({
  externalPartyEmail: emailAddress,
  /** Part of the mail: why this person is asked. */
  invitationDescription: z.string().trim().max(1000).default(''),
})

const readMark = z
  .object({
    /** The newest item that the reader saw; null: none, only the ticket itself. Unset: everything up to now. */
    lastItemId: id.nullable().optional(),
  })
  .meta({ examples: [{}] })
type ReadMark = z.output<typeof readMark>

/** Which colleagues have the ticket open. */
const presence = z.object({ others: z.array(z.object({ id, name: z.string() })) })
/** How often an open page reports its presence. */
export const presencePingMs = 15_000

type None = Record<never, never>
type Csv = AsyncIterable<Uint8Array>

/** `seen`: the ticket's `updatedAt` as it was shown. What the other side wrote since would be missed, so closing is refused. */
const closing = z.object({ seen: timestamp.optional() })

/** The calls that every role has, each at its own address. `Path`: the parameters that name the ticket. */
export interface TicketCalls<Path> {
  readonly feed: Endpoint<Path, None, undefined, FeedItem[]>
  readonly comment: Endpoint<Path, None, NewComment, FeedItem, None, NewCommentInput>
  readonly close: Endpoint<Path, z.infer<typeof closing>, undefined, undefined>
  readonly open: Endpoint<Path, None, undefined, undefined>
  readonly priority: Endpoint<Path, None, z.infer<typeof priorityBody>, undefined>
  readonly references: Endpoint<Path, None, z.infer<typeof referencesBody>, FeedItem[]>
  readonly exportFeed: Endpoint<Path, None, undefined, Csv>
  readonly invite: Endpoint<
    Path,
    None,
    z.output<typeof invitationBody>,
    FeedItem,
    None,
    z.input<typeof invitationBody>
  >
  readonly revokeInvitation: Endpoint<Path & { invitationId: string }, None, undefined, undefined>
  readonly markRead: Endpoint<Path, None, ReadMark, undefined>
  /** Sent every `presencePingMs` while the page is open. */
  readonly presence: Endpoint<Path, None, undefined, z.infer<typeof presence>>
}

interface TicketAddress<Path> {
  readonly name: string
  readonly path: string
  readonly permission: string | readonly string[]
  readonly params: z.ZodType<Path>
  readonly invitationParams: z.ZodType<Path & { invitationId: string }>
}

function ticketCalls<Path>(address: TicketAddress<Path>): TicketCalls<Path> {
  const { name, path, permission, params } = address
  const call = (action: string, method: Method, rest: string, summary: string) => ({
    id: `support.${action}${name}`,
    method,
    path: `${path}${rest}`,
    summary,
    permission,
  })
  const changes = { refreshes: ['support.*'] }
  return {
    feed: endpoint({
      ...call('feed', 'GET', '/feed', 'What happened on a ticket, as the caller may see it'),
      params,
      answer: feed,
    }),
    comment: endpoint({
      ...call(
        'comment',
        'POST',
        '/comment',
        'Adds a comment; an internal one is for the own side only',
      ),
      ...changes,
      params,
      body: newComment,
      answer: feedItem,
      status: 201,
    }),
    close: endpoint({
      ...call('close', 'POST', '/close', 'Closes a ticket'),
      ...changes,
      params,
      query: closing,
    }),
    open: endpoint({
      ...call('open', 'POST', '/open', 'Opens a closed ticket again'),
      ...changes,
      params,
    }),
    priority: endpoint({
      ...call('priority', 'POST', '/priority', 'Changes the priority of a ticket'),
      ...changes,
      params,
      body: priorityBody,
    }),
    references: endpoint({
      ...call('references', 'POST', '/references', 'Adds transactions, customers and files'),
      ...changes,
      params,
      body: referencesBody.meta({
        examples: [{ references: [{ key: 'createdOn', value: '/dashboard' }] }],
      }),
      answer: feed,
      status: 201,
    }),
    exportFeed: endpoint({
      ...call('feed-export', 'GET', '/feed/exportcsv', 'The feed as filename.csv'),
      params,
      answer: z.custom<Csv>(),
      contentType: 'text/csv; charset=utf-8',
    }),
    invite: endpoint({
      ...call(
        'invite',
        'POST',
        '/invite-external-party',
        'Sends an external party a link to read the public part of the ticket and answer it',
      ),
      ...changes,
      params,
      body: invitationBody.meta({ examples: [{ externalPartyEmail: 'expert@bank.example' }] }),
      answer: feedItem,
      status: 201,
    }),
    revokeInvitation: endpoint({
      ...call(
        'invitation-revoke',
        'DELETE',
        '/external-parties/:invitationId',
        'Ends an invitation: its link stops working',
      ),
      ...changes,
      params: address.invitationParams,
    }),
    markRead: endpoint({
      ...call(
        'mark-read',
        'POST',
        '/feed/mark-comments-as-read',
        'Marks the comments as read by the caller, up to the last item that was seen',
      ),
      ...changes,
      params,
      body: readMark,
    }),
    presence: endpoint({
      ...call(
        'presence',
        'POST',
        '/presence',
        'Reports that the caller has the ticket open, and answers which colleagues have',
      ),
      params,
      answer: presence,
    }),
  }
}

const invitationId = { invitationId: id }
const { merchant, tenant, platform } = supportPermissions

/** For the requester: a customer, or a tenant that asked the platform. */
export const requesterCalls = ticketCalls({
  name: '',
  path: '/api/support/ticket/:ticketId',
  permission: [merchant, tenant],
  params: ticketParams,
  invitationParams: ticketParams.extend(invitationId),
})

/** For an agent of the tenant. */
export const customerTicketCalls = ticketCalls({
  name: '-of-customer',
  path: '/api/support/ticket/:customerId/:ticketId',
  permission: tenant,
  params: customerTicketParams,
  invitationParams: customerTicketParams.extend(invitationId),
})

/** For an agent of the platform. */
export const tenantTicketCalls = ticketCalls({
  name: '-of-tenant',
  path: '/api/support/:tenantId/ticket/:ticketId',
  permission: platform,
  params: tenantTicketParams,
  invitationParams: tenantTicketParams.extend(invitationId),
})

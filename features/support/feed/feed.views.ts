import type { Reference } from '@counterfoil/features/support/tickets/references.schema.ts'
import {
  isAgent,
  type Names,
  type OpenTicket,
  type OrganisationSide,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { InternalItem, PublicItem } from './feed.queries.ts'
import type { Attachment, FeedItem } from './feed-items.schema.ts'

export interface FeedContext {
  readonly open: OpenTicket
  readonly names: Names
  readonly readUntil: Date | undefined
  readonly attachments: ReadonlyMap<string, readonly Attachment[]>
  readonly references: readonly (Reference & { readonly itemId: string | null })[]
}

type Actor = Pick<PublicItem, 'actor_id' | 'actor_name' | 'actor_side'>

/** The requester sees the name of the organisation that answers, never the names of its people. */
function actorName({ actor_name, actor_side }: Actor, { open, names }: FeedContext): string {
  const { access, ticket } = open
  const seesPerson = isAgent(access) || actor_side === access.side || actor_side === 'externalParty'
  if (seesPerson && !(actor_side === 'platform' && access.side !== 'platform')) return actor_name
  return actor_side === 'platform'
    ? names.platformName
    : (names.tenants.get(ticket.tenant_id) ?? '')
}

/** Undefined for a kind of item that this version does not know. */
export function publicView(
  row: PublicItem,
  context: FeedContext,
  isFromEscalation = false,
): FeedItem | undefined {
  const { access } = context.open
  const user = actorName(row, context)
  const isOwnSide = row.actor_side === access.side && !isFromEscalation
  const base = {
    itemId: row.id,
    timestamp: row.created_at.toISOString(),
    isOwnSide,
    isInternal: isFromEscalation,
    isFromEscalation,
  }
  switch (row.kind) {
    case 'comment':
      return {
        ...base,
        type: 'comment',
        kind: row.actor_side as OrganisationSide | 'externalParty',
        commenter: user,
        content: row.content ?? '',
        attachments: attachmentsOf(row.id, context),
        isUnread: !isOwnSide && isAfter(row.created_at, context.readUntil),
      }
    case 'priorityChange':
      return { ...base, type: 'priorityChange', user, newPriority: row.detail as 'Low' }
    case 'statusChange':
      return { ...base, type: 'statusChange', user, newState: row.detail as 'Opened' }
    case 'reference':
      return {
        ...base,
        type: 'reference',
        creator: user,
        kind: row.detail as 'transaction',
        references: context.references
          .filter((one) => one.itemId === row.id)
          .map(({ referenceId, key, name, canOpen }) => ({ referenceId, key, name, canOpen })),
      }
    case 'externalPartyInvitation':
      return {
        ...base,
        type: 'externalPartyInvitation',
        invitedBy: user,
        externalPartyEmail: row.detail ?? '',
        invitationDescription: row.content ?? '',
      }
    default:
      return undefined
  }
}

export function internalView(row: InternalItem, context: FeedContext): FeedItem {
  const base = {
    itemId: row.id,
    timestamp: row.created_at.toISOString(),
    isOwnSide: true,
    isInternal: true,
    isFromEscalation: false,
  }
  if (row.kind === 'assignment') {
    return { ...base, type: 'assignment', assigner: row.actor_name, newAssignee: row.content }
  }
  if (row.kind === 'escalation') {
    const [ticketId, code] = [row.record_id ?? '', row.content ?? '']
    return { ...base, type: 'escalation', user: row.actor_name, ticketId, code }
  }
  const { side } = context.open.access
  return {
    ...base,
    type: 'comment',
    kind: side,
    commenter: row.actor_name,
    content: row.content ?? '',
    attachments: attachmentsOf(row.id, context),
    isUnread:
      row.actor_id !== context.open.access.caller.id && isAfter(row.created_at, context.readUntil),
  }
}

const attachmentsOf = (itemId: string, { attachments }: FeedContext): Attachment[] =>
  (attachments.get(itemId) ?? []).map(({ fileId, name, contentType, size }) => ({
    fileId,
    name,
    contentType,
    size,
  }))

const isAfter = (date: Date, readUntil: Date | undefined) =>
  readUntil === undefined || date > readUntil

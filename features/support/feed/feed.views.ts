import type { Reference } from '@counterfoil/features/support/tickets/references.contract.ts'
import {
  isDesk,
  type Names,
  type OpenTicket,
  type OrganisationSide,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { InternalItem, PublicItem } from './feed.queries.ts'
import type { FeedItem } from './feed-items.contract.ts'

export interface FeedParts {
  readonly open: OpenTicket
  readonly names: Names
  readonly readUntil: Date | undefined
  readonly references: readonly (Reference & { readonly itemId: string | null })[]
}

type Actor = Pick<PublicItem, 'actor_id' | 'actor_name' | 'actor_side'>

/** Who asked is told of the organisation that answers, never of its people. */
function nameOf({ actor_name, actor_side }: Actor, { open, names }: FeedParts): string {
  const { at, ticket } = open
  const isSeen = isDesk(at) || actor_side === at.side || actor_side === 'externalParty'
  if (isSeen && !(actor_side === 'platform' && at.side !== 'platform')) return actor_name
  return actor_side === 'platform'
    ? names.platformName
    : (names.tenants.get(ticket.tenant_id) ?? '')
}

/** Undefined for what this version does not know. */
export function publicView(
  row: PublicItem,
  parts: FeedParts,
  isFromEscalation = false,
): FeedItem | undefined {
  const { at } = parts.open
  const user = nameOf(row, parts)
  const isOwnSide = row.actor_side === at.side && !isFromEscalation
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
        isUnread: !isOwnSide && isAfter(row.created_at, parts.readUntil),
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
        references: parts.references
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

export function internalView(row: InternalItem, parts: FeedParts): FeedItem {
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
  const { side } = parts.open.at
  return {
    ...base,
    type: 'comment',
    kind: side,
    commenter: row.actor_name,
    content: row.content ?? '',
    isUnread: row.actor_id !== parts.open.at.caller.id && isAfter(row.created_at, parts.readUntil),
  }
}

const isAfter = (at: Date, readUntil: Date | undefined) => readUntil === undefined || at > readUntil

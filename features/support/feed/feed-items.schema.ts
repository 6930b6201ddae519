import { referenceKinds } from '@counterfoil/features/support/tickets/references.schema.ts'
import { priorities, states } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const commentKinds = [
  'statusChange',
  'tenant',
  'platform',
  'customer',
  'externalParty',
] as const

/** People of the other side appear under their organisation's name. */
const itemBase = {
  itemId: id,
  timestamp,
  /** Written by the reader's own side. */
  isOwnSide: z.boolean(),
  /** Visible to the reader's own side only. */
  isInternal: z.boolean(),
  /** From the ticket to the platform into which this one was escalated; the customer does not see it. */
  isFromEscalation: z.boolean(),
}

/** A file of a comment; everyone who sees the comment may read it. */
const attachment = z.object({
  fileId: id,
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
})
export type Attachment = z.infer<typeof attachment>

const commentItem = z.object({
  ...itemBase,
  type: z.literal('comment'),
  kind: z.enum(commentKinds),
  commenter: z.string(),
  content: z.string(),
  attachments: z.array(attachment),
  isUnread: z.boolean(),
})

const reference = z.object({
  referenceId: id,
  key: z.string().nullable(),
  name: z.string().nullable(),
  canOpen: z.boolean(),
})

export const feedItem = z.discriminatedUnion('type', [
  commentItem,
  z.object({
    ...itemBase,
    type: z.literal('assignment'),
    assigner: z.string(),
    /** Null: the assignee was removed. */
    newAssignee: z.string().nullable(),
  }),
  z.object({
    ...itemBase,
    type: z.literal('priorityChange'),
    user: z.string(),
    newPriority: z.enum(priorities),
  }),
  z.object({
    ...itemBase,
    type: z.literal('statusChange'),
    user: z.string(),
    newState: z.enum(states),
  }),
  z.object({
    ...itemBase,
    type: z.literal('reference'),
    creator: z.string(),
    kind: z.enum(referenceKinds),
    references: z.array(reference),
  }),
  z.object({
    ...itemBase,
    type: z.literal('escalation'),
    user: z.string(),
    /** The ticket to the platform, for the tenant that asked it. */
    ticketId: id,
    code: z.string(),
  }),
  z.object({
    ...itemBase,
    type: z.literal('externalPartyInvitation'),
    invitedBy: z.string(),
    externalPartyEmail: z.string(),
    invitationDescription: z.string(),
  }),
])
export type FeedItem = z.infer<typeof feedItem>

/** The newest 1000 items, in order of time. */
export const feed = z.array(feedItem)

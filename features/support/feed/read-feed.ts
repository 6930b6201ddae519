import { listFilesOfRecords } from '@counterfoil/features/messaging/files/files.public.ts'
import { readReferences } from '@counterfoil/features/support/tickets/references.public.ts'
import {
  type OpenTicket,
  readNames,
  type SupportContext,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  type FeedRange,
  findReadUntil,
  type InternalItem,
  listEscalationComments,
  listInternalItems,
  listPublicItems,
} from './feed.queries.ts'
import { internalItemRecord } from './feed.schema.ts'
import { type FeedContext, internalView, publicView } from './feed.views.ts'
import type { Attachment, FeedItem } from './feed-items.schema.ts'

/** The feed, or the part of it in `range`, as the caller may see it. `db`: a transaction in the ticket's scope. */
export async function readFeed(
  context: SupportContext,
  open: OpenTicket,
  { db, ...range }: FeedRange & { readonly db?: Db | undefined } = {},
): Promise<FeedItem[]> {
  const { caller, database } = context
  const { ticket, access } = open
  const ticketDb = db ?? database.reader(access.ticketScope)
  const organisationDb = database.reader(access.organisationScope)
  const escalated =
    access.role === 'tenantAgent' && ticket.escalated_ticket_id !== null
      ? { tenant_id: ticket.tenant_id, id: ticket.escalated_ticket_id }
      : undefined
  const [names, references, escalatedReferences, readUntil, shared, internal, fromEscalation] =
    await Promise.all([
      readNames(database.shared),
      readReferences(context.db, caller, ticket, ticketDb),
      escalated === undefined ? [] : readReferences(context.db, caller, escalated, ticketDb),
      findReadUntil(organisationDb, caller.id, ticket.id),
      listPublicItems(ticketDb, ticket, range),
      // customers have no internal items
      access.side === 'customer' ? [] : listInternalItems(organisationDb, ticket.id, range),
      escalated === undefined ? [] : listEscalationComments(ticketDb, escalated, range),
    ])
  const allReferences = [...references, ...escalatedReferences]
  const attachments = Map.groupBy(
    [
      ...allReferences.flatMap(attachmentOf),
      ...(await listInternalFiles(organisationDb, internal)),
    ],
    ({ itemId }) => itemId,
  )
  const feedContext: FeedContext = { open, names, references, attachments, readUntil }
  return [
    ...shared.map((row) => publicView(row, feedContext)),
    ...internal.map((row) => internalView(row, feedContext)),
    ...fromEscalation.map((row) => publicView(row, feedContext, true)),
  ]
    .filter((item) => item !== undefined)
    .sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
}

type ItemAttachment = Attachment & { readonly itemId: string }

function attachmentOf(one: Awaited<ReturnType<typeof readReferences>>[number]): ItemAttachment[] {
  const { kind, itemId, key, name, contentType, size } = one
  if (kind !== 'attachment' || itemId === null || key === null) return []
  return [
    { itemId, fileId: key, name: name ?? '', contentType: contentType ?? '', size: size ?? 0 },
  ]
}

async function listInternalFiles(
  organisationDb: Db,
  internal: readonly InternalItem[],
): Promise<ItemAttachment[]> {
  const commentIds = internal.flatMap(({ id, kind }) => (kind === 'comment' ? [id] : []))
  const files = await listFilesOfRecords(organisationDb, internalItemRecord, commentIds)
  return files.map((file) => ({
    itemId: file.record_id ?? '',
    fileId: file.id,
    name: file.name,
    contentType: file.content_type,
    size: file.size_bytes,
  }))
}

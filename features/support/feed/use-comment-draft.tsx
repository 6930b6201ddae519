import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { useRef } from 'react'
import { useCommentAttachments } from './comment-attachments.tsx'
import type { FeedItem } from './feed-items.schema.ts'

const changedCode = 'ticket.changed'

interface CommentInput {
  readonly ticket: TicketDetails
  readonly api: TicketApi
  readonly items: readonly FeedItem[]
  readonly isInternal: boolean
  /** The ticket was changed by others. */
  onChanged(): void
}

/** A comment that is not sent yet: its text and files, and what its writer had seen of the ticket when it was begun. */
export function useCommentDraft(input: CommentInput) {
  const { ticket, api, items, isInternal, onChanged } = input
  const name = `comment:${ticket.ticketId}:${isInternal ? 'note' : 'reply'}`
  const kept = useKeptText(name)
  const attachments = useCommentAttachments(name, isInternal ? undefined : api.params.tenantId)
  const seenNow = () => ({
    lastId: ticket.lastItemId,
    ids: new Set(items.map(({ itemId }) => itemId)),
  })
  const seenItems = useRef(seenNow())
  const comment = useAction(api.calls.comment, {
    quiet: true,
    onProblem: ({ code }) => code === changedCode && onChanged(),
  })
  const isReady = kept.text.trim() !== '' && attachments.isReady
  function markSeen() {
    seenItems.current = seenNow()
  }
  return {
    text: kept.text,
    attachments,
    comment,
    seenItems,
    markSeen,
    isReady,
    /** It was refused, because the ticket was changed meanwhile. */
    isChanged: comment.problem?.code === changedCode,
    write(text: string) {
      if (kept.text.trim() === '') markSeen()
      kept.write(text)
    },
    sanitise: () => kept.write(sanitise(kept.text)),
    /** Whether it was sent. */
    async send(): Promise<boolean> {
      if (!isReady || comment.isRunning) return false
      const sent = kept.text
      const { fileIds, queue } = attachments
      const files = fileIds.length === 0 ? {} : { attachments: [...fileIds] }
      const lastItemId = seenItems.current.lastId
      const body = { content: sanitise(sent), isInternal, lastItemId, ...files }
      const created = await comment.run({ params: api.params, body })
      if (created === undefined) return false
      kept.clear(sent)
      queue.clear()
      return true
    },
  }
}

export type CommentDraft = ReturnType<typeof useCommentDraft>

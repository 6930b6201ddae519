import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconChecks, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CommentBox } from './comment-box.tsx'
import { FeedEntry, type ShowReference } from './feed-item.tsx'
import type { FeedItem } from './feed-items.schema.ts'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'

/** How often the page reads the feed again. */
const refetchMs = 10_000
/** Comments that were on a visible page for this long count as read. */
export const readAfterMs = 3_000

/** The items of a ticket in order of time, and the box to write a comment. */
export default function TicketFeed(props: {
  ticket: TicketDetails
  api: TicketApi
  show: ShowReference
  /** Reads the ticket again. */
  onChanged(): void
}) {
  const t = useTexts(feedTexts)
  const { ticket, api } = props
  const { calls, params } = api
  const feed = useCall(calls.feed, { params }, { quiet: true, refetchEveryMs: refetchMs })
  const items = feed.data
  const unread = (items ?? []).filter(isUnread)
  const newItemIds = useUnreadSinceOpened(unread)
  const mark = useAction(calls.markRead, { quiet: true })
  const markRead = () =>
    void mark.run({ params, body: { lastItemId: items?.at(-1)?.itemId ?? null } })
  useMarkReadWhenSeen(ticket.isUnread, items === undefined ? undefined : unread, markRead)
  return (
    <Section
      title={t.title}
      actions={
        <div className={classes.tools}>
          {unread.length > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconChecks size={14} stroke={1.75} />}
              onClick={markRead}
            >
              {t.markRead}
            </Button>
          )}
          <ExportFeed api={api} />
        </div>
      }
    >
      {items === undefined && feed.error === null && <LoadingLines lines={6} />}
      {items === undefined && feed.error !== null && (
        <ErrorState problem={feed.error} onRetry={() => feed.refetch()} />
      )}
      {items?.length === 0 && <EmptyState title={t.empty} />}
      {items !== undefined && items.length > 0 && (
        <ol className={classes.feed} aria-label={t.title}>
          {items.map((item) => (
            <FeedEntry
              key={item.itemId}
              item={item}
              isNew={newItemIds.has(item.itemId)}
              show={props.show}
            />
          ))}
        </ol>
      )}
      <CommentBox
        key={ticket.ticketId}
        ticket={ticket}
        api={api}
        items={items ?? []}
        show={props.show}
        onChanged={() => {
          void feed.refetch()
          props.onChanged()
        }}
      />
    </Section>
  )
}

const isUnread = (item: FeedItem) => item.type === 'comment' && item.isUnread

/** Items that were unread at some time since the page was opened; they stay marked until the page is left. */
function useUnreadSinceOpened(unread: readonly FeedItem[]): ReadonlySet<string> {
  const seenUnread = useRef(new Set<string>())
  for (const { itemId } of unread) seenUnread.current.add(itemId)
  return seenUnread.current
}

/**
 * Marks the ticket as read once what is new was on a visible page for a while: comments, or the ticket itself, which is
 * unread without any when it was just opened. `unread`: undefined before the conversation is loaded.
 */
function useMarkReadWhenSeen(
  isUnread: boolean,
  unread: readonly FeedItem[] | undefined,
  markRead: () => void,
) {
  const mark = useRef(markRead)
  mark.current = markRead
  const news = [...(isUnread ? ['ticket'] : []), ...(unread ?? []).map(({ itemId }) => itemId)]
  const key = unread === undefined ? '' : news.join(' ')
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') mark.current()
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [key])
}

function ExportFeed({ api }: { api: TicketApi }) {
  const t = useTexts(feedTexts)
  const download = useDownload(api.calls.exportFeed)
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconDownload size={14} stroke={1.75} />}
      aria-label={t.exportLong}
      title={t.exportLong}
      loading={download.isRunning}
      onClick={() => download.start({ params: api.params }, 'filename.csv')}
    >
      {t.export}
    </Button>
  )
}

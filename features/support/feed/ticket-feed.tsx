import type { TicketCallsByRole } from '@counterfoil/features/support/tickets/ticket-calls.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useAction, useCall, useDownload } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconChecks, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CommentBox } from './comment-box.tsx'
import { FeedEntry, type ShowReference } from './feed-item.tsx'
import type { FeedItem } from './feed-items.contract.ts'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'

/** How often the conversation is read again by itself. */
const watchMs = 10_000
/** Comments that stood before the reader so long are read. */
export const readAfterMs = 3_000

/** Everything that happened on a ticket in its order, and the place to answer. */
export default function TicketFeed(props: {
  ticket: TicketDetails
  seat: TicketCallsByRole
  show: ShowReference
  /** Reads the ticket again. */
  onChanged(): void
}) {
  const t = useTexts(feedTexts)
  const { ticket, seat } = props
  const { calls, params } = seat
  const feed = useCall(calls.feed, { params }, { quiet: true, refetchEveryMs: watchMs })
  const items = feed.data
  const unread = (items ?? []).filter(isUnread)
  const news = useNews(unread)
  const markRead = useAction(calls.markRead, { quiet: true })
  useReadWhenSeen(unread, () => void markRead.run({ params }))
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
              onClick={() => markRead.run({ params })}
            >
              {t.markRead}
            </Button>
          )}
          <ExportFeed seat={seat} />
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
              isNew={news.has(item.itemId)}
              show={props.show}
            />
          ))}
        </ol>
      )}
      <CommentBox
        key={ticket.ticketId}
        ticket={ticket}
        seat={seat}
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

/** What was unread at any time since the page was opened: it stays marked until the page is left. */
function useNews(unread: readonly FeedItem[]): ReadonlySet<string> {
  const news = useRef(new Set<string>())
  for (const { itemId } of unread) news.current.add(itemId)
  return news.current
}

/** Tells the server once the unread comments stood on a visible page for a while. */
function useReadWhenSeen(unread: readonly FeedItem[], markRead: () => void) {
  const mark = useRef(markRead)
  mark.current = markRead
  const key = unread.map(({ itemId }) => itemId).join(' ')
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') mark.current()
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [key])
}

function ExportFeed({ seat }: { seat: TicketCallsByRole }) {
  const t = useTexts(feedTexts)
  const download = useDownload(seat.calls.exportFeed)
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconDownload size={14} stroke={1.75} />}
      aria-label={t.exportLong}
      title={t.exportLong}
      loading={download.isRunning}
      onClick={() => download.start({ params: seat.params }, 'filename.csv')}
    >
      {t.export}
    </Button>
  )
}

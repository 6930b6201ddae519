import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import {
  IconAlertCircle,
  IconChecks,
  IconDotsVertical,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { NotificationFeed } from './notification-feed.tsx'
import { NotificationItem } from './notification-item.tsx'
import { notificationTexts } from './notifications.messages.ts'
import classes from './notifications.module.css'
import { nearBottomPx, scrollbarHidesAfterMs } from './notifications.rules.ts'
import { type OpenDialog, useNotificationClick } from './use-notification-click.tsx'

const isNearBottom = (list: HTMLElement) =>
  list.scrollHeight - list.scrollTop - list.clientHeight <= nearBottomPx

/** The panel's content: a header with the menu for all, the list, and its end. */
export default function NotificationsPanel(props: {
  feed: NotificationFeed
  onClose(): void
  onDialog(dialog: OpenDialog): void
}) {
  const { feed, onClose } = props
  const t = useTexts(notificationTexts)
  const { loaded, problem, more, failed } = useSyncExternalStore(feed.subscribe, feed.state)
  const list = useRef<HTMLDivElement>(null)
  const now = useMinute()
  const isScrolling = useScrolling(list, () => void feed.loadMore())
  const open = useNotificationClick({ feed, onLeave: onClose, onDialog: props.onDialog })
  const count = loaded?.items.length ?? 0

  // a list too short to scroll would never load more
  useLayoutEffect(() => {
    const element = list.current
    if (element === null || element.clientHeight === 0 || count === 0 || more !== 'idle') return
    if (element.scrollHeight <= element.clientHeight) void feed.loadMore()
  }, [feed, count, more])

  async function remove(id: string) {
    const isDone = await feed.remove(id)
    if (isDone && list.current !== null && isNearBottom(list.current)) await feed.loadMore()
  }

  return (
    <div className={classes.content}>
      <Header feed={feed} onClose={onClose} />
      <div ref={list} className={classes.list} data-scrolling={isScrolling} data-notifications-list>
        {loaded === undefined && problem === undefined && <LoadingLines lines={6} />}
        {loaded === undefined && problem !== undefined && (
          <ErrorState problem={problem} onRetry={() => void feed.reload()} />
        )}
        {loaded !== undefined && count === 0 && (
          <EmptyState title={t.emptyTitle} text={t.emptyText} />
        )}
        {loaded !== undefined && count > 0 && (
          <ul className={classes.items}>
            {loaded.items.map((each) => (
              <NotificationItem
                key={each.id}
                notification={each}
                now={now}
                hasFailed={failed.has(each.id)}
                onOpen={() => open(each)}
                onRead={() => void feed.markRead(each.id)}
                onDelete={() => void remove(each.id)}
              />
            ))}
          </ul>
        )}
        {more === 'loading' && <LoadingLines lines={2} />}
        {more === 'failed' && (
          <button type="button" className={classes.retry} onClick={() => void feed.loadMore()}>
            <IconRefresh size={15} aria-hidden /> {t.retry}
          </button>
        )}
        {loaded?.isEnd === true && count > 0 && <p className={classes.end}>{t.end}</p>}
      </div>
    </div>
  )
}

function Header({ feed, onClose }: { feed: NotificationFeed; onClose(): void }) {
  const t = useTexts(notificationTexts)
  const { loaded, failed } = useSyncExternalStore(feed.subscribe, feed.state)
  return (
    <div className={classes.header}>
      <h2 className={classes.title}>{t.title}</h2>
      {failed.has('all') && (
        <span className={classes.failed} role="status">
          <IconAlertCircle size={14} aria-hidden /> {t.changeFailed}
        </span>
      )}
      <Dropdown
        isMenu
        label={t.menu}
        className={classes.tool}
        button={<IconDotsVertical size={18} stroke={1.75} />}
      >
        <button
          type="button"
          role="menuitem"
          className={dropdownItem}
          disabled={(loaded?.unread ?? 0) === 0}
          onClick={() => void feed.markAllRead()}
        >
          <IconChecks size={15} />
          {t.markAll}
        </button>
        <button
          type="button"
          role="menuitem"
          className={dropdownItem}
          disabled={(loaded?.items.length ?? 0) === 0}
          onClick={() => void feed.removeAll()}
        >
          <IconTrash size={15} />
          {t.deleteAll}
        </button>
      </Dropdown>
      <button type="button" className={classes.tool} aria-label={t.close} onClick={onClose}>
        <IconX size={18} stroke={1.75} />
      </button>
    </div>
  )
}

/** Whether the list was scrolled within the last second, during which its scrollbar is visible. */
function useScrolling(
  list: React.RefObject<HTMLDivElement | null>,
  onNearBottom: () => void,
): boolean {
  const [isScrolling, setScrolling] = useState(false)
  const latest = useRef(onNearBottom)
  latest.current = onNearBottom
  useEffect(() => {
    const element = list.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      setScrolling(true)
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), scrollbarHidesAfterMs)
      if (isNearBottom(element)) latest.current()
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', follow)
    }
  }, [list])
  return isScrolling
}

/** The time, updated every minute, for texts like '5 minutes ago'. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

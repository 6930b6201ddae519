import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { useClosedByBack } from '@counterfoil/kit/web/overlays/closed-by-back.ts'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { ErrorBoundary } from '@counterfoil/kit/web/page/error-boundary.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconBell } from '@tabler/icons-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { dialogOf } from './notification-dialogs.screens.ts'
import { NotificationFeed } from './notification-feed.tsx'
import type { Notification } from './notifications.contract.ts'
import classes from './notifications.module.css'
import { bellTexts } from './notifications-bell.messages.ts'
import type { OpenDialog } from './use-notification-click.tsx'

const NotificationsPanel = lazy(() => import('./notifications-panel.tsx'))

/** The bell with the number of unread notifications; it polls for new ones, and opens the panel. */
export default function NotificationsBell(props: { className?: string | undefined }): ReactNode {
  const t = useTexts(bellTexts)
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const feed = useFeed(isOpen, () => setOpen(true))
  const { loaded } = useSyncExternalStore(feed.subscribe, feed.state)
  const unread = loaded?.unread ?? 0
  return (
    <>
      <button
        ref={bell}
        type="button"
        className={`${classes.bell} ${props.className ?? ''}`}
        aria-label={t.bell({ unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t.title}
        onClick={() => setOpen(true)}
      >
        <IconBell size={19} stroke={1.6} />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {isOpen && (
        <Overlay below={bell} label={t.title} onClose={() => setOpen(false)}>
          <ErrorBoundary pageKey="notifications">
            <Suspense fallback={<LoadingLines lines={6} />}>
              <NotificationsPanel feed={feed} onClose={() => setOpen(false)} onDialog={setDialog} />
            </Suspense>
          </ErrorBoundary>
        </Overlay>
      )}
      {dialog !== null && <RecordDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

/** The feed, for as long as the toolbar is mounted. New notifications show in a snackbar unless the list is in view. */
function useFeed(isOpen: boolean, onView: () => void): NotificationFeed {
  const { client } = useClient()
  const t = useTexts(bellTexts)
  const announce = (added: readonly Notification[]) => {
    if (isOpen) return
    const [only, ...others] = added
    showSnackbar({
      message:
        only !== undefined && others.length === 0
          ? t.newOne({ title: only.title })
          : t.newMany({ count: added.length }),
      durationMs: snackbarMs.newNotification,
      action: { label: t.view, run: onView },
    })
  }
  const latest = useRef(announce)
  latest.current = announce
  const feed = useMemo(
    () => new NotificationFeed(client, (added) => latest.current(added)),
    [client],
  )
  useEffect(() => {
    feed.start()
    return () => feed.stop()
  }, [feed])
  return feed
}

const gapPx = 6
const marginPx = 8
const size = { width: '40rem', height: '50rem', maxWidth: '70vw', maxHeight: '70vh' }

/** The panel as a modal dialog below the bell; a click on the backdrop, Escape, or Back, closes it. */
function Overlay(props: {
  below: React.RefObject<HTMLElement | null>
  label: string
  onClose(): void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { below } = props
  useClosedByBack(true, props.onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    const place = () => {
      const at = below.current?.getBoundingClientRect()
      if (at === undefined) return
      element.style.top = `${at.bottom + gapPx}px`
      element.style.right = `${Math.max(marginPx, document.documentElement.clientWidth - at.right)}px`
    }
    place()
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      element.close()
    }
  }, [below])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={classes.panel}
      style={size}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      // the content fills the dialog, so that only the backdrop is the dialog itself
      onClick={(event) => {
        if (event.target === event.currentTarget) props.onClose()
      }}
    >
      {props.children}
    </dialog>
  )
}

function RecordDialog({ dialog, onClose }: { dialog: OpenDialog; onClose(): void }) {
  const Dialog = dialogOf(dialog.type)
  if (Dialog === undefined) return null
  return (
    <Suspense>
      <Dialog recordId={dialog.recordId} onClose={onClose} />
    </Suspense>
  )
}

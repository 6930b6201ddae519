import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { CloseButton } from '@mantine/core'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { isPageCovered } from './covered.ts'
import { useDrawerWidth, WidthHandle } from './drawer-width.tsx'
import { SideDrawer } from './side-drawer.tsx'
import classes from './side-panel.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({ close: 'Close' })

/** From here on there is room for a page and a panel beside it, as there is for the docked menu. */
const roomy = '(min-width: 1100px)'

function useHasRoom(): boolean {
  return useSyncExternalStore(watchRoom, () => window.matchMedia(roomy).matches)
}

function watchRoom(listener: () => void) {
  const query = window.matchMedia(roomy)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

interface SidePanelProps {
  readonly title: string
  onClose(): void
  readonly children: ReactNode
}

/**
 * A panel beside the page, which stays in use; where there is no room for both, over it. Asked for in a drawer or a dialog,
 * it comes over that, which would hide it.
 */
export function SidePanel(props: SidePanelProps) {
  const hasRoom = useHasRoom()
  const [isOverAnother] = useState(isPageCovered)
  return hasRoom && !isOverAnother ? <Docked {...props} /> : <SideDrawer isOpen {...props} />
}

function Docked({ title, onClose, children }: SidePanelProps) {
  const t = useTexts(texts)
  const titleId = useId()
  const drawer = useDrawerWidth()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  function leave(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <aside
      className={classes.panel}
      aria-labelledby={titleId}
      // the page keeps the larger half
      style={{ width: `min(${drawer.width}px, 45vw)` }}
      onKeyDown={leave}
    >
      <WidthHandle {...drawer} />
      <header className={classes.header}>
        <h2 id={titleId} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label={t.close} onClick={onClose} />
      </header>
      <div className={classes.content}>{children}</div>
    </aside>
  )
}

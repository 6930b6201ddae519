import { useLayoutEffect, useRef } from 'react'
import { activeControl } from './focus-kept.ts'

/** What goes away lets go of the focus after so long, or a few times so long where it fades out. */
const goneAfterMs = 30
const askedAtMost = 20

/**
 * What is opened over the page takes the focus; when it goes, the focus goes back to where it was, also when it goes without
 * being closed first, as what is rendered only while it is open. Where the focus is elsewhere by then, it stays.
 */
export function useFocusBack(isOpen: boolean): void {
  const from = useRef<Element | null>(null)
  const wasOpen = useRef(false)
  // while it is rendered: once it is there, it has the focus
  if (isOpen && !wasOpen.current) from.current = whatHasFocus()
  wasOpen.current = isOpen
  // at once, not when the browser next has time: after that, the heading over what is gone gets the focus that is lost
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = from.current
    return () => {
      if (!(before instanceof HTMLElement)) return
      // the page that it stands in: by then a window of its own, and all that is global in it, may have been closed
      const page = before.ownerDocument
      const held = page.activeElement
      const giveBack = (asked = 1) =>
        setTimeout(() => {
          const { activeElement } = page
          const isLost = activeElement === null || activeElement === page.body
          if (isLost && before.isConnected) before.focus({ preventScroll: true })
          else if (activeElement === held && asked < askedAtMost) giveBack(asked + 1)
        }, goneAfterMs)
      giveBack()
    }
  }, [isOpen])
}

/** Or had it, and is disabled while it works: what it was pressed for may ask something first. */
function whatHasFocus(): Element | null {
  const { activeElement, body } = document
  return activeElement === body ? (activeControl() ?? body) : activeElement
}

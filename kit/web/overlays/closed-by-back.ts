import { useEffect, useRef } from 'react'

interface Panel {
  readonly close: () => void
  /** The place of its page in the browser's history, as the router counts it. */
  readonly place: number
}

const open: { readonly current: Panel }[] = []
let isGoingBack = false

/** The router's own count; undefined for an entry that it did not make. */
const placeNow = (): unknown => window.history.state?.idx

/**
 * The browser has gone to another entry while a dialog is open. It is sent back to the page, which the router never left, and
 * the uppermost dialog is closed instead, as with Escape: it asks first where something was typed.
 */
function stay(event: PopStateEvent) {
  const panel = open.at(-1)?.current
  const place = placeNow()
  if (isGoingBack) {
    isGoingBack = false
    event.stopImmediatePropagation()
    return panel?.close()
  }
  if (panel === undefined || typeof place !== 'number' || place === panel.place) return
  event.stopImmediatePropagation()
  isGoingBack = true
  window.history.go(panel.place - place)
}

// when the portal begins, before the router listens too: a window tells its listeners in their order
window.addEventListener('popstate', stay)

/** On a phone Back is how one closes what stands over the page; it would leave the page, with what was typed. */
export function useClosedByBack(isOpen: boolean, close: () => void) {
  const panel = useRef<Panel>({ close, place: 0 })
  useEffect(() => {
    const place = placeNow()
    panel.current = { close, place: typeof place === 'number' ? place : 0 }
  })
  useEffect(() => {
    if (!isOpen) return
    open.push(panel)
    return () => {
      open.splice(open.indexOf(panel), 1)
    }
  }, [isOpen])
}

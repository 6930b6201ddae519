import { useEffect, useRef } from 'react'

interface Panel {
  readonly close: () => void
  /** The place of its page in the browser's history, as the router counts it; undefined: it is not known. */
  readonly place: number | undefined
}

const open: { readonly current: Panel }[] = []
let isGoingBack = false

/** The router's own count; undefined for an entry that it did not make, as a link within the page does. */
function placeNow(): number | undefined {
  const place: unknown = window.history.state?.idx
  return typeof place === 'number' ? place : undefined
}

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
  if (panel?.place === undefined || place === undefined || place === panel.place) return
  event.stopImmediatePropagation()
  isGoingBack = true
  window.history.go(panel.place - place)
}

// added when the portal begins, before the router's listener: a window calls its listeners in the order of their adding
window.addEventListener('popstate', stay)

/**
 * Below the first page of a sign-in is the provider's, another document: Back would go there with all that is open, and no
 * event says so. The page gets a second entry, once, which the router counts as it counts its own.
 */
function standAboveFirst() {
  const { state } = window.history
  if (placeNow() === 0) window.history.pushState({ ...state, idx: 1 }, '')
}

/** On a phone Back is how one closes what stands over the page; it would leave the page, with what was typed. */
export function useClosedByBack(isOpen: boolean, close: () => void) {
  const panel = useRef<Panel>({ close, place: undefined })
  useEffect(() => {
    panel.current = { close, place: placeNow() }
  })
  useEffect(() => {
    if (!isOpen) return
    standAboveFirst()
    panel.current = { ...panel.current, place: placeNow() }
    open.push(panel)
    return () => {
      open.splice(open.indexOf(panel), 1)
    }
  }, [isOpen])
}

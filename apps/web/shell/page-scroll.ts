import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The ids of the frame's scrolling part, in every layout, and of the page's content in it. */
export const scrollerId = 'container-3'
export const contentId = 'content'

function findScroller(): HTMLElement | null {
  if (document.getElementById(contentId) === null) logFailure('Content element not found')
  const scroller = document.getElementById(scrollerId)
  if (scroller === null) logFailure(`Container with ID ${scrollerId} not found.`)
  return scroller
}

/**
 * A page begins at its top; going back restores the position. The browser does neither by itself, as an element of the frame
 * scrolls and not the window.
 */
export function usePageScroll(): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const places = useRef(new Map<string, number>())
  const entry = useRef(key)
  const isFirst = useRef(true)

  useLayoutEffect(() => {
    entry.current = key
  }, [key])

  // by the path alone: with another filter or an open drawer it is still the same page
  useLayoutEffect(() => {
    const scroller = findScroller()
    // the first page is at its top; to say so has it laid out before it is complete
    const wasFirst = isFirst.current
    isFirst.current = false
    if (scroller === null || wasFirst) return
    scroller.scrollTop = kind === 'POP' ? (places.current.get(key) ?? 0) : 0
  }, [pathname])

  useEffect(() => {
    const scroller = document.getElementById(scrollerId)
    const remember = () => places.current.set(entry.current, scroller?.scrollTop ?? 0)
    scroller?.addEventListener('scroll', remember, { passive: true })
    return () => scroller?.removeEventListener('scroll', remember)
  }, [])
}

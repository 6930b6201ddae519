import { type RefObject, useLayoutEffect, useState } from 'react'

/** The grid's own foot, and what stands below the page. */
const belowPx = 100
/** What stands above the rows when the page is scrolled to the grid: toolbars of portal and grid. */
const abovePx = 116
const minPx = 320

/**
 * How high the rows may be so that the grid's foot is in sight: all the room that is left below where they begin,
 * or, where that is too little to be of use, what there is once the page is scrolled down to them.
 */
export function useRoomBelow(rows: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(minPx)
  useLayoutEffect(() => {
    const element = rows.current
    const page = element?.closest('main')
    if (element === null || !page) return
    const measure = () => {
      // The page's own place tells how far it is scrolled; the rows' distance from it does not change with that.
      const begins =
        element.getBoundingClientRect().top - page.getBoundingClientRect().top + page.offsetTop
      const left = window.innerHeight - begins - belowPx
      setRoom(left >= minPx ? left : Math.max(minPx, window.innerHeight - abovePx - belowPx))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(page)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [rows])
  return room
}

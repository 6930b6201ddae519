import { type RefObject, useEffect, useState } from 'react'

/** A rounding of the browser's is no hidden column. */
const roundingPx = 2

/** Whether columns are hidden to the right of what is seen of the grid; they are scrolled to. */
export function useMoreBeside(scroller: RefObject<HTMLElement | null>): boolean {
  const [isMore, setMore] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const hiddenPx = element.scrollWidth - element.clientWidth - element.scrollLeft
      setMore(hiddenPx > roundingPx)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const [content] = element.children
    if (content !== undefined) observer.observe(content)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller])
  return isMore
}

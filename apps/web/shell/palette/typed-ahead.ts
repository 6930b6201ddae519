import { useEffect } from 'react'

/** The palette's field, when it has the focus. */
export const fieldMark = 'data-palette-field'
/** The keyboard goes back to the page when the palette could not be opened in this time. */
const patienceMs = 5000

/** What is typed between the key that opens the palette and its field: it goes into the field, not to the page. */
let typed = ''
let stop = () => {}
let deliver: ((text: string) => void) | undefined

/** Keeps what is typed until the palette's field has the focus. */
export function keepTyped(): void {
  if (document.activeElement?.hasAttribute(fieldMark) === true) return
  endTyped()
  function listen(event: KeyboardEvent) {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    deliver?.(typed)
  }
  window.addEventListener('keydown', listen, { capture: true })
  const timer = setTimeout(endTyped, patienceMs)
  stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', listen, { capture: true })
  }
}

/** From now on the field takes what is typed itself. */
export function endTyped(): void {
  stop()
  typed = ''
}

/** Hands over what was typed before the field had the focus; `onTyped` gets all of it each time. */
export function useTypedAhead(onTyped: (text: string) => void): void {
  useEffect(() => {
    if (typed !== '') onTyped(typed)
    deliver = onTyped
    return () => {
      deliver = undefined
      endTyped()
    }
  }, [])
}

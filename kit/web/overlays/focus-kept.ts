import { useEffect } from 'react'

/** What was disabled while it had the focus: what was pressed, as long as it works. */
let working: HTMLElement | null = null

/** Where the focus would be, were what was pressed not disabled for as long as it works. */
export const activeControl = (): HTMLElement | null =>
  working?.matches(':disabled') === true ? working : null

/**
 * A button or switch that is working is disabled, and what is disabled has no focus: without this, whoever pressed it by the
 * keyboard or listens to the page would stand nowhere afterwards. Once it can be pressed again it has the focus again, unless
 * the focus went elsewhere meanwhile; a dialog that came and went in between is nowhere else.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
    }
    const giveBack = (changes: readonly MutationRecord[]) => {
      if (last?.matches(':disabled') === true) working = last
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (!isLost) return
      const from = last?.isConnected === true ? last : working
      if (from === null || from.matches(':disabled')) return
      if (changes.some(({ target }) => target.contains(from))) from.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(giveBack)
    observer.observe(document, { subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      working = null
    }
  }, [])
}

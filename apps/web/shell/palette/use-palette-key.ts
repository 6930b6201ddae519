import { useEffect } from 'react'
import { keepTyped } from './typed-ahead.ts'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the key is called on this machine. */
export const paletteKeyName = () => (isApple() ? '⌘ K' : 'Ctrl K')

/** Ctrl+K or Cmd+K opens the command palette, wherever the keyboard is. */
export function usePaletteKey(open: () => void) {
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // By the key's place: on some layouts its letter is another.
      if (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK') return
      event.preventDefault()
      keepTyped()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [open])
}

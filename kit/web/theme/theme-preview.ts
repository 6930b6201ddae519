import { useEffect, useSyncExternalStore } from 'react'
import type { ThemeSettings } from '../session/user.tsx'

let previewed: ThemeSettings | null = null
const listeners = new Set<() => void>()

function show(settings: ThemeSettings | null) {
  previewed = settings
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The whole portal wears these colours as long as the component is there. */
export function useThemePreview(settings: ThemeSettings) {
  useEffect(() => show(settings), [settings])
  useEffect(() => () => show(null), [])
}

/** What is previewed just now; null: nothing is. */
export function usePreviewedTheme(): ThemeSettings | null {
  return useSyncExternalStore(subscribe, () => previewed)
}

import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'navigation'

/** Whether the docked menu is narrow (kept on this device) and whether the one of small screens is open. */
export function useNavigation() {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'narrow')
  const panel = useLazilyOpened()
  const { close } = panel
  const { pathname } = useLocation()

  // Arriving anywhere closes the menu that led there.
  useEffect(close, [pathname])

  return {
    isCollapsed,
    toggleCollapsed: useCallback(() => {
      setCollapsed((was) => {
        localStorage.setItem(storageKey, was ? 'wide' : 'narrow')
        return !was
      })
    }, []),
    ...panel,
  }
}

/** Something beside the page whose code is fetched when it is first asked for, and which then stays to close softly. */
export function useLazilyOpened() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return {
    isOpen,
    wasOpened,
    open: useCallback(() => {
      setWasOpened(true)
      setOpen(true)
    }, []),
    close: useCallback(() => setOpen(false), []),
  }
}

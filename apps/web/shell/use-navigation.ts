import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'navigation'

/** Whether the docked menu is collapsed (stored on this device) and whether the menu of small screens is open. */
export function useNavigation() {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'narrow')
  const panel = useLazilyOpened()
  const { close } = panel
  const { pathname } = useLocation()

  // Every navigation closes the menu.
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

/** A panel whose code is loaded when it is first opened, and which then stays mounted for its closing transition. */
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

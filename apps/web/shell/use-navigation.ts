import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'navigation'

/** Whether the docked menu is narrow (kept on this device) and whether the one of small screens is open. */
export function useNavigation() {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'narrow')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { pathname } = useLocation()

  // Arriving anywhere closes the menu that led there.
  useEffect(() => setOpen(false), [pathname])

  return {
    isCollapsed,
    toggleCollapsed: useCallback(() => {
      setCollapsed((was) => {
        localStorage.setItem(storageKey, was ? 'wide' : 'narrow')
        return !was
      })
    }, []),
    isOpen,
    /** The code of the small screens' menu is fetched when it is first asked for. */
    wasOpened,
    open: useCallback(() => {
      setWasOpened(true)
      setOpen(true)
    }, []),
    close: useCallback(() => setOpen(false), []),
  }
}

import { useEffect, useState } from 'react'

/**
 * Whether the page alone is shown, on the whole screen where the browser can, and what begins and ends it. The document is
 * what goes to the whole screen: dialogs stand beside the page, and would not be seen above it.
 */
export function useFullScreen(): readonly [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  function toggle() {
    setFull(!isFull)
    // a browser that cannot, or may not, still shows the page alone
    if (isFull) document.exitFullscreen?.().catch(() => undefined)
    else document.documentElement.requestFullscreen?.().catch(() => undefined)
  }
  return [isFull, toggle]
}

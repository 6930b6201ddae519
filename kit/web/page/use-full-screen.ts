import { type RefObject, useEffect, useRef, useState } from 'react'
import { isPageCovered } from '../overlays/covered.ts'

interface FullScreen<Part extends HTMLElement> {
  readonly isFull: boolean
  toggle(): void
  /** Of what alone is shown. */
  readonly part: RefObject<Part | null>
}

/**
 * Whether a part of the page alone is shown, on the whole screen where the browser can, and what begins and ends it. The
 * document is what goes to the whole screen: dialogs stand beside the page, and would not be seen above it. What is behind
 * the part cannot be reached meanwhile.
 */
export function useFullScreen<Part extends HTMLElement>(): FullScreen<Part> {
  const [isFull, setFull] = useState(false)
  const part = useRef<Part>(null)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  useEffect(() => {
    if (!isFull) return
    const behind = [...elementsBehind(part.current)].filter(({ inert }) => !inert)
    for (const one of behind) one.inert = true
    // where the browser shows the whole screen, it leaves that by Escape itself
    let isOfDialog = false
    // before the dialog itself, which is gone by the time that the key comes to the page
    const see = () => {
      isOfDialog = isPageCovered()
    }
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isOfDialog) setFull(false)
    }
    window.addEventListener('keydown', see, true)
    document.addEventListener('keydown', leave)
    return () => {
      for (const one of behind) one.inert = false
      window.removeEventListener('keydown', see, true)
      document.removeEventListener('keydown', leave)
    }
  }, [isFull])
  function toggle() {
    setFull(!isFull)
    // a browser that cannot, or may not, still shows the page alone
    if (isFull) document.exitFullscreen?.().catch(() => undefined)
    else document.documentElement.requestFullscreen?.().catch(() => undefined)
  }
  return { isFull, toggle, part }
}

/** All that stands beside the part within the page; dialogs and messages stand beside the page, and can be reached. */
function* elementsBehind(part: HTMLElement | null): Generator<HTMLElement> {
  for (
    let one = part;
    one !== null && one.parentElement !== document.body;
    one = one.parentElement
  ) {
    for (const sibling of one.parentElement?.children ?? []) {
      const isMessage = sibling.hasAttribute('aria-live')
      if (sibling !== one && sibling instanceof HTMLElement && !isMessage) yield sibling
    }
  }
}

import { useEffect } from 'react'
import { hasTyped, keepDrafts } from '../form/draft-store.ts'
import { canReach } from './reachability.ts'

const askMs = 2000
const againMs = 60_000
const storageKey = 'LoadedAgain'

/**
 * Code of the portal that could not be fetched: the network or the server was gone, or a newer build has taken its place.
 * Browsers differ in the words, and remember the failure for as long as the document stands: asked for again, it fails again.
 */
export const isMissingCode = (error: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
    error.message,
  )

/**
 * While mounted, and unless something typed would go with the page: loads the document again as soon as the server can be
 * reached, once a minute at most, should the code be missing then too.
 */
export function useLoadedAgain(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    let isAsking = false
    const tryIt = async () => {
      if (isAsking || hasTyped() || wasLoadedAgain()) return
      isAsking = true
      const isThere = await canReach()
      isAsking = false
      if (!isThere || timer === undefined || hasTyped()) return
      sessionStorage.setItem(storageKey, String(Date.now()))
      window.location.reload()
    }
    let timer: ReturnType<typeof setInterval> | undefined = setInterval(tryIt, askMs)
    void tryIt()
    return () => {
      clearInterval(timer)
      timer = undefined
    }
  }, [isNeeded])
}

const wasLoadedAgain = () => sinceLoadedAgainMs() < againMs

/** Whether this document was just loaded because code was missing, not because somebody is there. */
export const openedByItself = (): boolean => sinceLoadedAgainMs() < againMs / 2

const sinceLoadedAgainMs = () => Date.now() - Number(sessionStorage.getItem(storageKey) ?? 0)

/** At the user's wish: what stands in open forms is offered again. */
export function loadAgain(): void {
  keepDrafts()
  window.location.reload()
}

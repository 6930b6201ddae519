import { useSyncExternalStore } from 'react'

/** Whether the last request got any answer at all. Told by every call; shown in one place, in the shell. */
let isReachable = true
const listeners = new Set<() => void>()

export function reportReachable(isNow: boolean): void {
  if (isReachable === isNow) return
  isReachable = isNow
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => isReachable)
}

const aliveUrl = '/api/health/live'
const askWithinMs = 5000

/** Asks the server whether it is there. A gateway's own "bad gateway" is no answer of ours. */
export async function canReach(): Promise<boolean> {
  if (!navigator.onLine) return false
  const answer = await fetch(aliveUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(askWithinMs),
  }).catch(() => undefined)
  reportReachable(answer?.ok === true)
  return answer?.ok === true
}

function subscribeToNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether this device has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
}

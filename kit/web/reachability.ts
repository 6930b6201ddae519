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

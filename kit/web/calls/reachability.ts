import { useSyncExternalStore } from 'react'
import { type CallProblem, readProblem } from './problem.ts'

/**
 * What the last requests showed: the server answers; it answers, but its database does not; nothing answers.
 * Told by every call; shown in one place, in the shell.
 */
export type Reach = 'fine' | 'database gone' | 'server gone'

let reach: Reach = 'fine'
const listeners = new Set<() => void>()

export function reportReach(now: Reach): void {
  if (reach === now) return
  reach = now
  for (const listener of listeners) listener()
}

/** What a refused answer says of it. */
export function reportRefusal(problem: CallProblem): void {
  const found = reachOf(problem)
  // a refusal can come from memory: it does not show that the database is back
  if (found !== 'fine' || reach === 'server gone') reportReach(found)
}

/** Whether the shell says it for as long as it lasts, so that nobody else has to. */
export const isShownByShell = (problem: CallProblem): boolean => reachOf(problem) !== 'fine'

function reachOf({ status, code }: CallProblem): Reach {
  if (code === 'database.unavailable') return 'database gone'
  // an answer without a code is not the server's: whoever stands in front of it did not reach it
  const isGateway = code === '' && [502, 503, 504].includes(status)
  return status === 0 || isGateway ? 'server gone' : 'fine'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReach(): Reach {
  return useSyncExternalStore(subscribe, () => reach)
}

const readyUrl = '/api/health/ready'
const askWithinMs = 5000

/**
 * Asks the server whether it is there with everything that a request needs. A gateway's own "bad gateway" is no answer of
 * ours.
 */
export async function canReach(): Promise<boolean> {
  if (!navigator.onLine) return false
  const answer = await fetch(readyUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(askWithinMs),
  }).catch(() => undefined)
  reportReach(await reachIn(answer))
  return answer?.ok === true
}

async function reachIn(answer: Response | undefined): Promise<Reach> {
  if (answer === undefined) return 'server gone'
  if (answer.ok) return 'fine'
  const { code, message } = await readProblem(answer)
  if (code !== 'health.not_ready') return 'server gone'
  return message.includes('database') ? 'database gone' : 'fine'
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

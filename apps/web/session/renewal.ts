import { canReach } from '@counterfoil/kit/web/calls/reachability.ts'
import type { RenewalResult, SignedIn } from './session.ts'

/** The times of the renewal of tokens. */
const renewal = {
  checkEveryMs: 30_000,
  windowMs: 30_000,
  /** Waits before the attempts for a token that has expired; when all fail the user must sign in again. */
  backOffMs: [0, 5000, 10_000],
  noticeMs: 60_000,
} as const

/** The part of the session that the renewal uses. */
export interface Renewable {
  readonly current: SignedIn | null
  renew(): Promise<RenewalResult>
  subscribe(listener: () => void): () => void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const leftMsOf = ({ expiresAt }: SignedIn) => expiresAt * 1000 - Date.now()

/**
 * Renews the session's token until stopped. Calls `onLost` when a token has expired and cannot be renewed. While the portal
 * itself cannot be reached, the user is not sent to sign in: the next check tries again.
 */
export function keepRenewed(session: Renewable, onLost: () => void): () => void {
  let isStopped = false
  let isBusy = false

  async function retryExpired(): Promise<boolean> {
    for (const delayMs of renewal.backOffMs) {
      if (delayMs > 0) await wait(delayMs)
      if (isStopped || (await session.renew()) === 'renewed') return true
    }
    return false
  }

  async function check() {
    const { current } = session
    if (current === null || isBusy || isStopped) return
    const leftMs = leftMsOf(current)
    if (leftMs > renewal.windowMs) return
    isBusy = true
    if (leftMs > 0) {
      // Before the expiry a failure only means that the next check tries again.
      await session.renew()
    } else if (!(await retryExpired()) && (await canReach()) && !isStopped) {
      onLost()
    }
    isBusy = false
  }

  const timer = setInterval(check, renewal.checkEveryMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** Calls `onExpiring` once for each token, a minute before its expiry, and `onOver` when it has expired or there is another. */
export function noticeExpiry(
  session: Renewable,
  onExpiring: () => void,
  onOver: () => void = () => undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let token: string | undefined

  function arm() {
    const { current } = session
    if (current?.accessToken === token) return
    clearTimeout(timer)
    if (token !== undefined) onOver()
    token = current?.accessToken
    if (current === null) return
    const announce = () => {
      onExpiring()
      // "in a minute" is not true any more
      timer = setTimeout(onOver, Math.max(0, leftMsOf(current)))
    }
    timer = setTimeout(announce, Math.max(0, leftMsOf(current) - renewal.noticeMs))
  }

  arm()
  const unsubscribe = session.subscribe(arm)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

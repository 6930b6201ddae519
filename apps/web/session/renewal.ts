import type { Session } from './session.ts'

/** The documents' times (000 §4, §9). */
export const renewal = {
  checkEveryMs: 30_000,
  windowMs: 30_000,
  /** Waits before the attempts for a token that has expired; when all fail the user must sign in again. */
  backOffMs: [0, 5000, 10_000],
} as const

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Keeps the session's token fresh until stopped. `onLost` when a token has expired and cannot be renewed. */
export function keepRenewed(session: Session, onLost: () => void): () => void {
  let isStopped = false
  let isBusy = false

  async function retryExpired(): Promise<boolean> {
    for (const delayMs of renewal.backOffMs) {
      if (delayMs > 0) await wait(delayMs)
      if (isStopped) return true
      if (await session.renew()) return true
    }
    return false
  }

  async function check() {
    const current = session.current
    if (current === null || isBusy || isStopped) return
    const leftMs = current.expiresAt * 1000 - Date.now()
    if (leftMs > renewal.windowMs) return
    isBusy = true
    const isExpired = leftMs <= 0
    const isRenewed = isExpired ? await retryExpired() : await session.renew()
    isBusy = false
    // With time left a failure only means that the next check tries again.
    if (isExpired && !isRenewed && !isStopped) onLost()
  }

  const timer = setInterval(check, renewal.checkEveryMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

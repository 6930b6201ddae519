import { openedByItself } from '@counterfoil/kit/web/calls/missing-code.ts'

/** The idle times of a session, in seconds: until the warning, and its countdown. */
export const idleTimes = { warningAfterS: 1800, countdownS: 60, pingEveryS: 15 } as const

/** When the user was last active in any tab of this browser, in epoch milliseconds. */
const storageKey = 'LastActivity'
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll']

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly leftS: number }
  | { readonly kind: 'over' }

const active: IdleState = { kind: 'active' }

/** The state after an idle time of this many milliseconds. */
export function idleStateAfter(idleMs: number): IdleState {
  const leftMs = (idleTimes.warningAfterS + idleTimes.countdownS) * 1000 - idleMs
  if (leftMs <= 0) return { kind: 'over' }
  return idleMs < idleTimes.warningAfterS * 1000
    ? active
    : { kind: 'warning', leftS: Math.ceil(leftMs / 1000) }
}

/**
 * One idle clock for all tabs: each tab shares the time of its last activity by the keepalive ping. It reads the time of day
 * rather than counting, so that time in which the machine slept counts as idle. An external store: `subscribe` and `current`.
 */
export class IdleClock {
  readonly #listeners = new Set<() => void>()
  #state: IdleState = active
  #workedAt = Date.now()
  #sharedAt = 0
  #ping: ReturnType<typeof setInterval> | undefined
  #next: ReturnType<typeof setTimeout> | undefined

  get current(): IdleState {
    return this.#state
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Begins with an active user, unless the page reopened by itself. */
  start(isOpenedByItself = openedByItself()): () => void {
    this.#ping = setInterval(() => this.#share(), idleTimes.pingEveryS * 1000)
    for (const type of activities) {
      window.addEventListener(type, this.#work, { capture: true, passive: true })
    }
    window.addEventListener('storage', this.#hear)
    document.addEventListener('visibilitychange', this.#look)
    this.#workedAt = isOpenedByItself ? 0 : Date.now()
    this.#share()
    this.#look()
    return () => this.#stop()
  }

  #stop() {
    clearInterval(this.#ping)
    clearTimeout(this.#next)
    for (const type of activities) window.removeEventListener(type, this.#work, { capture: true })
    window.removeEventListener('storage', this.#hear)
    document.removeEventListener('visibilitychange', this.#look)
  }

  /** Continue: the user is active, in every tab. */
  reset = () => {
    this.#workedAt = Date.now()
    this.#share()
    this.#look()
  }

  #work = () => {
    // of a machine that slept, the key that wakes it comes before the timer that was due meanwhile
    if (this.#idleMs() >= idleTimes.warningAfterS * 1000) this.#look()
    // During the warning only Continue counts: a moved mouse is no answer.
    if (this.#state.kind !== 'active') return
    this.#workedAt = Date.now()
    // The first activity after a pause is shared at once, not with the next ping.
    if (this.#workedAt - this.#sharedAt >= idleTimes.pingEveryS * 1000) this.#share()
  }

  /** The keepalive ping; none without activity since the last one. */
  #share() {
    if (this.#workedAt <= this.#sharedAt) return
    this.#sharedAt = this.#workedAt
    localStorage.setItem(storageKey, String(this.#workedAt))
  }

  #hear = (event: StorageEvent) => {
    if (event.key === storageKey) this.#look()
  }

  /** Since the last activity in any tab. */
  #idleMs(): number {
    const now = Date.now()
    const elsewhere = Number(localStorage.getItem(storageKey))
    // A time in the future is no activity.
    const lastAt = elsewhere <= now ? Math.max(this.#workedAt, elsewhere) : this.#workedAt
    return Math.max(0, now - lastAt)
  }

  #look = () => {
    clearTimeout(this.#next)
    const idleMs = this.#idleMs()
    this.#set(idleStateAfter(idleMs))
    const untilWarningMs = idleTimes.warningAfterS * 1000 - idleMs
    this.#next = setTimeout(this.#look, this.#state.kind === 'active' ? untilWarningMs : 1000)
  }

  #set(state: IdleState) {
    const before = this.#state
    this.#state = state
    const isSame =
      state.kind === before.kind &&
      (state.kind !== 'warning' || before.kind !== 'warning' || state.leftS === before.leftS)
    if (isSame && state.kind !== 'over') return
    for (const listener of this.#listeners) listener()
  }
}

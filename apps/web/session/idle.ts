import { openedByItself } from '@counterfoil/kit/web/calls/missing-code.ts'

/** The documents' times (000 §4, §9), in seconds. */
export const idleTimes = { warningAfterS: 1800, countdownS: 60, pingEveryS: 15 } as const

/** When somebody last worked in any tab of this browser, epoch milliseconds. */
const storageKey = 'LastActivity'
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll']

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly leftS: number }
  | { readonly kind: 'over' }

const active: IdleState = { kind: 'active' }

/** What an idle time of so many milliseconds means. */
export function idleStateAfter(idleMs: number): IdleState {
  const leftMs = (idleTimes.warningAfterS + idleTimes.countdownS) * 1000 - idleMs
  if (leftMs <= 0) return { kind: 'over' }
  return idleMs < idleTimes.warningAfterS * 1000
    ? active
    : { kind: 'warning', leftS: Math.ceil(leftMs / 1000) }
}

/**
 * One idle clock for all tabs: each tells the others, by the keepalive ping, when somebody worked in it. It reads the time of
 * day rather than counting, so that a machine that slept wakes up as idle as it was. As an external store:
 * `subscribe` and `current`.
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

  /** Begins with somebody there, unless the page was opened by itself. */
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

  /** Continue: somebody is there, in every tab. */
  reset = () => {
    this.#workedAt = Date.now()
    this.#share()
    this.#look()
  }

  #work = () => {
    // Once it warns, only Continue counts: a nudged mouse is nobody's answer.
    if (this.#state.kind !== 'active') return
    this.#workedAt = Date.now()
    // Whoever comes back after a while is told of at once, not with the next ping.
    if (this.#workedAt - this.#sharedAt >= idleTimes.pingEveryS * 1000) this.#share()
  }

  /** The keepalive ping: nothing when nobody worked since the last. */
  #share() {
    if (this.#workedAt <= this.#sharedAt) return
    this.#sharedAt = this.#workedAt
    localStorage.setItem(storageKey, String(this.#workedAt))
  }

  #hear = (event: StorageEvent) => {
    if (event.key === storageKey) this.#look()
  }

  #look = () => {
    clearTimeout(this.#next)
    const now = Date.now()
    const elsewhere = Number(localStorage.getItem(storageKey))
    // A time to come is no time at which somebody worked.
    const lastAt = elsewhere <= now ? Math.max(this.#workedAt, elsewhere) : this.#workedAt
    const idleMs = Math.max(0, now - lastAt)
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

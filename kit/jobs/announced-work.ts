/** Work that its rows say is to be done, announced by the commit that wrote them. */
export interface Announced<Payload = unknown> {
  readonly payload: Payload
  /** What the work is for, like an address that is called, so that a slow one delays only itself. */
  readonly group: string
}

/**
 * What waits beyond this is dropped: it is in the database, and a schedule finds it when it is overdue. One group alone, like an
 * address that answers slowly, does not fill what is for all.
 */
const maxWaiting = 10_000
const maxWaitingOfGroup = 1_000

/** What a worker was notified of and has no place for yet, group by group. */
export class AnnouncedWork {
  readonly #waiting = new Map<string, Announced[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #runningCount = 0

  get running(): number {
    return this.#runningCount
  }

  add(announced: readonly Announced[]): void {
    for (const one of announced) {
      const ofGroup = this.#waiting.get(one.group) ?? []
      if (this.#waitingCount >= maxWaiting || ofGroup.length >= maxWaitingOfGroup) continue
      ofGroup.push(one)
      this.#waiting.set(one.group, ofGroup)
      this.#waitingCount += 1
    }
  }

  /**
   * Up to so many of all, of each group in turn its oldest, with at most so many of one group running. The turns go on from one
   * call to the next: groups that always have more waiting keep no place from the others.
   */
  take(places: number, perGroup: number): Announced[] {
    const taken: Announced[] = []
    for (const [group, ofGroup] of this.#waiting) {
      if (taken.length >= places) break
      const running = this.#running.get(group) ?? 0
      const next = running < perGroup ? ofGroup.shift() : undefined
      if (next === undefined) continue
      // behind the others, and reached again when these have had their turn
      this.#waiting.delete(group)
      if (ofGroup.length > 0) this.#waiting.set(group, ofGroup)
      this.#running.set(group, running + 1)
      taken.push(next)
    }
    this.#waitingCount -= taken.length
    this.#runningCount += taken.length
    return taken
  }

  /** One of the group has ended. */
  end(group: string): void {
    const running = (this.#running.get(group) ?? 0) - 1
    if (running > 0) this.#running.set(group, running)
    else this.#running.delete(group)
    this.#runningCount -= 1
  }

  /** Drops what waits. */
  clear(): void {
    this.#waiting.clear()
    this.#waitingCount = 0
  }
}

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
   * Up to so many of all, with at most so many of one group running. Each place goes to the group that has the fewest, in turn
   * where several have: a group that ends quickly is not held up by those that are slow and always have more.
   */
  take(places: number, perGroup: number): Announced[] {
    const taken: Announced[] = []
    while (taken.length < places) {
      const group = this.#groupWithFewest(perGroup)
      const ofGroup = group === undefined ? undefined : this.#waiting.get(group)
      const next = ofGroup?.shift()
      if (group === undefined || ofGroup === undefined || next === undefined) break
      this.#waiting.delete(group)
      if (ofGroup.length > 0) this.#waiting.set(group, ofGroup)
      this.#running.set(group, (this.#running.get(group) ?? 0) + 1)
      taken.push(next)
    }
    this.#waitingCount -= taken.length
    this.#runningCount += taken.length
    return taken
  }

  /** Of those that wait, the one with the fewest running; undefined: each has as many as it may. */
  #groupWithFewest(perGroup: number): string | undefined {
    let found: string | undefined
    let fewest = perGroup
    for (const group of this.#waiting.keys()) {
      const running = this.#running.get(group) ?? 0
      if (running === 0) return group
      if (running >= fewest) continue
      found = group
      fewest = running
    }
    return found
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

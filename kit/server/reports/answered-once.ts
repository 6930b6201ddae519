/** An answer that came sooner is not kept: to ask again costs little. */
const minTookMs = 20
/** Figures are fresh within seconds, and say as of when they are. */
const maxKeptMs = 2000

/** For how long an answer is given to others after it came: ten times as long as it took. */
const keptMs = (tookMs: number): number =>
  tookMs < minTookMs ? 0 : Math.min(10 * tookMs, maxKeptMs)

interface Known<Answer> {
  readonly answer: Promise<Answer>
  /** On the clock of `performance`; endless while the answer is awaited. */
  freshUntil: number
  /** Until then it is given while the next one is asked for. */
  staleUntil: number
  next?: Promise<Answer>
}

/**
 * Asks each question once, however many ask it at the same time: who asks what is being answered waits for that answer, and
 * with `mayKeep` who asks soon after is given it as well. The first of those who come a little later has it asked again, and
 * none of them waits for that: so an answer is four seconds old at most. `key` says which questions are equal.
 */
export function answeredOnce<Answer>() {
  const all = new Map<string, Known<Answer>>()

  return function once(key: string, mayKeep: boolean, ask: () => Promise<Answer>): Promise<Answer> {
    const known = all.get(key)
    const now = performance.now()
    if (known === undefined) return begin()
    if (now < known.freshUntil) return known.answer
    known.next ??= begin()
    return now < known.staleUntil ? known.answer : known.next

    function begin(): Promise<Answer> {
      const answer = ask()
      const begun: Known<Answer> = { answer, freshUntil: Infinity, staleUntil: Infinity }
      const forget = () => {
        if (all.get(key) === begun && begun.next === undefined) all.delete(key)
      }
      if (known === undefined) all.set(key, begun)
      answer.then(
        () => {
          const came = performance.now()
          const ms = mayKeep ? keptMs(came - now) : 0
          Object.assign(begun, { freshUntil: came + ms, staleUntil: came + 2 * ms })
          all.set(key, begun)
          if (ms === 0) forget()
          else setTimeout(forget, 2 * ms).unref()
        },
        () => {
          forget()
          // who comes next asks anew
          if (known !== undefined && all.get(key) === known) all.delete(key)
        },
      )
      return answer
    }
  }
}

/** An answer that came sooner is not kept: to ask again costs little. */
const minKeptMs = 100
/** Figures are fresh within seconds, and say as of when they are. */
const maxKeptMs = 2000

/** For how long an answer is given to others after it came: as long as it took, so that at most half of the time goes into it. */
const keptMs = (tookMs: number): number => (tookMs < minKeptMs ? 0 : Math.min(tookMs, maxKeptMs))

/**
 * Asks each question once, however many ask it at the same time: who asks what is being answered waits for that answer, and
 * with `mayKeep` who asks just after it came is given it as well. `key` says which questions are equal.
 */
export function answeredOnce<Answer>() {
  const known = new Map<string, Promise<Answer>>()
  return (key: string, mayKeep: boolean, ask: () => Promise<Answer>): Promise<Answer> => {
    const running = known.get(key)
    if (running !== undefined) return running
    const startedAt = performance.now()
    const answer = ask()
    known.set(key, answer)
    const forget = () => known.delete(key)
    answer.then(() => {
      const ms = mayKeep ? keptMs(performance.now() - startedAt) : 0
      if (ms === 0) forget()
      else setTimeout(forget, ms).unref()
    }, forget)
    return answer
  }
}

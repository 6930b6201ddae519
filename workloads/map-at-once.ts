/**
 * Answers in the order of the items, with at most `atOnce` of them being worked on. When one fails, no other is begun,
 * and those under way are waited for.
 */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  onDone: (done: number) => void = () => undefined,
): Promise<R[]> {
  const answers = new Array<R>(items.length)
  const waiting = items.entries()
  const failures: unknown[] = []
  let done = 0
  const worker = async () => {
    for (const [at, item] of waiting) {
      try {
        answers[at] = await work(item)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
      done += 1
      onDone(done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return answers
}

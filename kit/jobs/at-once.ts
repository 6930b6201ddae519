/**
 * Does `work` for each item, with at most `atOnce` of them being worked on. When one fails or the signal is aborted, no
 * other is begun; those under way are waited for, and then the first failure is thrown.
 */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = items.entries()
  const failures: unknown[] = []
  const worker = async () => {
    for (const [at, item] of waiting) {
      if (failures.length > 0 || signal?.aborted === true) return
      try {
        await work(item, at)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

/** As `eachAtOnce`, with the answers in the order of the items. */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers = new Array<R>(items.length)
  await eachAtOnce(items, atOnce, async (item, at) => {
    answers[at] = await work(item)
  })
  return answers
}

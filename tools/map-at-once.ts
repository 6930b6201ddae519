/** Answers in the order of the items, with at most `atOnce` of them being worked on. */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  onDone: (done: number) => void = () => undefined,
): Promise<R[]> {
  const answers = new Array<R>(items.length)
  const waiting = items.entries()
  let done = 0
  const worker = async () => {
    for (const [at, item] of waiting) {
      answers[at] = await work(item)
      done += 1
      onDone(done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return answers
}

/** The answer, or an error once who was asked has been silent for so many milliseconds; the question itself goes on. */
export function answerWithin<T>(ms: number, answer: Promise<T>, who = 'The database'): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${who} did not answer within ${ms} ms`)
    timer = setTimeout(() => reject(error), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

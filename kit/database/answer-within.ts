/** The answer, or an error once the database has been silent for so many milliseconds; the question itself goes on. */
export function answerWithin<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The database did not answer within ${ms} ms`)
    timer = setTimeout(() => reject(error), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * `make`, which is asked once for each set of arguments: to make one of Intl's formats takes longer than to use it.
 * Arguments are compared as JSON, and what was made is kept for good.
 */
export function once<Options extends unknown[], Made>(make: (...options: Options) => Made) {
  const made = new Map<string, Made>()
  return (...options: Options): Made => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? make(...options)
    made.set(key, known)
    return known
  }
}

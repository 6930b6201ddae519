/** An error as a log may hold it. */
export interface LoggableError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: LoggableError
}

const deepestCause = 5
const cardNumber = /\d(?:[ -]?\d){11,18}/g

/**
 * Name, message, code, stack and causes of what an adapter threw. Other properties are left out: HTTP clients hang the
 * request on their errors. Anything like a card number is masked, and so is each of `secrets`.
 */
export function loggableError(
  error: unknown,
  secrets: readonly string[],
  depth = 0,
): LoggableError {
  const mask = (text: string) =>
    secrets
      .filter((secret) => secret !== '')
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
      .replace(cardNumber, '***')
  if (!(error instanceof Error)) return { type: typeof error, message: mask(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: mask(error.message),
    ...(typeof code === 'string' ? { code: mask(code) } : {}),
    ...(error.stack === undefined ? {} : { stack: mask(error.stack) }),
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: loggableError(error.cause, secrets, depth + 1) }),
  }
}

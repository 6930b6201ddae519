import type { ApiLogInFull } from './api-logs.schema.ts'

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The call as a command for curl. Keys and numbers of cards were never stored: the key is a variable of the shell, and what
 * the body misses has to be filled in.
 */
export function curlOf(
  { method, url, request, idempotencyKey, direction }: ApiLogInFull,
  origin: string,
): string {
  const address = url.startsWith('/') && direction === 'inbound' ? `${origin}${url}` : url
  return [
    `curl -X ${method} ${quoted(address)}`,
    ...(direction === 'inbound' ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(idempotencyKey === null ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(request === null
      ? []
      : [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(request)}`]),
  ].join(' \\\n  ')
}

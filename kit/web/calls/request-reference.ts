/** The id of the last request that was answered: what support finds in the server's log when a page fails by itself. */
let last = ''

export function keepReference(requestId: string | null): void {
  if (requestId !== null && requestId !== '') last = requestId
}

export function lastReference(): string {
  return last
}

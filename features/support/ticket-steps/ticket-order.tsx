const storageKey = 'ticket-order'

/** Keeps the order of the list that was looked at last, by the addresses of its tickets, for as long as the tab is open. */
export function keepTicketOrder(paths: readonly string[]): void {
  sessionStorage.setItem(storageKey, JSON.stringify(paths))
}

/** The tickets before and after this one in that list. */
export function neighboursOf(path: string): { readonly previous?: string; readonly next?: string } {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  const paths = Array.isArray(kept) ? kept : []
  const at = paths.indexOf(path)
  if (at < 0) return {}
  const [previous, next] = [paths[at - 1], paths[at + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}

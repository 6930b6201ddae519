import { useRef, useState } from 'react'

interface Order<Item> {
  /** As they were put, while that is being told; what was not there then stands at the end. */
  readonly items: readonly Item[]
  put(ids: string[]): Promise<void>
}

/**
 * An order that its user makes. It is shown at once and told one at a time, of what is put meanwhile only the last: two on
 * their way together may arrive the other way round. Once told, or refused, the server's order is shown.
 *
 * @param send answers undefined when it was refused, as an action's `run` does
 */
export function useOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  send: (ids: string[]) => Promise<unknown>,
): Order<Item> {
  const [wanted, setWanted] = useState<string[]>()
  const last = useRef<string[]>(undefined)

  async function put(ids: string[]) {
    const isBeingSent = last.current !== undefined
    last.current = ids
    setWanted(ids)
    if (isBeingSent) return
    let sent: string[] | undefined
    while (last.current !== sent) {
      sent = last.current
      if (sent !== undefined && (await send(sent)) === undefined) break
    }
    last.current = undefined
    setWanted(undefined)
  }

  const places = new Map(wanted?.map((id, place) => [id, place]))
  const placeOf = (item: Item) => places.get(item.id) ?? places.size
  return { items: items.toSorted((a, b) => placeOf(a) - placeOf(b)), put }
}

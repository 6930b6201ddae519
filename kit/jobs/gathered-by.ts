import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Gathers what is handed in within `ms` under one key, and does it together. Each caller's promise ends with what was done of
 * its item, or fails with all that were gathered with it.
 */
export function gatheredBy<Item>(
  ms: number,
  run: (key: string, items: readonly Item[]) => Promise<void>,
): (key: string, item: Item) => Promise<void> {
  const waiting = new Map<string, { readonly items: Item[]; readonly done: Promise<void> }>()
  return (key, item) => {
    const open = waiting.get(key)
    if (open !== undefined) {
      open.items.push(item)
      return open.done
    }
    const items = [item]
    const done = sleep(ms).then(() => {
      waiting.delete(key)
      return run(key, items)
    })
    waiting.set(key, { items, done })
    return done
  }
}

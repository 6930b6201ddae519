import { useSearchParams } from 'react-router'

/** The record whose drawer is open over a list. Its id stands in the address under `name`: it can be linked and reloaded. */
export function useOpenedRecord(name: string) {
  const [search, setSearch] = useSearchParams()
  const withRecord = (current: URLSearchParams, id: string | null) => {
    const next = new URLSearchParams(current)
    if (id === null) next.delete(name)
    else next.set(name, id)
    return next
  }
  const show = (id: string | null) =>
    setSearch((current) => withRecord(current, id), { replace: true })
  return {
    /** Null: none is open. */
    id: search.get(name),
    linkTo: (id: string) => `?${withRecord(search, id)}`,
    /** For a record that was made on the page itself. */
    open: (id: string) => show(id),
    close: () => show(null),
  }
}

import {
  type Dimension,
  dimensions,
  maxDimensions,
} from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { useSearchParams } from 'react-router'

/** By what the report groups, kept in the address as far as it is not what the report begins with. */
export function useGroupBy(usual: readonly Dimension[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('groupBy')?.split(',') ?? []
  const chosen = dimensions
    .filter((one) => named.includes(one))
    .sort((a, b) => named.indexOf(a) - named.indexOf(b))
  const by = (chosen.length === 0 ? usual : chosen).slice(0, maxDimensions)
  function setBy(next: readonly string[]) {
    setSearch((current) => {
      const changed = new URLSearchParams(current)
      changed.set('groupBy', next.join(','))
      // rows are in an order that these groups may not have
      for (const name of ['sort', 'page']) changed.delete(name)
      return changed
    })
  }
  return [by, setBy] as const
}

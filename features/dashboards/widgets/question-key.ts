import { type Scope, scopeKey } from '@counterfoil/kit/database/scope.ts'
import type { WidgetFilters } from './widget.schema.ts'

export interface KeyParts {
  readonly scope: Scope
  readonly mode: number
  readonly endpointId: string
  readonly filters: WidgetFilters
  readonly timeZone: string | number
  /** What of the reader the answer depends on, besides its scope. */
  readonly reader: readonly string[]
}

/** The same for questions that have the same answer, and for no others: the whole scope is in it. */
export function questionKey({ scope, filters, ...rest }: KeyParts): string {
  const { mode, endpointId, timeZone, reader } = rest
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([scopeKey(scope), mode, endpointId, entries, timeZone, reader])
}

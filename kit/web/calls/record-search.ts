import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { ReactNode } from 'react'
import { holdsAny, type SignedInUser } from '../session/user.tsx'
import type { Client } from './call.ts'

/** A record that was found: where it opens, how it is read out, and how it looks. */
export interface RecordHit {
  readonly to: string
  readonly label: string
  readonly content: ReactNode
}

/**
 * How the command palette finds one kind of record; `x.screens.ts` exports a list of them as `recordSearches`, and
 * fetches the code with the first search.
 */
export interface RecordSearch {
  readonly id: string
  readonly title: Text
  readonly audience: readonly Audience[]
  /** Any one suffices. */
  readonly permission: readonly string[]
  /** The parameter by which the record's page begins an action (`?action=refund`); unset: it begins none. */
  readonly actionName?: string
  find(client: Client, text: string, signal: AbortSignal): Promise<readonly RecordHit[]>
}

export function searchesFor(searches: readonly RecordSearch[], user: SignedInUser) {
  return searches.filter(
    ({ audience, permission }) => audience.includes(user.audience) && holdsAny(user, permission),
  )
}

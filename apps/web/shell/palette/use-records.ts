import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import {
  type RecordHit,
  type RecordSearch,
  searchesFor,
} from '@counterfoil/kit/web/calls/record-search.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useEffect, useState } from 'react'
import { recordSearches } from '../../screens.ts'
import { minRecordTextLength } from './palette.rules.ts'

const debounceMs = 250

export interface RecordResults {
  readonly state: 'idle' | 'searching' | 'found' | 'failed'
  /** What the server was asked for, once it has answered. */
  readonly text: string
  /** The kinds of records that were searched. */
  readonly kinds: readonly Text[]
  readonly found: readonly { readonly search: RecordSearch; readonly hits: readonly RecordHit[] }[]
}

const idle: RecordResults = { state: 'idle', text: '', kinds: [], found: [] }

/** Searches all record types that the user may see, shortly after typing stops. */
export function useRecords(typed: string): RecordResults {
  const { client } = useClient()
  const user = useUser()
  const [results, setResults] = useState(idle)
  const text = searchableText(typed.trim())
  useEffect(() => {
    const searches = searchesFor(recordSearches, user)
    if (text.length < minRecordTextLength || searches.length === 0) return setResults(idle)
    const given = new AbortController()
    setResults((was) => ({ ...was, state: 'searching' }))
    const timer = setTimeout(async () => {
      const answers = await Promise.allSettled(
        searches.map((search) => search.find(client, text, given.signal)),
      )
      if (given.signal.aborted) return
      const found = answers.flatMap((answer, at) => {
        const search = searches[at]
        return answer.status === 'fulfilled' && search !== undefined && answer.value.length > 0
          ? [{ search, hits: answer.value }]
          : []
      })
      const isFailed = answers.some(({ status }) => status === 'rejected')
      setResults({
        state: isFailed ? 'failed' : 'found',
        text,
        kinds: searches.map(({ title }) => title),
        found,
      })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      given.abort()
    }
  }, [client, text, user])
  return results
}

import { type Client, createClient } from '@counterfoil/kit/web/calls/call.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { fetchFirst } from '@counterfoil/kit/web/calls/use-call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSession } from '../session/session-context.tsx'
import { firstReadsOf } from '../shell/open-at.ts'
import { fetchStale, loadUser } from './app-loader.ts'
import { useAppState, useAppStore } from './app-state-context.tsx'
import { useClientSettings } from './client-settings.ts'

const retryMs = 4000

/** Loads the signed-in user into the app's state, again with each new token, as the role may have changed. */
export function useLoadedUser() {
  const session = useSession()
  const store = useAppStore()
  const { initialized } = useAppState()
  const settings = useClientSettings()
  const client: Client = useMemo(
    () => createClient({ ...settings, mode: () => store.current.customerSystemMode }),
    [settings, store],
  )
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const load = useCallback(async () => setProblem(await loadUser(store, client)), [store, client])
  const queries = useQueryClient()
  const loadFirst = useCallback(async () => {
    const problem = await loadUser(store, client, (user) => {
      const mode = store.current.customerSystemMode
      fetchFirst(queries, { client, mode }, firstReadsOf(user))
    })
    setProblem(problem)
  }, [store, client, queries])

  useEffect(() => {
    void loadFirst()
    return () => store.dispatch({ type: 'user-removed' })
  }, [loadFirst, store])

  useEffect(() => {
    let token = session.current?.accessToken
    return session.subscribe(() => {
      const { current } = session
      if (current === null || current.accessToken === token) return
      token = current.accessToken
      void load()
    })
  }, [session, load])

  // If the server is unavailable or busy, the load is retried until it answers.
  const isPassing = problem?.isOutcomeUnknown === true && !initialized
  useEffect(() => {
    if (!isPassing) return
    const timer = setInterval(load, retryMs)
    return () => clearInterval(timer)
  }, [isPassing, load])

  const onStale = useCallback(
    (refreshes: readonly string[]) => void fetchStale(store, client, refreshes),
    [store, client],
  )
  return { problem: initialized ? null : problem, load, onStale }
}

import { readUserContext } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { type Client, makesStale } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import type { AppLists, ListName } from './app-state.rules.ts'
import type { AppStore } from './app-store.ts'
import { userLoaded } from './user-context.ts'

/** Lists come with the user; the calls that fetch them again are rarely needed, so they are not part of the first page. */
const loadListCalls = () => import('./list-calls.ts')

/** Loads the signed-in user with every list. Returns the problem, or null. `onLoaded` is called before anything is drawn. */
export async function loadUser(
  store: AppStore,
  client: Client,
  onLoaded: (user: SignedInUser) => void = () => {},
): Promise<CallProblem | null> {
  store.dispatch({ type: 'user-loading' })
  try {
    store.dispatch(userLoaded(await client.send(readUserContext, {})))
    if (store.current.user !== null) onLoaded(store.current.user)
    return null
  } catch (cause) {
    store.dispatch({ type: 'user-load-failed' })
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}

/** Fetches one list again; after a failure the previous list stays. */
export async function fetchList(store: AppStore, client: Client, list: ListName): Promise<void> {
  const { listCallOf } = await loadListCalls()
  const { user, fetching } = store.current
  const call = user === null ? undefined : listCallOf(list, user.audience)
  if (call === undefined || fetching[list]) return
  store.dispatch({ type: 'list-fetching', list })
  try {
    const items = (await client.send(call, {})) as AppLists[ListName]
    store.dispatch({ type: 'list-fetched', list, items })
  } catch (cause) {
    store.dispatch({ type: 'list-failed', list })
    if (!(cause instanceof CallProblem)) throw cause
  }
}

/** Fetches again the lists that a finished call has made stale, by the ids in its `refreshes`. */
export async function fetchStale(
  store: AppStore,
  client: Client,
  refreshes: readonly string[],
): Promise<void> {
  const { user } = store.current
  if (user === null || !refreshes.some((id) => id.startsWith('context.'))) return
  if (makesStale(refreshes, readUserContext.id)) {
    await loadUser(store, client)
    return
  }
  const { listCallOf, listCalls } = await loadListCalls()
  for (const list of Object.keys(listCalls) as ListName[]) {
    const call = listCallOf(list, user.audience)
    if (call !== undefined && makesStale(refreshes, call.id)) void fetchList(store, client, list)
  }
}

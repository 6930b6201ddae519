import {
  listActiveCountries,
  listActiveCountriesForMerchants,
  listActiveCurrencyOptions,
  listActiveCurrencyOptionsForMerchants,
  listActiveCustomers,
  readUserContext,
} from '@counterfoil/features/access/context/context.contract.ts'
import {
  methodCalls,
  providerCalls,
} from '@counterfoil/features/payments/lookup-options/lookup-options.contract.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { type Client, makesStale } from '@counterfoil/kit/web/call.ts'
import { CallProblem } from '@counterfoil/kit/web/problem.ts'
import type { Audience } from '@counterfoil/kit/web/user.tsx'
import type { AppLists, ListName } from './app-state.rules.ts'
import type { AppStore } from './app-store.ts'
import { userLoaded } from './user-context.ts'

interface ListCall {
  readonly operator?: AnyEndpoint | undefined
  /** Merchants have paths of their own, and no list of customers. */
  readonly merchant?: AnyEndpoint | undefined
}

/** The call that fetches each list again; languages come with the user alone. */
const listCalls: Readonly<Partial<Record<ListName, ListCall>>> = {
  activeCountries: { operator: listActiveCountries, merchant: listActiveCountriesForMerchants },
  activeCurrencies: {
    operator: listActiveCurrencyOptions,
    merchant: listActiveCurrencyOptionsForMerchants,
  },
  activePaymentMethods: { operator: methodCalls[0], merchant: methodCalls[0] },
  activeServiceProviders: { operator: providerCalls[0], merchant: providerCalls[0] },
  activeCustomers: { operator: listActiveCustomers },
}

/** The call that this audience makes for a list; undefined where it has none. */
export function listCallOf(list: ListName, audience: Audience): AnyEndpoint | undefined {
  return listCalls[list]?.[audience === 'merchant' ? 'merchant' : 'operator']
}

/** Loads who is signed in with every list. Answers why it did not work, or null. */
export async function loadUser(store: AppStore, client: Client): Promise<CallProblem | null> {
  store.dispatch({ type: 'user-loading' })
  try {
    store.dispatch(userLoaded(await client.send(readUserContext, {})))
    return null
  } catch (cause) {
    store.dispatch({ type: 'user-load-failed' })
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}

/** Fetches one list again; a failure leaves what was there. */
export async function fetchList(store: AppStore, client: Client, list: ListName): Promise<void> {
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

/** Fetches again what a finished call has made stale, by the ids in its `refreshes`. */
export function fetchStale(store: AppStore, client: Client, refreshes: readonly string[]): void {
  const { user } = store.current
  if (user === null) return
  if (makesStale(refreshes, readUserContext.id)) {
    void loadUser(store, client)
    return
  }
  for (const list of Object.keys(listCalls) as ListName[]) {
    const call = listCallOf(list, user.audience)
    if (call !== undefined && makesStale(refreshes, call.id)) void fetchList(store, client, list)
  }
}

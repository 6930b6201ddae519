import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchList, fetchStale, loadUser } from './app-loader.ts'
import { initialState, type ListName } from './app-state.rules.ts'
import { AppStore, historySize } from './app-store.ts'

const client = createClient({
  token: () => 'token',
  renew: async () => false,
  mode: () => 'Live',
})

function signedIn(audience: Audience, store = new AppStore()) {
  const user = { audience, processingStatus: 'FullProcessing' } as SignedInUser
  const { activeCustomers, activeCurrencies, activeCountries, ...others } = initialState
  const lists = { ...others, activeCustomers, activeCurrencies, activeCountries }
  store.dispatch({ type: 'user-loaded', user, tenants: [], viewAs: null, lists })
  return store
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('the lists', () => {
  const everyList = Object.keys(initialState.fetching) as ListName[]

  test.each([
    [
      'merchant',
      [
        '/api/crm/lookup/active-countries',
        '/api/crm/lookup/active-currencies',
        '/api/crm/lookup/active-payment-methods',
        '/api/crm/transaction-service-providers',
      ],
    ],
    [
      'tenant',
      [
        '/api/crm/lookup/active-payment-methods',
        '/api/crm/transaction-service-providers',
        '/api/lookup/active-countries',
        '/api/lookup/active-currencies',
        '/api/users/crm/active-customers',
      ],
    ],
  ] as const)(
    'of a %s have their own paths; merchants have no customers [requests.merchant-lookups]',
    async (audience, paths) => {
      const asked = answerFetch(() => [])
      const store = signedIn(audience)
      for (const list of everyList) await fetchList(store, client, list)
      expect(asked.map(({ path }) => path).sort()).toEqual(paths)
    },
  )

  test('raise their flag while they are fetched and lower it after, also after a failure [state.list-fetch] [state.load-failure]', async () => {
    const store = signedIn('tenant')
    const seen: boolean[] = []
    store.subscribe(() => seen.push(store.current.fetching.activeCountries))
    answerFetch(() => [{ id: 'TR', name: 'Türkiye' }])
    await fetchList(store, client, 'activeCountries')
    expect(seen).toEqual([true, false])
    expect(store.current.activeCountries).toEqual([{ id: 'TR', name: 'Türkiye' }])
    answerFetch(() => Response.json({}, { status: 500 }))
    await fetchList(store, client, 'activeCountries')
    expect(seen).toEqual([true, false, true, false])
    expect(store.current.activeCountries).toEqual([{ id: 'TR', name: 'Türkiye' }])
  })

  test('are fetched again when a call has made them stale', async () => {
    const asked = answerFetch(() => [])
    const store = signedIn('tenant')
    await fetchStale(store, client, ['currencies.list', 'context.currencies'])
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.path).toBe('/api/lookup/active-currencies')
    await fetchStale(store, client, ['payments.*'])
    expect(asked).toHaveLength(1)
  })
})

test('a user context that cannot be loaded is told, and its flag cleared [state.load-failure]', async () => {
  answerFetch(() => Response.json({ errors: [{ message: 'Not now' }] }, { status: 503 }))
  const store = new AppStore()
  const seen: boolean[] = []
  store.subscribe(() => seen.push(store.current.loading))
  const problem = await loadUser(store, client)
  expect(problem?.message).toBe('Not now')
  expect(seen).toEqual([true, false])
  expect(store.current).toMatchObject({ failed: true, initialized: false })
})

describe('the history of states', () => {
  function makeTools() {
    const send = vi.fn()
    const connect = vi.fn(() => ({ init: vi.fn(), send }))
    vi.stubGlobal('__REDUX_DEVTOOLS_EXTENSION__', { connect })
    return { connect, send }
  }

  test('keeps 25 entries in a developer’s tools [shell.devtools]', () => {
    vi.stubEnv('DEV', true)
    const { connect, send } = makeTools()
    new AppStore().dispatch({ type: 'user-loading' })
    expect(historySize).toBe(25)
    expect(connect).toHaveBeenCalledWith(expect.objectContaining({ maxAge: 25 }))
    expect(send).toHaveBeenCalledOnce()
  })

  test('is not kept in production [shell.devtools]', () => {
    vi.stubEnv('DEV', false)
    const { connect, send } = makeTools()
    new AppStore().dispatch({ type: 'user-loading' })
    expect(connect).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })
})
